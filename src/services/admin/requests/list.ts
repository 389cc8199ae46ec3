import { integer, optional } from '#/contract/schema.ts'
import { namedUser, userKey } from '../named.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { AdminRequests } from '../schemas/request.ts'
import { canManage } from '../scopes.ts'

const shownDefault = 100
const shownMax = 1000

export const list = operation(
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
