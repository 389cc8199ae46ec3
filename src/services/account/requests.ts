import { requestCount, requestProperties } from '#/contract/request-properties.ts'
import { array, kind, object, string, type TypeOf } from '#/contract/schema.ts'
import { operation } from './operation.ts'
import { canManageAccount } from './scopes.ts'

const OwnRequest = object('OwnRequest', {
  ...requestProperties,
  clientId: string({ about: 'The client of the token.' }),
})

export type RequestRecord = TypeOf<typeof OwnRequest>

const OwnRequests = object('OwnRequests', {
  kind: kind('almanac#requests'),
  items: array(OwnRequest, { about: 'The latest requests, the newest first.' }),
})

const listRequests = operation(
  {
    id: 'account.requests.list',
    http: 'GET /users/me/requests',
    summary: 'Shows the latest requests of the caller that the answering process remembers.',
    params: { maxResults: requestCount },
    reply: OwnRequests,
    scopes: canManageAccount,
    cost: 1,
  },
  async ({ params, caller, requests }) => ({
    kind: 'almanac#requests',
    items: requests.of(caller.userId, params.maxResults),
  }),
)

export const requestOperations = [listRequests]
