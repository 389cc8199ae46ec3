import { almanacApi } from '#/contract/almanac-api.ts'
import {
  array,
  dateTime,
  integer,
  kind,
  number,
  object,
  optional,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import { operation } from './operation.ts'
import { canManageAccount } from './scopes.ts'

const OwnRequest = object('OwnRequest', {
  id: string({ about: 'Names the request; the first part names the process that answered it.' }),
  time: dateTime({ about: 'When it was answered.' }),
  operation: string({ about: 'What was asked for; `unknown` where there is no such thing.' }),
  method: string({ about: 'The HTTP method.' }),
  status: integer({ about: 'What was answered.' }),
  reason: string({ about: 'Why it was refused.' }),
  durationMs: number({ about: 'How long that took.' }),
  clientId: string({ about: 'The client of the token.' }),
})

export type RequestRecord = TypeOf<typeof OwnRequest>

const OwnRequests = object('OwnRequests', {
  kind: kind('almanac#requests'),
  items: array(OwnRequest, { about: 'The latest requests, the newest first.' }),
})

const shownDefault = 100
const shownMax = 1000

const listRequests = operation(
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

export const requestOperations = [listRequests]
