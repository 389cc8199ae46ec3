import { requiredField } from '#/kernel/errors.ts'
import { operation } from '../operation.ts'
import { Resource, wireResource } from '../resources.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

export const insert = operation(
  {
    id: 'admin.resources.insert',
    http: 'POST /resources',
    summary: 'Makes a room, which answers invitations by itself.',
    params: {},
    body: Resource,
    reply: Resource,
    scopes: canManage,
    roles: mayCall.manageUsers,
    audit: { object: 'resources/{name}', details: ['id', 'owner'] },
    cost: 1,
  },
  async ({ body, caller, resources }) => {
    const { name, owner = caller.email, ...wanted } = body
    if (name === undefined) throw requiredField('Missing name.')
    return wireResource(await resources.create({ ...wanted, name, owner }))
  },
)
