import { about, boolean, dateTime, oneOf, optional, repeated, string } from '#/contract/schema.ts'
import { operation } from '../operation.ts'
import { eventParams, pageParams, pageSizeDefault } from '../reading/event-params.ts'
import { indexedPage } from '../reading/indexed-page.ts'
import { itemsAfter } from '../reading/items.ts'
import { eventsPage, renderPage } from '../reading/list-page.ts'
import { eventQuery, hidesInvitationsIn, windowIn, windowOf, windowText } from '../reading/query.ts'
import type { Walk } from '../reading/walk.ts'
import { viewOf } from '../rendering/event-reply.ts'
import { Events } from '../schemas/event.ts'
import { canReadEvents } from '../scopes.ts'
import type { EventSource } from '../store/event-pages.ts'

export const list = operation(
  {
    id: 'calendar.events.list',
    http: 'GET /calendars/{calendarId}/events',
    summary: 'Lists the events of a calendar, or those that changed since a sync token.',
    params: {
      calendarId: eventParams.calendarId,
      alwaysIncludeEmail: eventParams.alwaysIncludeEmail,
      eventTypes: eventParams.eventTypes,
      iCalUID: optional(string({ about: 'Only events with this iCalendar identifier.' })),
      maxAttendees: eventParams.maxAttendees,
      ...pageParams,
      orderBy: optional(
        about(
          'Instances by their start, or events by their last change.',
          oneOf('startTime', 'updated'),
        ),
      ),
      privateExtendedProperty: repeated(
        string({ about: 'Only events whose copy here has the property: `name=value`.' }),
      ),
      q: optional(string({ about: 'Only events that contain all of these words.' })),
      sharedExtendedProperty: repeated(
        string({ about: 'Only events that have the shared property: `name=value`.' }),
      ),
      showDeleted: optional(boolean({ about: 'Whether to include deleted events.' })),
      showHiddenInvitations: optional(boolean({ about: 'Whether to include hidden invitations.' })),
      singleEvents: optional(boolean({ about: 'Whether to list series as their instances.' })),
      syncToken: optional(
        string({ about: 'A sync token: only changes since it was issued are returned.' }),
      ),
      timeMax: optional(dateTime({ about: 'Only events that start before this time.' })),
      timeMin: optional(dateTime({ about: 'Only events that end after this time.' })),
      timeZone: eventParams.timeZone,
      updatedMin: optional(
        dateTime({ about: 'Only events that changed since this time, including deleted ones.' }),
      ),
    },
    reply: Events,
    scopes: canReadEvents,
    access: { calendarId: 'freeBusyReader' },
    credential: 'key',
    supportsSubscription: true,
  },
  (context) => {
    const { params, store, clock } = context
    return store.readList((access, reminders) => {
      const { calendar } = access
      const { maxResults = pageSizeDefault } = params
      const view = viewOf(access, context, params)
      const read = async ({ position, since, extent }: Walk, source: EventSource) => {
        const nowMs = clock.nowMs()
        const { models } = context
        const { longestMs } = calendar
        const query = eventQuery(params, access, context)
        const { isSyncable } = query
        const listed = windowIn(extent)
        const reading = { source, models, view, query, longestMs, nowMs, listed }
        // Asking for the index brings it up to date, which incremental sync doesn't need.
        const index = since === undefined ? source.index : undefined
        const indexed =
          index && (await indexedPage(reading, index, { after: position, count: maxResults }))
        if (indexed !== undefined) return { ...indexed, isSyncable }
        const page = { after: position, count: maxResults + 1, since }
        return { ...(await renderPage(await itemsAfter(reading, page), maxResults)), isSyncable }
      }
      return eventsPage(context, {
        collection: 'calendar.events',
        access,
        params,
        reminders,
        hidesInvitations: hidesInvitationsIn(params, calendar),
        extent: windowText(windowOf(params)),
        read,
      })
    })
  },
)
