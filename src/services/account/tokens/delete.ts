import { almanacApi } from '#/contract/almanac-api.ts'
import { string } from '#/contract/schema.ts'
import { notFound } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { canManageAccount } from '../scopes.ts'

export const delete_ = operation(
  {
    id: 'account.tokens.delete',
    api: almanacApi,
    http: 'DELETE /users/me/tokens/{tokenId}',
    summary:
      'Ends a token or session of the caller; with a refresh token, all tokens of the same consent.',
    params: { tokenId: string({ about: 'The id of the token.', lengthMax: 64 }) },
    scopes: canManageAccount,
    audit: { object: 'tokens/{tokenId}' },
    cost: 1,
  },
  async ({ params, caller, directory }) => {
    if (!(await directory.endSession({ id: caller.userId }, params.tokenId))) throw notFound()
  },
)
