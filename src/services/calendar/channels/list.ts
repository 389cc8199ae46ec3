import { almanacApi } from '#/contract/almanac-api.ts'
import { integer, optional, string } from '#/contract/schema.ts'
import { encodePageToken, filterKeyOf, readPageToken } from '#/contract/wire-tokens.ts'
import { channelsAfter } from '#/jobs/push/channels/inspection.ts'
import { noNumbers } from '#/kernel/change-numbers.ts'
import { operation } from '../operation.ts'
import { ChannelRecords } from '../schemas/channel.ts'
import { canReadChannels } from '../scopes.ts'

const pageSizeDefault = 100
const pageSizeMax = 250

export const list = operation(
  {
    id: 'calendar.channels.list',
    api: almanacApi,
    http: 'GET /users/me/channels',
    summary: 'Lists the channels of the caller, whichever client created them.',
    params: {
      maxResults: optional(
        integer({
          about: 'The maximum number of channels per page.',
          minimum: 1,
          cap: pageSizeMax,
        }),
      ),
      pageToken: optional(string({ about: 'The token of the page to return.' })),
    },
    reply: ChannelRecords,
    scopes: canReadChannels,
  },
  async ({ params, database, caller, clock, syncTokenLifetimeMs: lifetimeMs }) => {
    const { maxResults = pageSizeDefault, pageToken } = params
    const { userId } = caller
    const nowMs = clock.nowMs()
    const collection = 'calendar.channels'
    const walk = { collection, owner: userId, filterKey: filterKeyOf({}) }
    const place = { ...walk, numbers: noNumbers, nowMs, lifetimeMs }
    const after = pageToken === undefined ? '' : readPageToken(pageToken, place).position
    const found = await channelsAfter(database, { userId, nowMs, after, limit: maxResults + 1 })
    const items = found.slice(0, maxResults)
    const position = found.length > items.length ? items.at(-1)!.key : undefined
    return {
      kind: 'almanac#channelRecords',
      items,
      ...(position !== undefined && {
        nextPageToken: encodePageToken({
          ...walk,
          position,
          changeNumber: noNumbers.last,
          issuedAtMs: nowMs,
        }),
      }),
    }
  },
)
