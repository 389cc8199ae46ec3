import type { KeyRecord } from '#/auth/credentials/api-keys.ts'
import { originIn } from '#/auth/credentials/credential-origin.ts'
import { created, wireMoment } from '#/contract/moment.ts'
import {
  array,
  kind,
  object,
  readOnly,
  requiredBy,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import { operation } from './operation.ts'
import { endCredential, requireName, requireRoom } from './own-credential.ts'
import { requireDeveloper } from './profile.ts'

const OwnKey = object('OwnKey', {
  kind: kind('almanac#key'),
  id: readOnly(string({ about: 'Names it here, and is of no other use.' })),
  name: requiredBy(
    string({ about: 'A name chosen by the user.', lengthMax: 200 }),
    'account.keys.insert',
  ),
  created,
  key: readOnly(string({ about: 'The secret text. Returned only on creation.' })),
})

const OwnKeys = object('OwnKeys', { kind: kind('almanac#keys'), items: array(OwnKey) })

const listKeys = operation(
  {
    id: 'account.keys.list',
    http: 'GET /users/me/keys',
    summary: 'Lists the API keys of the caller, without the keys themselves.',
    reply: OwnKeys,
  },
  async ({ caller, apiKeys, database }) => ({
    kind: 'almanac#keys',
    items: (await apiKeys.listOf(database, caller.userId)).map(wireKey),
  }),
)

const insertKey = operation(
  {
    id: 'account.keys.insert',
    http: 'POST /users/me/keys',
    summary: 'Creates an API key, which gives access to public data only. It is shown only once.',
    body: OwnKey,
    reply: OwnKey,
    audit: { object: 'keys', details: ['name'] },
  },
  async ({ body, caller, apiKeys, database, mode, ownKeysMax, ...context }) => {
    await requireDeveloper({ ...context, caller })
    const name = requireName(body)
    const { userId: ownerId } = caller
    return database.transaction(async (tx) => {
      const { length } = await apiKeys.listOf(tx, ownerId)
      requireRoom(length, { max: ownKeysMax, things: 'keys' })
      const origin = originIn(mode)
      const { text, ...key } = await apiKeys.create(tx, { name, origin, ownerId })
      return { ...wireKey({ ...key, name }), key: text }
    })
  },
)

const deleteKey = operation(
  {
    id: 'account.keys.delete',
    http: 'DELETE /users/me/keys/{keyId}',
    summary: 'Deletes an API key of the caller.',
    params: { keyId: string({ about: 'The id of the key.', lengthMax: 64 }) },
    audit: { object: 'keys/{keyId}' },
  },
  ({ params, caller, apiKeys, ...context }) =>
    endCredential(context, (tx) => apiKeys.remove(tx, params.keyId, caller.userId)),
)

export const keyOperations = [listKeys, insertKey, deleteKey]

const wireKey = ({
  id,
  name,
  createdAtMs,
}: Pick<KeyRecord, 'id' | 'name' | 'createdAtMs'>): TypeOf<typeof OwnKey> => ({
  kind: 'almanac#key',
  id,
  name,
  created: wireMoment(createdAtMs),
})
