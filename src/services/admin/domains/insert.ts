import { duplicate, requiredField } from '#/kernel/errors.ts'
import { Domain, wireDomain } from '../domains.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

export const insert = operation(
  {
    id: 'admin.domains.insert',
    http: 'POST /domains',
    summary: 'Adds a domain.',
    params: {},
    body: Domain,
    reply: Domain,
    scopes: canManage,
    roles: mayCall.manageServer,
    audit: { object: 'domains/{name}' },
    cost: 1,
  },
  async ({ body, domains }) => {
    if (body.name === undefined) throw requiredField('Missing name.')
    const domain = await domains.add(body.name)
    if (domain === undefined) throw duplicate('The domain')
    return wireDomain(domain)
  },
)
