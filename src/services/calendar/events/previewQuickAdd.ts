import { almanacApi } from '#/contract/almanac-api.ts'
import { optional, string } from '#/contract/schema.ts'
import { calendarAsPerson, timeZoneOf } from '../calendar/calendar-row.ts'
import { draftForInsert } from '../event/event-draft.ts'
import { operation } from '../operation.ts'
import { bodyOfPhrase, phrase } from '../quick-add/quick-add.ts'
import { eventParams } from '../reading/event-params.ts'
import { requireSoundZone } from '../reading/query.ts'
import { assembledEvent } from '../rendering/assembled-event.ts'
import { Event } from '../schemas/event.ts'
import { canWriteEvents } from '../scopes.ts'
import { eventContext } from '../writing/change.ts'

export const previewQuickAdd = operation(
  {
    id: 'calendar.events.previewQuickAdd',
    api: almanacApi,
    http: 'GET /calendars/{calendarId}/events/quickAdd',
    summary: 'Previews the event that `events.quickAdd` would create.',
    params: {
      calendarId: eventParams.calendarId,
      text: phrase,
      timeZone: optional(
        string({
          about: 'The time zone of the author. Defaults to that of the calendar.',
        }),
      ),
    },
    reply: Event,
    scopes: canWriteEvents,
    access: { calendarId: 'writerWithoutPrivateAccess' },
  },
  async (context) => {
    const { params } = context
    requireSoundZone(params)
    const body = await bodyOfPhrase(context, params.text, params.timeZone)
    return context.store.read((access) => {
      return withoutStoredFields(
        assembledEvent({
          ...draftForInsert(body, eventContext(context, access)),
          identity: {
            id: '',
            iCalUID: '',
            created: '',
            creator: { email: context.caller.email },
            organizer: calendarAsPerson(access.calendar),
            sequence: 0,
          },
          calendarId: access.calendar.id,
          zone: timeZoneOf(access.calendar),
        }),
      )
    })
  },
)

/** Leaves out what only a stored event has. */
function withoutStoredFields({
  id: _id,
  iCalUID: _uid,
  etag: _etag,
  created: _created,
  updated: _updated,
  ...event
}: Event): Event {
  return { ...event, reminders: { useDefault: true } }
}
