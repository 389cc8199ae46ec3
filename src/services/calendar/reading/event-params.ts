import { about, boolean, integer, oneOf, optional, repeated, string } from '#/contract/schema.ts'

const pageSizeMax = 2500

/** Events per page unless the caller says otherwise. */
export const pageSizeDefault = 250

/** The parameters of every list of events. */
export const pageParams = {
  maxResults: optional(
    integer({
      about: 'The maximum number of events per page.',
      default: pageSizeDefault,
      minimum: 1,
      cap: pageSizeMax,
    }),
  ),
  pageToken: optional(string({ about: 'The token of the page to return.' })),
}

/** Parameters that several operations on events share. */
export const eventParams = {
  calendarId: string({ about: 'A calendar id, or `primary`.' }),
  eventId: string({ about: 'The id of an event or of an instance.' }),
  alwaysIncludeEmail: optional(boolean({ about: 'Ignored.', deprecated: true })),
  eventTypes: repeated(
    about(
      'Only events of these types. Defaults to all types.',
      oneOf(
        'birthday',
        'default',
        'focusTime',
        'fromGmail',
        'fromMail',
        'outOfOffice',
        'workingLocation',
      ),
    ),
  ),
  maxAttendees: optional(
    integer({
      about: "With more attendees than this, only the calendar's own entry is shown.",
      minimum: 1,
    }),
  ),
  timeZone: optional(
    string({ about: 'The time zone of the response. Defaults to that of the calendar.' }),
  ),
  sendNotifications: optional(
    boolean({ about: 'The older form of sendUpdates.', deprecated: true }),
  ),
  sendUpdates: optional(
    about('Who is notified of the change by mail.', oneOf('all', 'externalOnly', 'none')),
  ),
  conferenceDataVersion: optional(
    integer({ about: '1 if the client supports conferences.', minimum: 0, maximum: 1 }),
  ),
  eventLabelVersion: optional(
    integer({ about: '1 if the client supports labels.', minimum: 0, maximum: 1 }),
  ),
  supportsAttachments: optional(boolean({ about: 'Whether the client supports attachments.' })),
}

/** The parameters of operations that change an event. */
export const changeParams = {
  calendarId: eventParams.calendarId,
  eventId: eventParams.eventId,
  alwaysIncludeEmail: eventParams.alwaysIncludeEmail,
  conferenceDataVersion: eventParams.conferenceDataVersion,
  eventLabelVersion: eventParams.eventLabelVersion,
  maxAttendees: eventParams.maxAttendees,
  sendNotifications: eventParams.sendNotifications,
  sendUpdates: eventParams.sendUpdates,
  supportsAttachments: eventParams.supportsAttachments,
}
