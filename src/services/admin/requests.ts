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
import { mayCall, operation } from './operation.ts'
import { canManage } from './scopes.ts'
import { namedUser, userKey } from './users.ts'

const AdminRequest = object('AdminRequest', {
  id: string({ about: 'Names the request; the first part names the process that answered it.' }),
  time: dateTime({ about: 'When it was answered.' }),
  userId: string({ about: 'The user who called; absent where nobody was signed in.' }),
  operation: string({ about: 'What was asked for; `unknown` where there is no such thing.' }),
  method: string({ about: 'The HTTP method.' }),
  status: integer({ about: 'What was answered.' }),
  reason: string({ about: 'Why it was refused.' }),
  durationMs: number({ about: 'How long that took.' }),
  clientId: string({ about: 'The client of the token or the id of the key.' }),
})

export type RequestRecord = TypeOf<typeof AdminRequest>

const AdminRequests = object('AdminRequests', {
  kind: kind('admin#requests'),
  items: array(AdminRequest, { about: 'The latest requests, the newest first.' }),
})

const shownDefault = 100
const shownMax = 1000

const listRequests = operation(
  {
    id: 'admin.requests.list',
    http: 'GET /requests',
    summary:
      'Shows the latest requests of a user, or of all, that the answering process remembers.',
    params: {
      userKey: optional(userKey),
      maxResults: optional(
        integer({
          about: 'Most requests to show.',
          minimum: 1,
          cap: shownMax,
          default: shownDefault,
        }),
      ),
    },
    reply: AdminRequests,
    scopes: canManage,
    roles: mayCall.seeServer,
    cost: 1,
  },
  async ({ params: { userKey: key, maxResults = shownDefault }, ...given }) => {
    const user = key === undefined ? undefined : await namedUser(given, key)
    const { requests } = given
    return {
      kind: 'admin#requests',
      items: user === undefined ? requests.ofAll(maxResults) : requests.of(user.id, maxResults),
    }
  },
)

export const requestOperations = [listRequests]
