import { requestCount, requestProperties } from '#/contract/request-properties.ts'
import { array, kind, object, optional, string, type TypeOf } from '#/contract/schema.ts'
import { mayCall, operation } from './operation.ts'
import { requireUser, userKey } from './users.ts'

const AdminRequest = object('AdminRequest', {
  ...requestProperties,
  userId: string({ about: 'The caller; absent for anonymous requests.' }),
  clientId: string({ about: 'The client of the token or the id of the key.' }),
})

export type RequestRecord = TypeOf<typeof AdminRequest>

const AdminRequests = object('AdminRequests', {
  kind: kind('admin#requests'),
  items: array(AdminRequest, { about: 'The latest requests, the newest first.' }),
})

const listRequests = operation(
  {
    id: 'admin.requests.list',
    http: 'GET /requests',
    summary:
      'Lists the latest requests of a user, or of all users, as recorded by the process that responds.',
    params: { userKey: optional(userKey), maxResults: requestCount },
    reply: AdminRequests,
    roles: mayCall.seeServer,
  },
  async ({ params, requests, ...context }) => {
    const { userKey: key, maxResults } = params
    const user = key === undefined ? undefined : await requireUser(context, key)
    return {
      kind: 'admin#requests',
      items: user === undefined ? requests.ofAll(maxResults) : requests.of(user.id, maxResults),
    }
  },
)

export const requestOperations = [listRequests]
