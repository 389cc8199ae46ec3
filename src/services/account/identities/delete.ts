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
    summary: 'Unlinks the caller from an identity provider, unless it is the only way to sign in.',
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
