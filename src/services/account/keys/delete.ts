import { almanacApi } from '#/contract/almanac-api.ts'
import { string } from '#/contract/schema.ts'
import { notFound } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { canManageAccount } from '../scopes.ts'

export const delete_ = operation(
  {
    id: 'account.keys.delete',
    api: almanacApi,
    http: 'DELETE /users/me/keys/{keyId}',
    summary: 'Ends an API key of the caller.',
    params: { keyId: string({ about: 'The id of the key.', lengthMax: 64 }) },
    scopes: canManageAccount,
    audit: { object: 'keys/{keyId}' },
    cost: 1,
  },
  ({ params, caller, apiKeys, database, onEnded }) =>
    database.transaction(async (tx) => {
      tx.afterCommit(onEnded)
      if (!(await apiKeys.remove(tx, params.keyId, caller.userId))) throw notFound()
    }),
)
