import type { SessionRecord } from '#/auth/directory/directory-sessions.ts'
import { sessionProperties, wireSession } from '#/auth/directory/wire-session.ts'
import { nextPageToken, pageOf, pageParams } from '#/contract/paging.ts'
import { array, kind, object, string, type TypeOf } from '#/contract/schema.ts'
import { notFound } from '#/kernel/errors.ts'
import { mayCall, operation } from '../operation.ts'
import { requireChangeableUser, requireUser, userKey } from '../users.ts'

const Token = object('Token', {
  kind: kind('admin#token'),
  ...sessionProperties,
  scopes: array(string(), { about: 'The granted scopes.' }),
})

const TokenList = object('TokenList', {
  kind: kind('admin#tokens'),
  items: array(Token),
  nextPageToken,
})

const listTokens = operation(
  {
    id: 'admin.users.tokens.list',
    http: 'GET /users/{userKey}/tokens',
    summary: 'Lists the tokens and sessions of a user, without their secrets.',
    params: { userKey, ...pageParams },
    reply: TokenList,
    roles: mayCall.seeUsers,
  },
  async ({ params, ...context }) => {
    const user = await requireUser(context, params.userKey)
    const { entries, next } = await pageOf(context, params, {
      collection: 'admin.users.tokens',
      owner: user.id,
      read: (page) => context.directory.sessions(user, page),
      positionOf: ({ id }) => id,
    })
    return { kind: 'admin#tokens', items: entries.map(wireToken), ...next }
  },
)

const deleteToken = operation(
  {
    id: 'admin.users.tokens.delete',
    http: 'DELETE /users/{userKey}/tokens/{tokenId}',
    summary: 'Revokes a token or session; with a refresh token, all tokens of the same consent.',
    params: { userKey, tokenId: string({ about: 'The id of the token.' }) },
    roles: mayCall.manageUsers,
    audit: { object: 'users/{userKey}/tokens/{tokenId}' },
  },
  async ({ params, ...context }) => {
    const user = await requireChangeableUser(context, params.userKey)
    if (!(await context.directory.endSession(user, params.tokenId))) throw notFound()
  },
)

export const tokenOperations = [listTokens, deleteToken]

function wireToken(session: SessionRecord): TypeOf<typeof Token> {
  const { created: _, ...token } = wireSession(session)
  return { kind: 'admin#token', ...token }
}
