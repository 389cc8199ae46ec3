import { almanacApi } from '#/contract/almanac-api.ts'
import { wireMoment } from '#/contract/moment.ts'
import { feedAddress } from '../ical/feed.ts'
import { operation } from '../operation.ts'
import { eventParams } from '../reading/event-params.ts'
import { type Feed, Feeds } from '../schemas/feed.ts'
import { canWriteAcls } from '../scopes.ts'
import { isAtLeast } from '../sharing/access-rule.ts'

export const list = operation(
  {
    id: 'calendar.feeds.list',
    api: almanacApi,
    http: 'GET /calendars/{calendarId}/feeds',
    summary: 'Lists the iCalendar addresses of a calendar.',
    params: { calendarId: eventParams.calendarId },
    reply: Feeds,
    scopes: canWriteAcls,
    access: { calendarId: 'owner', refusal: 'forbidden' },
  },
  ({ store, database, feeds, roles, origin }) =>
    store.read(async ({ calendar }) => {
      const place = { origin: origin(), calendarId: calendar.id }
      const publicRole = await roles.of(calendar, { kind: 'anonymous' })
      const open: Feed = {
        kind: 'almanac#feed',
        details: isAtLeast(publicRole, 'reader') ? 'full' : 'freeBusy',
        isPublic: true,
        address: feedAddress(place),
      }
      const secret = (await feeds.list(database, calendar.id)).map(
        ({ details, secret, createdAtMs }): Feed => ({
          kind: 'almanac#feed',
          details,
          isPublic: false,
          address: feedAddress({ ...place, secret }),
          created: wireMoment(createdAtMs),
        }),
      )
      return {
        kind: 'almanac#feeds',
        items: publicRole === 'none' ? secret : [open, ...secret],
      }
    }),
)
