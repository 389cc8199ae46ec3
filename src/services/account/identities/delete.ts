import { providerLimits } from '#/auth/federation/provider-rules.ts'
import { almanacApi } from '#/contract/almanac-api.ts'
import { string } from '#/contract/schema.ts'
import { notFound } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { canManageAccount } from '../scopes.ts'

export const delete_ = operation(
  {
    id: 'account.identities.delete',
    api: almanacApi,
    http: 'DELETE /users/me/identities/{providerId}',
    summary:
      'Disconnects the caller, who has to have signed in lately, from an identity provider. The last way to sign in stays.',
    params: {
      providerId: string({
        about: 'The id of the identity provider.',
        lengthMax: providerLimits.idLengthMax,
      }),
    },
    scopes: canManageAccount,
    audit: { object: 'identities/{providerId}' },
    recentSignIn: 'required',
    cost: 1,
  },
  async ({ params, caller, identities }) => {
    if (!(await identities.unlinkOwn(caller.userId, params.providerId))) throw notFound()
  },
)
