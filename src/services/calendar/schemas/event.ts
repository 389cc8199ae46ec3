import {
  about,
  any,
  array,
  boolean,
  date,
  dateTime,
  integer,
  kind,
  map,
  object,
  readOnly,
  requiredBy,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import { endTokens } from '../reading/walk.ts'
import { EventReminder } from './calendar-list-entry.ts'

const ConferenceSolutionKey = object('ConferenceSolutionKey', {
  type: string({
    about: 'The kind: hangoutsMeet, addOn, or the former eventHangout and eventNamedHangout.',
    lengthMax: 64,
  }),
})

const ConferenceSolution = object('ConferenceSolution', {
  key: about('The kind of conference.', ConferenceSolutionKey),
  name: string({ about: 'The name of the solution.', lengthMax: 512 }),
  iconUri: string({ about: 'The URL of the icon.', lengthMax: 2048 }),
})

const ConferenceRequestStatus = object('ConferenceRequestStatus', {
  statusCode: readOnly(string({ about: 'One of pending, success, failure.' })),
})

const CreateConferenceRequest = object('CreateConferenceRequest', {
  requestId: string({
    about: 'Chosen by the client; a repeated id is ignored.',
    lengthMax: 1024,
  }),
  conferenceSolutionKey: about('The requested type.', ConferenceSolutionKey),
  status: readOnly(about('The status of the request.', ConferenceRequestStatus)),
})

const EntryPoint = object('EntryPoint', {
  entryPointType: string({ about: 'One of video, phone, sip, more.', lengthMax: 16 }),
  uri: string({ about: 'The address: https, tel or sip.', lengthMax: 1300 }),
  label: string({ about: 'The label of the address.', lengthMax: 512 }),
  pin: string({ about: 'The PIN.', lengthMax: 128 }),
  accessCode: string({ about: 'The access code.', lengthMax: 128 }),
  meetingCode: string({ about: 'The meeting code.', lengthMax: 128 }),
  passcode: string({ about: 'The passcode.', lengthMax: 128 }),
  password: string({ about: 'The password.', lengthMax: 128 }),
  regionCode: string({ about: 'The region of a phone number.', lengthMax: 16 }),
  entryPointFeatures: array(string({ lengthMax: 32 }), {
    about: 'Features of a phone number: toll, toll_free.',
    itemsMax: 16,
  }),
})

const AddOnParameters = object('ConferenceParametersAddOnParameters', {
  parameters: map(string({ lengthMax: 1024 }), { itemsMax: 300 }),
})

const ConferenceParameters = object('ConferenceParameters', {
  addOnParameters: about('The data of an add-on.', AddOnParameters),
})

export const ConferenceData = object('ConferenceData', {
  createRequest: about('A request to create a conference.', CreateConferenceRequest),
  entryPoints: array(EntryPoint, { about: 'The ways into the conference.', itemsMax: 300 }),
  conferenceSolution: about('The conference solution.', ConferenceSolution),
  conferenceId: string({ about: 'The id of the conference.', lengthMax: 1024 }),
  signature: string({ about: 'Created by the server.', lengthMax: 1024 }),
  notes: string({ about: 'Notes for people, with HTML.', lengthMax: 2048 }),
  parameters: about('Additional data of the solution.', ConferenceParameters),
})

export type ConferenceData = TypeOf<typeof ConferenceData>
export type EntryPoint = TypeOf<typeof EntryPoint>

const autoDeclineMode = string({
  about:
    'One of declineNone, declineAllConflictingInvitations, declineOnlyNewConflictingInvitations.',
  lengthMax: 64,
})
const declineMessage = string({ about: 'The message of declined invitations.' })

const EventOutOfOfficeProperties = object('EventOutOfOfficeProperties', {
  autoDeclineMode,
  declineMessage,
})

const EventFocusTimeProperties = object('EventFocusTimeProperties', {
  autoDeclineMode,
  declineMessage,
  chatStatus: string({ about: 'One of available, doNotDisturb.', lengthMax: 32 }),
})

const EventBirthdayProperties = object('EventBirthdayProperties', {
  type: string({
    about: 'One of birthday, anniversary, custom, other, self.',
    default: 'birthday',
    lengthMax: 32,
  }),
  contact: string({ about: 'The contact, such as `people/c12345`.', lengthMax: 256 }),
  customTypeName: string({ about: 'The name of a custom day.', lengthMax: 256 }),
})

const EventWorkingLocationProperties = object('EventWorkingLocationProperties', {
  type: string({ about: 'One of homeOffice, officeLocation, customLocation.', lengthMax: 32 }),
  homeOffice: any({ about: 'Present when working at home.' }),
  customLocation: object(
    undefined,
    { label: string({ about: 'The name of the place.' }) },
    { about: 'Present when working somewhere else.' },
  ),
  officeLocation: object(
    undefined,
    {
      buildingId: string({ about: 'The building.' }),
      floorId: string({ about: 'The floor.' }),
      floorSectionId: string({ about: 'The part of the floor.' }),
      deskId: string({ about: 'The desk.' }),
      label: string({ about: 'The name of the office.' }),
    },
    { about: 'Present when working in an office.' },
  ),
})

// Enough for pasted text; the size of the body is limited anyway.
const longTextMax = 1_000_000
const attendeesRead = 10_000

export const EventDateTime = object('EventDateTime', {
  date: date({ about: 'The date of an all-day event.' }),
  dateTime: dateTime({
    about: 'A time; without an offset, timeZone is required.',
    mayLackOffset: true,
  }),
  timeZone: string({ about: 'An IANA name such as `Europe/Zurich`.', lengthMax: 255 }),
})

const person = (sentence: string) =>
  object(
    undefined,
    {
      id: string({ about: 'The profile of the person.', lengthMax: 320 }),
      email: string({ about: 'The address.', lengthMax: 320 }),
      displayName: string({ about: 'The name.' }),
      self: readOnly(
        boolean({ about: 'Whether this is the calendar that is read.', default: false }),
      ),
    },
    { about: sentence },
  )

export const EventAttendee = object('EventAttendee', {
  id: readOnly(string({ about: 'The profile of the person.' })),
  email: string({ about: 'The address. Required.', lengthMax: 320 }),
  displayName: string({ about: 'The name.' }),
  organizer: readOnly(boolean({ about: 'Whether the attendee is the organizer.' })),
  self: readOnly(boolean({ about: 'Whether this is the calendar that is read.', default: false })),
  resource: boolean({
    about: 'Whether the attendee is a room or another resource.',
    default: false,
  }),
  optional: boolean({ about: 'Whether attendance is optional.', default: false }),
  responseStatus: string({
    about: 'One of needsAction, declined, tentative, accepted.',
    lengthMax: 32,
  }),
  comment: string({ about: 'A note with the response.' }),
  additionalGuests: integer({ about: 'The number of additional guests.', default: 0 }),
  asyncOperation: readOnly(string({ about: 'The state of the expansion of a large group.' })),
})

const EventAttachment = object('EventAttachment', {
  fileUrl: string({ about: 'The address of the file. Required.', lengthMax: 8192 }),
  title: string({ about: 'The title.' }),
  mimeType: string({ about: 'The media type.', lengthMax: 256 }),
  iconLink: string({ about: 'The URL of the icon.', lengthMax: 8192 }),
  fileId: readOnly(string({ about: 'The id of the file.' })),
})

const properties = (sentence: string) =>
  map(string({ lengthMax: longTextMax }), { about: sentence })

const Gadget = object(
  undefined,
  {
    type: string({ about: 'The kind.' }),
    title: string({ about: 'The title.' }),
    link: string({ about: 'The address.' }),
    iconLink: string({ about: 'The URL of the icon.' }),
    width: integer({ about: 'The width in pixels.' }),
    height: integer({ about: 'The height in pixels.' }),
    display: string({ about: 'How it is displayed.' }),
    preferences: map(string()),
  },
  { about: 'Accepted and ignored.' },
)

export const Event = object('Event', {
  kind: kind('calendar#event'),
  etag: readOnly(string({ about: 'Changes with the event.' })),
  id: string({
    about: 'Five or more of the characters a to v and 0 to 9. Assigned by the server by default.',
    lengthMax: 1100,
  }),
  status: string({ about: 'One of confirmed, tentative, cancelled.', lengthMax: 32 }),
  htmlLink: readOnly(string({ about: 'The page of the event.' })),
  created: readOnly(dateTime({ about: 'The creation time.' })),
  updated: readOnly(dateTime({ about: 'The time of the last change.' })),
  summary: string({ about: 'The title.', lengthMax: longTextMax }),
  description: string({
    about: 'The description, which can contain HTML.',
    lengthMax: longTextMax,
  }),
  location: string({ about: 'The location, as free text.', lengthMax: longTextMax }),
  colorId: string({ about: 'A color of the palette.', lengthMax: 8 }),
  eventLabelId: string({ about: 'A label of the calendar.', lengthMax: 64 }),
  creator: readOnly(person('The creator.')),
  organizer: person('The organizer; writable by import only.'),
  start: requiredBy(
    about('The start.', EventDateTime),
    'calendar.events.import',
    'calendar.events.insert',
    'calendar.events.update',
  ),
  end: requiredBy(
    about('The end, exclusive.', EventDateTime),
    'calendar.events.import',
    'calendar.events.insert',
    'calendar.events.update',
  ),
  endTimeUnspecified: readOnly(
    boolean({ about: 'Whether the end time is unspecified.', default: false }),
  ),
  recurrence: array(string({ lengthMax: 65_536 }), {
    about: 'Lines such as `RRULE:FREQ=WEEKLY;COUNT=3`, RDATE, EXDATE and EXRULE.',
    itemsMax: 2000,
  }),
  recurringEventId: string({ about: 'The series of an instance.', lengthMax: 1100 }),
  originalStartTime: about('The original start of an instance.', EventDateTime),
  transparency: string({ about: 'One of opaque, transparent.', default: 'opaque', lengthMax: 32 }),
  visibility: string({
    about: 'One of default, public, private, confidential.',
    default: 'default',
    lengthMax: 32,
  }),
  iCalUID: requiredBy(
    string({ about: 'The iCalendar identifier, the same on every calendar.', lengthMax: 1024 }),
    'calendar.events.import',
  ),
  sequence: integer({ about: 'The revision, as in iCalendar.' }),
  attendees: array(EventAttendee, { about: 'The attendees.', itemsMax: attendeesRead }),
  attendeesOmitted: boolean({ about: 'Whether some attendees are omitted.', default: false }),
  extendedProperties: object(
    undefined,
    {
      private: properties('Properties of this copy, by name.'),
      shared: properties('Properties of all copies, by name.'),
    },
    { about: 'Properties that clients store with an event.' },
  ),
  hangoutLink: readOnly(string({ about: 'The address of the conference.' })),
  conferenceData: about('The conference.', ConferenceData),
  gadget: Gadget,
  anyoneCanAddSelf: boolean({ about: 'Whether anyone can add themselves.', default: false }),
  guestsCanInviteOthers: boolean({ about: 'Whether attendees can invite others.', default: true }),
  guestsCanModify: boolean({ about: 'Whether attendees can change the event.', default: false }),
  guestsCanSeeOtherGuests: boolean({
    about: 'Whether attendees can see each other.',
    default: true,
  }),
  privateCopy: boolean({ about: 'Whether changes stay on this copy.', default: false }),
  locked: readOnly(
    boolean({ about: 'Whether the main fields cannot be changed.', default: false }),
  ),
  reminders: object(
    undefined,
    {
      useDefault: boolean({ about: 'Whether the default reminders of the calendar apply.' }),
      overrides: array(EventReminder, { about: 'At most five custom reminders.', itemsMax: 1000 }),
    },
    { about: "The caller's reminders." },
  ),
  source: object(
    undefined,
    {
      url: string({ about: 'The address: http or https.', lengthMax: 8192 }),
      title: string({ about: 'The title.' }),
    },
    { about: 'The source of the event; visible to its creator only.' },
  ),
  attachments: array(EventAttachment, { about: 'The attached files, at most 25.', itemsMax: 1000 }),
  workingLocationProperties: about(
    'The properties of a working location.',
    EventWorkingLocationProperties,
  ),
  outOfOfficeProperties: about(
    'The properties of an out-of-office event.',
    EventOutOfOfficeProperties,
  ),
  focusTimeProperties: about('The properties of a focus time.', EventFocusTimeProperties),
  birthdayProperties: about('The properties of a birthday.', EventBirthdayProperties),
  eventType: string({
    about: 'One of default, birthday, focusTime, fromMail, outOfOffice, workingLocation.',
    default: 'default',
    lengthMax: 32,
  }),
})

export const Events = object('Events', {
  kind: kind('calendar#events'),
  etag: readOnly(string({ about: 'Changes whenever the calendar changes.' })),
  summary: readOnly(string({ about: 'The title of the calendar.' })),
  description: readOnly(string({ about: 'A description.' })),
  updated: readOnly(dateTime({ about: 'When the calendar last changed.' })),
  timeZone: readOnly(string({ about: 'The zone of the calendar.' })),
  accessRole: readOnly(string({ about: "The caller's role on the calendar." })),
  defaultReminders: array(EventReminder, { about: "The caller's reminders for this calendar." }),
  ...endTokens,
  items: array(Event, { about: 'The events.' }),
})

export type Event = TypeOf<typeof Event>
export type EventDateTime = TypeOf<typeof EventDateTime>
export type EventAttendee = TypeOf<typeof EventAttendee>
export type Events = TypeOf<typeof Events>

const FoundEvent = object('FoundEvent', {
  calendarId: string({ about: 'The calendar on which the event was found.' }),
  event: Event,
})

export const FoundEvents = object('FoundEvents', {
  kind: kind('almanac#foundEvents'),
  items: array(FoundEvent, { about: 'The events found, by start.' }),
  isTruncated: boolean({ about: 'Whether more events were found than are listed.' }),
})
