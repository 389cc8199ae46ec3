import { almanacApi } from '#/contract/almanac-api.ts'
import { string } from '#/contract/schema.ts'
import { notFound } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { canManageAccount } from '../scopes.ts'

export const delete_ = operation(
  {
    id: 'account.clients.delete',
    api: almanacApi,
    http: 'DELETE /users/me/clients/{clientId}',
    summary: 'Ends a client of the caller and every sign-in with it.',
    params: { clientId: string({ about: 'The id of the client.', lengthMax: 200 }) },
    scopes: canManageAccount,
    audit: { object: 'clients/{clientId}' },
    cost: 1,
  },
  async ({ params, caller, oauthClients, onEnded }) => {
    if (!(await oauthClients.remove(params.clientId, caller.userId))) throw notFound()
    onEnded()
  },
)
