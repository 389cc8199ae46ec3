import { almanacApi } from '#/contract/almanac-api.ts'
import { notFound } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { feedParams } from '../schemas/feed.ts'
import { canWriteAcls } from '../scopes.ts'

export const delete_ = operation(
  {
    id: 'calendar.feeds.delete',
    api: almanacApi,
    http: 'DELETE /calendars/{calendarId}/feeds/{details}',
    summary: 'Deletes a secret address, which stops working.',
    params: feedParams,
    scopes: canWriteAcls,
    access: { calendarId: 'owner', refusal: 'forbidden' },
    audit: { object: 'calendars/{calendarId}/feeds/{details}', ownName: 'primary' },
  },
  ({ params: { details }, store, feeds }) =>
    store.write(async (tx, { calendar: { id: calendarId } }) => {
      if (!(await feeds.remove(tx, { calendarId, details }))) throw notFound()
    }),
)
