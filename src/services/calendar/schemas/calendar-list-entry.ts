import {
  about,
  array,
  boolean,
  integer,
  kind,
  object,
  readOnly,
  requiredBy,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import { endTokens } from '../reading/walk.ts'
import { ConferenceProperties } from './calendar.ts'

export const EventReminder = object('EventReminder', {
  method: string({ about: 'One of email, popup. Required.', lengthMax: 16 }),
  minutes: integer({ about: 'How long before the start: 0 to 40320 (four weeks). Required.' }),
})

export type EventReminder = TypeOf<typeof EventReminder>

const CalendarNotification = object('CalendarNotification', {
  type: string({
    about: 'One of eventCreation, eventChange, eventCancellation, eventResponse, agenda. Required.',
    lengthMax: 32,
  }),
  method: string({ about: 'Always email. Required.', lengthMax: 16 }),
})

export const CalendarListEntry = object('CalendarListEntry', {
  kind: kind('calendar#calendarListEntry'),
  etag: readOnly(string({ about: 'Changes with the entry.' })),
  id: requiredBy(
    string({ about: 'The id of the calendar.', lengthMax: 320 }),
    'calendar.calendarList.insert',
  ),
  summary: readOnly(string({ about: 'The title of the calendar.' })),
  description: readOnly(string({ about: 'A description.' })),
  location: readOnly(string({ about: 'The location, as free text.' })),
  timeZone: readOnly(string({ about: 'The zone of the calendar.' })),
  dataOwner: readOnly(string({ about: 'The owner of the data; on secondary calendars only.' })),
  summaryOverride: string({ about: 'The title that the caller has set for the calendar.' }),
  colorId: string({ about: 'A color of the palette.', lengthMax: 8 }),
  backgroundColor: string({
    about: 'A color such as `#0088aa`; writable with colorRgbFormat only.',
    lengthMax: 16,
  }),
  foregroundColor: string({
    about: 'The text color; writable with colorRgbFormat only.',
    lengthMax: 16,
  }),
  hidden: boolean({ about: 'Whether the calendar is hidden from the list.', default: false }),
  selected: boolean({ about: 'Whether the events are shown.', default: false }),
  accessRole: readOnly(
    string({
      about:
        "The caller's role: freeBusyReader, reader, writerWithoutPrivateAccess, writer, owner.",
    }),
  ),
  defaultReminders: array(EventReminder, {
    about: 'The reminders of events without reminders of their own.',
  }),
  notificationSettings: object(
    undefined,
    {
      notifications: array(CalendarNotification, { about: 'The notifications that are enabled.' }),
    },
    { about: 'The notifications of the caller.' },
  ),
  primary: readOnly(
    boolean({ about: "Whether this is the caller's primary calendar.", default: false }),
  ),
  deleted: readOnly(boolean({ about: 'Whether the entry was removed.', default: false })),
  conferenceProperties: readOnly(
    about('The conferences that events can have.', ConferenceProperties),
  ),
  autoAcceptInvitations: readOnly(
    boolean({
      about: 'Whether invitations are accepted automatically; on resource calendars only.',
    }),
  ),
})

export const CalendarList = object('CalendarList', {
  kind: kind('calendar#calendarList'),
  etag: readOnly(string({ about: 'Changes with any of the entries.' })),
  items: array(CalendarListEntry, { about: 'The entries.' }),
  ...endTokens,
})

export type CalendarListEntry = TypeOf<typeof CalendarListEntry>
export type CalendarList = TypeOf<typeof CalendarList>
