import { requestCount, requestProperties } from '#/contract/request-properties.ts'
import { array, boolean, integer, kind, object, string, type TypeOf } from '#/contract/schema.ts'
import { notFound } from '#/kernel/errors.ts'
import { operation } from './operation.ts'

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
    summary: 'Lists the latest requests of the caller, as recorded by the process that responds.',
    params: { maxResults: requestCount },
    reply: OwnRequests,
  },
  async ({ params, caller, requests }) => ({
    kind: 'almanac#requests',
    items: requests.of(caller.userId, params.maxResults),
  }),
)

const RecordedBody = object('RecordedBody', {
  contentType: string({ about: 'The media type.' }),
  bytes: integer({ about: 'The size of the complete body.' }),
  text: string({ about: 'The start of the body without secrets; absent if it is not text.' }),
  isTruncated: boolean({ about: 'Whether the body is longer than the text.' }),
})

const RecordedExchange = object('RecordedExchange', {
  kind: kind('almanac#exchange'),
  url: string({ about: 'The path and query of the request, without secrets.' }),
  request: RecordedBody,
  response: RecordedBody,
})

export type ExchangeRecord = Omit<TypeOf<typeof RecordedExchange>, 'kind'>

const getRequest = operation(
  {
    id: 'account.requests.get',
    http: 'GET /users/me/requests/{requestId}',
    summary:
      'Returns the bodies of a request of the caller and of its response. A process in dev mode keeps the latest ones.',
    params: { requestId: string({ about: 'The id of the request.', lengthMax: 64 }) },
    reply: RecordedExchange,
    // The bodies contain data that tokens for the account do not give access to.
    isForConsole: true,
  },
  async ({ params, caller, requests }) => {
    const found = requests.exchangeOf(caller.userId, params.requestId)
    if (found === undefined) throw notFound('The bodies of this request are not recorded.')
    return { kind: 'almanac#exchange', ...found }
  },
)

export const requestOperations = [listRequests, getRequest]
