import { requiredField } from '#/kernel/errors.ts'
import { eventTypeRestriction } from '../errors.ts'
import { operation } from '../operation.ts'
import { eventParams } from '../reading/event-params.ts'
import { Event } from '../schemas/event.ts'
import { canWriteEvents } from '../scopes.ts'
import { writeEvent } from '../writing/change.ts'
import { importEvent, importedOrganizer } from '../writing/import-event.ts'

export const import_ = operation(
  {
    id: 'calendar.events.import',
    http: 'POST /calendars/{calendarId}/events/import',
    summary: 'Imports an event as a private copy, or updates the existing copy.',
    params: {
      calendarId: eventParams.calendarId,
      conferenceDataVersion: eventParams.conferenceDataVersion,
      eventLabelVersion: eventParams.eventLabelVersion,
      supportsAttachments: eventParams.supportsAttachments,
    },
    body: Event,
    reply: Event,
    scopes: canWriteEvents,
    access: { calendarId: 'writerWithoutPrivateAccess' },
  },
  (context) => {
    const { params, body, importsOtherTypes } = context
    return writeEvent(context, {}, async (writing) => {
      const { access } = writing
      const { iCalUID } = body
      if (!iCalUID) throw requiredField('Missing iCalUID.')
      if (!importsOtherTypes && isOfOtherType(body)) {
        throw eventTypeRestriction('Only events of the type default are imported.')
      }
      const organizer = importedOrganizer(body, access.calendar.id)
      const imported = { body: asDefaultType(body), iCalUID, organizer, flags: params }
      return { row: await importEvent(context, writing, imported) }
    })
  },
)

const isOfOtherType = ({ eventType = 'default' }: Event) => eventType !== 'default'

/** The event as one of the default type, whatever type it has elsewhere. */
function asDefaultType(event: Event): Event {
  const {
    eventType: _type,
    workingLocationProperties: _location,
    outOfOfficeProperties: _absence,
    focusTimeProperties: _focus,
    birthdayProperties: _birthday,
    ...plain
  } = event
  return plain
}
