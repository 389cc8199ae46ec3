import { almanacApi } from '#/contract/almanac-api.ts'
import { wireMoment } from '#/contract/moment.ts'
import { feedAddress } from '../ical/feed.ts'
import { operation } from '../operation.ts'
import { Feed, feedParams } from '../schemas/feed.ts'
import { canWriteAcls } from '../scopes.ts'

export const reset = operation(
  {
    id: 'calendar.feeds.reset',
    api: almanacApi,
    http: 'POST /calendars/{calendarId}/feeds/{details}/reset',
    summary: 'Creates a secret address, or replaces it: the previous address stops working.',
    params: feedParams,
    reply: Feed,
    scopes: canWriteAcls,
    access: { calendarId: 'owner', refusal: 'forbidden' },
    audit: { object: 'calendars/{calendarId}/feeds/{details}', ownName: 'primary' },
  },
  ({ params: { details }, store, feeds, clock, origin, newFeedSecret }) =>
    store.write(async (tx, { calendar }) => {
      const calendarId = calendar.id
      const secret = newFeedSecret()
      const createdAtMs = clock.nowMs()
      await feeds.put(tx, { calendarId, details, secret, createdAtMs })
      return {
        kind: 'almanac#feed',
        details,
        isPublic: false,
        address: feedAddress({ origin: origin(), calendarId, secret }),
        created: wireMoment(createdAtMs),
      }
    }),
)
