import { string } from '#/contract/schema.ts'
import { notFound } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

export const delete_ = operation(
  {
    id: 'admin.domains.delete',
    http: 'DELETE /domains/{name}',
    summary: 'Removes a domain. Users with addresses in it stay.',
    params: { name: string({ about: 'The name of the domain.' }) },
    scopes: canManage,
    roles: mayCall.manageServer,
    audit: { object: 'domains/{name}' },
    cost: 1,
  },
  async ({ params, domains }) => {
    if (!(await domains.remove(params.name))) throw notFound()
  },
)
