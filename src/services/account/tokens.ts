import { originIn } from '#/auth/credentials/credential-origin.ts'
import { mintingBasis } from '#/auth/credentials/minting.ts'
import { hashOf } from '#/auth/credentials/secrets.ts'
import { personalClientId as clientId } from '#/auth/credentials/tokens.ts'
import { type SessionRecord, sessionIdOf } from '#/auth/directory/directory-sessions.ts'
import { sessionProperties, wireSession } from '#/auth/directory/wire-session.ts'
import type { User } from '#/contract/operation.ts'
import { nextPageToken, pageOf, pageParams } from '#/contract/paging.ts'
import {
  array,
  boolean,
  dateTime,
  integer,
  kind,
  object,
  readOnly,
  requiredBy,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import { forbidden, invalidField, notFound } from '#/kernel/errors.ts'
import { operation } from './operation.ts'
import { requireName, requireRoom, requireScopes } from './own-credential.ts'

const scopesMax = 100

const dayMs = 86_400_000
const daysDefault = 30

const OwnToken = object('OwnToken', {
  kind: kind('almanac#token'),
  id: readOnly(sessionProperties.id),
  type: readOnly(sessionProperties.type),
  name: requiredBy({ ...sessionProperties.name, lengthMax: 200 }, 'account.tokens.insert'),
  clientId: readOnly(sessionProperties.clientId),
  scopes: requiredBy(
    array(string({ lengthMax: 200 }), {
      about: 'The scopes, at most those of the token of the request.',
      itemsMax: scopesMax,
    }),
    'account.tokens.insert',
  ),
  expiresInDays: integer({
    about: 'Days until a new token expires. Defaults to 30.',
  }),
  created: readOnly(dateTime({ about: 'The creation time, if known.' })),
  lastUsed: readOnly(sessionProperties.lastUsed),
  expires: readOnly(sessionProperties.expires),
  isCurrent: readOnly(boolean({ about: 'Whether this is the token of this call.' })),
  token: readOnly(string({ about: 'The secret text. Returned only on creation.' })),
})

const OwnTokens = object('OwnTokens', {
  kind: kind('almanac#tokens'),
  items: array(OwnToken),
  nextPageToken,
})

const listTokens = operation(
  {
    id: 'account.tokens.list',
    http: 'GET /users/me/tokens',
    summary: 'Lists the tokens and sessions of the caller, without their secrets.',
    params: pageParams,
    reply: OwnTokens,
  },
  async ({ params, caller, ...context }) => {
    const { userId } = caller
    const { entries, next } = await pageOf(context, params, {
      collection: 'account.tokens',
      owner: userId,
      read: (page) => context.directory.sessions({ id: userId }, page),
      positionOf: ({ id }) => id,
    })
    const items = entries.map((session) => wireToken(session, caller))
    return { kind: 'almanac#tokens', items, ...next }
  },
)

const insertToken = operation(
  {
    id: 'account.tokens.insert',
    http: 'POST /users/me/tokens',
    summary:
      'Creates a personal access token of the caller, which is shown only once. A token that a program creates ends with the access of the program.',
    body: OwnToken,
    reply: OwnToken,
    recentSignIn: 'required',
    audit: { object: 'tokens', details: ['name', 'scopes', 'expiresInDays'] },
  },
  async ({ body, caller, database, clock, tokens, mode, ownTokensMax, ownTokenDaysMax }) => {
    const name = requireName(body)
    const scopes = requireScopes(body.scopes)
    const foreign = scopes.find((scope) => !caller.scopes.has(scope))
    if (foreign !== undefined) {
      throw forbidden(`The token of this call does not allow ${JSON.stringify(foreign)}.`)
    }
    const createdAtMs = clock.nowMs()
    const requestedAtMs = createdAtMs + daysOf(body.expiresInDays, ownTokenDaysMax) * dayMs
    const { userId } = caller
    return database.transaction(async (tx) => {
      const basis = await mintingBasis(tx, caller, { clock, tokens, mode })
      const expiresAtMs = Math.min(requestedAtMs, basis.expiresAtMs ?? requestedAtMs)
      const count = await tokens.countOf(tx, { userId, clientId })
      requireRoom(count, { max: ownTokensMax, things: 'tokens of this kind' })
      // A token that is created in dev mode is never accepted in production.
      const origin = originIn(mode)
      const lifetime = { createdAtMs, expiresAtMs }
      const draft = { ...basis, userId, clientId, scopes, origin, name, ...lifetime } as const
      const token = await tokens.mint(tx, draft)
      const id = sessionIdOf(hashOf(token))
      const session = { id, kind: 'accessToken', name, clientId, scopes, ...lifetime } as const
      return { ...wireToken({ ...session, lastUsedAtMs: undefined }, caller), token }
    })
  },
)

const deleteToken = operation(
  {
    id: 'account.tokens.delete',
    http: 'DELETE /users/me/tokens/{tokenId}',
    summary:
      'Revokes a token or session of the caller; with a refresh token, all tokens of the same consent.',
    params: { tokenId: string({ about: 'The id of the token.', lengthMax: 64 }) },
    audit: { object: 'tokens/{tokenId}' },
  },
  async ({ params, caller, directory }) => {
    if (!(await directory.endSession({ id: caller.userId }, params.tokenId))) throw notFound()
  },
)

export const tokenOperations = [listTokens, insertToken, deleteToken]

const wireToken = (session: SessionRecord, caller: User): TypeOf<typeof OwnToken> => ({
  kind: 'almanac#token',
  ...wireSession(session),
  isCurrent: caller.token !== undefined && sessionIdOf(caller.token.hash) === session.id,
})

function daysOf(days = daysDefault, ownTokenDaysMax: number): number {
  const daysMax = Math.max(ownTokenDaysMax, 1)
  if (days < 1 || days > daysMax) {
    throw invalidField(`Invalid expiresInDays: a token is valid for 1 to ${daysMax} days.`)
  }
  return days
}
