import { operation } from '../operation.ts'
import { openChannel } from '../push/watching.ts'
import { eventParams } from '../reading/event-params.ts'
import { Channel } from '../schemas/channel.ts'
import { canReadEvents } from '../scopes.ts'
import { list } from './list.ts'

export const watch = operation(
  {
    id: 'calendar.events.watch',
    http: 'POST /calendars/{calendarId}/events/watch',
    summary: 'Sends push notifications to a webhook when events of a calendar change.',
    params: {
      ...list.contract.params,
      calendarId: eventParams.calendarId,
      eventTypes: eventParams.eventTypes,
    },
    body: Channel,
    reply: Channel,
    scopes: canReadEvents,
    access: { calendarId: 'freeBusyReader' },
    supportsSubscription: true,
  },
  (context) => {
    const { params, store } = context
    return store.write((tx, { calendar: { id, key, changeNumber } }) => {
      const { eventTypes = [] } = params
      return openChannel(context, tx, {
        kind: 'events',
        owner: id,
        path: `/calendars/${encodeURIComponent(params.calendarId)}/events`,
        changeNumber,
        calendarKey: key,
        eventTypes: eventTypes.map((type) => (type === 'fromGmail' ? 'fromMail' : type)),
      })
    })
  },
)
