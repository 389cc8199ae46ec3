import { created } from '#/contract/moment.ts'
import {
  array,
  dateTime,
  integer,
  kind,
  object,
  readOnly,
  requiredBy,
  string,
  type TypeOf,
} from '#/contract/schema.ts'

export const Subscription = object('Subscription', {
  kind: kind('almanac#subscription'),
  calendarId: readOnly(string({ about: 'The calendar that follows the feed.' })),
  address: requiredBy(
    string({ about: 'The address of the feed: https:// or webcal://.' }),
    'calendar.subscriptions.insert',
  ),
  summary: string({ about: 'The title of the calendar. Defaults to the title of the feed.' }),
  created,
  lastAttempt: readOnly(dateTime({ about: 'When the feed was last requested.' })),
  lastRefresh: readOnly(dateTime({ about: 'When it was last read successfully.' })),
  nextRefresh: readOnly(dateTime({ about: 'When it is read again.' })),
  error: readOnly(string({ about: 'The error of the last refresh, if it failed.' })),
  skippedEvents: readOnly(
    integer({ about: 'The number of events of the feed that cannot be stored.' }),
  ),
})

export const Subscriptions = object('Subscriptions', {
  kind: kind('almanac#subscriptions'),
  items: array(Subscription),
})

export type Subscription = TypeOf<typeof Subscription>
