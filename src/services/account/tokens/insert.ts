import { originIn } from '#/auth/credential-origin.ts'
import { sessionIdOf } from '#/auth/directory-sessions.ts'
import { mintingBasis } from '#/auth/minting.ts'
import { hashOf } from '#/auth/secrets.ts'
import { personalClientId as clientId } from '#/auth/tokens.ts'
import { almanacApi } from '#/contract/almanac-api.ts'
import { forbidden, invalidField, limitExceeded, requiredField } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { canManageAccount } from '../scopes.ts'
import { OwnToken, wireToken } from '../tokens.ts'

const dayMs = 86_400_000
const daysDefault = 30

export const insert = operation(
  {
    id: 'account.tokens.insert',
    api: almanacApi,
    http: 'POST /users/me/tokens',
    summary:
      'Creates a personal access token of the caller, which is shown only once. A token that a program creates ends with the access of the program.',
    params: {},
    body: OwnToken,
    reply: OwnToken,
    scopes: canManageAccount,
    recentSignIn: 'required',
    audit: { object: 'tokens', details: ['name', 'scopes', 'expiresInDays'] },
    cost: 1,
  },
  async ({ body, caller, database, clock, tokens, mode, ownTokensMax, ownTokenDaysMax }) => {
    const name = (body.name ?? '').trim()
    if (name === '') throw requiredField('Missing name.')
    const scopes = [...new Set(body.scopes ?? [])]
    if (scopes.length === 0) throw requiredField('Missing scopes.')
    const foreign = scopes.find((scope) => !caller.scopes.has(scope))
    if (foreign !== undefined) {
      throw forbidden(`The token of this call does not allow ${JSON.stringify(foreign)}.`)
    }
    const createdAtMs = clock.nowMs()
    const wantedAtMs = createdAtMs + daysOf(body.expiresInDays, ownTokenDaysMax) * dayMs
    const { userId } = caller
    return database.transaction(async (tx) => {
      const basis = await mintingBasis(tx, caller, { clock, tokens, mode })
      const expiresAtMs = Math.min(wantedAtMs, basis.expiresAtMs ?? wantedAtMs)
      const count = await tokens.countOf(tx, { userId, clientId })
      if (count >= ownTokensMax) {
        throw limitExceeded(`A user has at most ${ownTokensMax} tokens of this kind.`)
      }
      // What is made with a credential for development is one as well.
      const origin = originIn(mode)
      const lifetime = { createdAtMs, expiresAtMs }
      const wanted = { ...basis, userId, clientId, scopes, origin, name, ...lifetime } as const
      const token = await tokens.mint(tx, wanted)
      const id = sessionIdOf(hashOf(token))
      const made = { id, kind: 'accessToken', name, clientId, scopes } as const
      return { ...wireToken({ ...made, ...lifetime }, caller), token }
    })
  },
)

function daysOf(days = daysDefault, ownTokenDaysMax: number): number {
  const daysMax = Math.max(ownTokenDaysMax, 1)
  if (days < 1 || days > daysMax) {
    throw invalidField(`Invalid expiresInDays: a token lives from 1 to ${daysMax} days.`)
  }
  return days
}
