import { originIn } from '#/auth/credential-origin.ts'
import { almanacApi } from '#/contract/almanac-api.ts'
import { limitExceeded, requiredField } from '#/kernel/errors.ts'
import { requireDeveloper } from '../developers.ts'
import { OwnKey, wireKey } from '../keys.ts'
import { operation } from '../operation.ts'
import { canManageAccount } from '../scopes.ts'

export const insert = operation(
  {
    id: 'account.keys.insert',
    api: almanacApi,
    http: 'POST /users/me/keys',
    summary: 'Makes an API key, which opens public data only. It is shown this once.',
    params: {},
    body: OwnKey,
    reply: OwnKey,
    scopes: canManageAccount,
    audit: { object: 'keys', details: ['name'] },
    cost: 1,
  },
  async ({ body, caller, apiKeys, database, mode, ownKeysMax, ...given }) => {
    await requireDeveloper({ ...given, caller })
    const name = (body.name ?? '').trim()
    if (name === '') throw requiredField('Missing name.')
    const { userId: ownerId } = caller
    return database.transaction(async (tx) => {
      if ((await apiKeys.listOf(tx, ownerId)).length >= ownKeysMax) {
        throw limitExceeded(`A user has at most ${ownKeysMax} keys.`)
      }
      const origin = originIn(mode)
      const { text, ...made } = await apiKeys.create(tx, { name, origin, ownerId })
      return { ...wireKey({ ...made, name }), key: text }
    })
  },
)
