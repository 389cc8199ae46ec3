import type { Event } from '../../schemas/event.ts'
import { withoutAbsent } from './without-absent.ts'

/** The properties that writers of an event decide. */
export const contentNames = [
  'status',
  'summary',
  'description',
  'location',
  'colorId',
  'eventLabelId',
  'recurrence',
  'transparency',
  'visibility',
  'attendees',
  'attendeesOmitted',
  'extendedProperties',
  'hangoutLink',
  'conferenceData',
  'anyoneCanAddSelf',
  'guestsCanInviteOthers',
  'guestsCanModify',
  'guestsCanSeeOtherGuests',
  'privateCopy',
  'attachments',
  'workingLocationProperties',
  'outOfOfficeProperties',
  'focusTimeProperties',
  'birthdayProperties',
  'eventType',
] as const satisfies readonly (keyof Event)[]

/** What an event says, checked, defaulted and in the order of the wire. Identity, history and times are not in it. */
export type EventContent = Pick<Event, (typeof contentNames)[number]>

/** What an event says, out of its wire form. */
export function contentOf(event: Event): EventContent {
  return withoutAbsent(
    Object.fromEntries(contentNames.map((name) => [name, event[name]])) as EventContent,
  )
}
