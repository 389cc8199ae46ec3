import { created } from '#/contract/moment.ts'
import {
  about,
  array,
  boolean,
  kind,
  object,
  oneOf,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import { eventParams } from '../reading/event-params.ts'
import { feedDetails } from '../store/ical/feeds.ts'

const details = about(
  'Whether the feed contains full events or only busy times.',
  oneOf(...feedDetails),
)

/** The parameters of operations on a secret address. */
export const feedParams = { calendarId: eventParams.calendarId, details }

export const Feed = object('Feed', {
  kind: kind('almanac#feed'),
  details,
  isPublic: boolean({
    about: 'Whether this is the address of a public calendar, without a secret.',
  }),
  address: string({ about: 'The address for calendar programs.' }),
  created,
})

export const Feeds = object('Feeds', { kind: kind('almanac#feeds'), items: array(Feed) })

export type Feed = TypeOf<typeof Feed>
