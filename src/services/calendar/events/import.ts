import { eventTypeRestriction, requiredField } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { eventParams } from '../reading/event-params.ts'
import { eventReply } from '../rendering/event-reply.ts'
import { Event } from '../schemas/event.ts'
import { canWriteEvents } from '../scopes.ts'
import { eventContext } from '../writing/change.ts'
import { importedOrganizer, putImported } from '../writing/imported.ts'

export const import_ = operation(
  {
    id: 'calendar.events.import',
    http: 'POST /calendars/{calendarId}/events/import',
    summary: 'Adds a private copy of an event that exists elsewhere, or brings it up to date.',
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
    cost: 1,
  },
  ({ params, body, origin, importsOtherTypes, ...given }) =>
    given.store.writeEvents(async (tx, { standing, writer, others }) => {
      const { iCalUID } = body
      if (!iCalUID) throw requiredField('Missing iCalUID.')
      if (!importsOtherTypes && isOfOtherType(body)) {
        throw eventTypeRestriction('Only events of the type default are imported.')
      }
      const organizer = importedOrganizer(body, standing.calendar.id)
      // Nobody is invited by an import, so that everybody may name attendees.
      const context = {
        ...eventContext(given, { standing, flags: params }),
        isBareServiceAccount: false,
      }
      const row = await putImported(
        given,
        { tx, standing, writer, others, context },
        {
          body: asDefaultType(body),
          iCalUID,
          organizer,
        },
      )
      return eventReply(row, { standing, caller: given.caller, origin, params: {} })
    }),
)

const isOfOtherType = ({ eventType = 'default' }: Event) => eventType !== 'default'

/** Whatever an event is elsewhere, its copy here is one of the plain sort. */
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
