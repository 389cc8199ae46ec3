import { almanacApi } from '#/contract/almanac-api.ts'
import { integer, optional } from '#/contract/schema.ts'
import { operation } from '../operation.ts'
import { OwnRequests } from '../schemas/request.ts'
import { canManageAccount } from '../scopes.ts'

const shownDefault = 100
const shownMax = 1000

export const list = operation(
  {
    id: 'account.requests.list',
    api: almanacApi,
    http: 'GET /users/me/requests',
    summary: 'Shows the latest requests of the caller that the answering process remembers.',
    params: {
      maxResults: optional(
        integer({
          about: 'Most requests to show.',
          minimum: 1,
          cap: shownMax,
          default: shownDefault,
        }),
      ),
    },
    reply: OwnRequests,
    scopes: canManageAccount,
    cost: 1,
  },
  async ({ params: { maxResults = shownDefault }, caller, requests }) => ({
    kind: 'almanac#requests',
    items: requests.of(caller.userId, maxResults),
  }),
)
