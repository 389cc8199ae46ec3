import { operation } from '../operation.ts'
import { openChannel } from '../push/watching.ts'
import { Channel } from '../schemas/channel.ts'
import { canListAcls } from '../scopes.ts'
import { ofCalendar } from '../sharing/rule-change.ts'
import { list } from './list.ts'

export const watch = operation(
  {
    id: 'calendar.acl.watch',
    http: 'POST /calendars/{calendarId}/acl/watch',
    summary: 'Sends push notifications to a webhook when the access rules of a calendar change.',
    params: { ...list.contract.params, ...ofCalendar },
    body: Channel,
    reply: Channel,
    scopes: canListAcls,
    access: { calendarId: 'writer', refusal: 'forbidden' },
    supportsSubscription: true,
  },
  (context) => {
    const { params, store } = context
    return store.write((tx, { calendar: { id, aclChangeNumber } }) =>
      openChannel(context, tx, {
        kind: 'acl',
        owner: id,
        path: `/calendars/${encodeURIComponent(params.calendarId)}/acl`,
        changeNumber: aclChangeNumber,
      }),
    )
  },
)
