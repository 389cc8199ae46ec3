import { almanacApi } from '#/contract/almanac-api.ts'
import { pageOf, pageParams } from '#/contract/paging.ts'
import { operation } from '../operation.ts'
import { canManageAccount } from '../scopes.ts'
import { OwnTokens, wireToken } from '../tokens.ts'

export const list = operation(
  {
    id: 'account.tokens.list',
    api: almanacApi,
    http: 'GET /users/me/tokens',
    summary: 'Lists what lets the caller in, without what would let anybody use it.',
    params: pageParams,
    reply: OwnTokens,
    scopes: canManageAccount,
    cost: 1,
  },
  async ({ params, caller, ...given }) => {
    const { userId } = caller
    const { entries, next } = await pageOf(given, params, {
      collection: 'account.tokens',
      owner: userId,
      read: (page) => given.directory.sessions({ id: userId }, page),
      positionOf: ({ id }) => id,
    })
    const items = entries.map((session) => wireToken(session, caller))
    return { kind: 'almanac#tokens', items, ...next }
  },
)
