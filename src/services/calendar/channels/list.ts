import { almanacApi } from '#/contract/almanac-api.ts'
import { integer, optional, string } from '#/contract/schema.ts'
import { channelsAfter } from '#/jobs/push/channels/inspection.ts'
import { noNumbers } from '#/kernel/change-numbers.ts'
import { operation } from '../operation.ts'
import { openWalk, pageSizeDefault } from '../reading/walk.ts'
import { ChannelRecords } from '../schemas/channel.ts'
import { canReadChannels } from '../scopes.ts'

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
  async (context) => {
    const { params, database, caller, clock } = context
    const { maxResults = pageSizeDefault } = params
    const { userId } = caller
    const listed = { collection: 'calendar.channels', owner: userId, numbers: noNumbers }
    const walk = openWalk(context, listed, params)
    const page = { userId, nowMs: clock.nowMs(), after: walk.position, limit: maxResults + 1 }
    const found = await channelsAfter(database, page)
    const items = found.slice(0, maxResults)
    const position = found.length > items.length ? items.at(-1)!.key : undefined
    return {
      kind: 'almanac#channelRecords',
      items,
      ...walk.end(position, { isSyncable: false }),
    }
  },
)
