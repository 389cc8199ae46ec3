import { boolean, dateTime, optional, string } from '#/contract/schema.ts'
import { invalidField, notFound } from '#/kernel/errors.ts'
import { resourceDeleted } from '../errors.ts'
import { instanceIn } from '../event/event-id.ts'
import { operation } from '../operation.ts'
import { eventParams, pageParams, pageSizeDefault } from '../reading/event-params.ts'
import { instanceItems, originalStartIn } from '../reading/instance-items.ts'
import { eventsPage, renderPage } from '../reading/list-page.ts'
import { requireSoundZone, windowOf } from '../reading/query.ts'
import type { Walk } from '../reading/walk.ts'
import { viewOf } from '../rendering/event-reply.ts'
import { Events } from '../schemas/event.ts'
import { canReadEvents } from '../scopes.ts'
import type { EventRow, Events as EventStore } from '../store/events.ts'

export const instances = operation(
  {
    id: 'calendar.events.instances',
    http: 'GET /calendars/{calendarId}/events/{eventId}/instances',
    summary: 'Lists the instances of a series.',
    params: {
      calendarId: eventParams.calendarId,
      eventId: eventParams.eventId,
      alwaysIncludeEmail: eventParams.alwaysIncludeEmail,
      maxAttendees: eventParams.maxAttendees,
      ...pageParams,
      originalStart: optional(string({ about: 'Only the instance with this original start.' })),
      showDeleted: optional(boolean({ about: 'Whether to include cancelled instances.' })),
      timeMax: optional(dateTime({ about: 'Only events that start before this time.' })),
      timeMin: optional(dateTime({ about: 'Only events that end at this time or later.' })),
      timeZone: eventParams.timeZone,
    },
    reply: Events,
    scopes: canReadEvents,
    access: { calendarId: 'freeBusyReader' },
    credential: 'key',
    supportsSubscription: true,
  },
  (context) => {
    const { params, store } = context
    return store.readList((access, reminders) => {
      const { maxResults = pageSizeDefault, showDeleted = false } = params
      const view = viewOf(access, context, params)
      const read = async ({ position }: Walk) => {
        requireSoundZone(params)
        const window = windowOf(params)
        const { database: reader, events, models } = context
        const master = await requireSeries(events, access.calendar.key, params)
        const model = models.of(master)
        const originalStart = originalStartIn(params.originalStart, {
          model,
          zone: view.calendarZone,
        })
        const found = await instanceItems(
          { reader, events, view, master, model },
          { window, originalStart, showDeleted, after: position, count: maxResults + 1 },
        )
        return { ...(await renderPage(found, maxResults)), isSyncable: false }
      }
      return eventsPage(context, {
        collection: 'calendar.instances',
        access,
        params,
        reminders,
        read,
      })
    })
  },
)

/** The series with the id, or the series of the instance with the id. */
async function requireSeries(
  events: EventStore,
  calendarKey: number,
  { eventId, showDeleted = false }: { readonly eventId: string; readonly showDeleted?: boolean },
): Promise<EventRow> {
  const named = await events.find(calendarKey, eventId)
  const masterId = named?.masterId ?? instanceIn(eventId)?.masterId
  const master =
    named?.kind === 'series' || masterId === undefined
      ? named
      : await events.find(calendarKey, masterId)
  if (master === undefined) throw notFound()
  if (master.kind !== 'series') throw invalidField('The event does not repeat.')
  if (master.presence === 'tombstone' && !showDeleted) throw resourceDeleted()
  return master
}
