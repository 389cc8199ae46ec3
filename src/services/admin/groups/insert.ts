import { requiredField } from '#/kernel/errors.ts'
import { Group, wireGroup } from '../groups.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'

export const insert = operation(
  {
    id: 'admin.groups.insert',
    http: 'POST /groups',
    summary: 'Makes a group without members.',
    params: {},
    body: Group,
    reply: Group,
    scopes: canManage,
    roles: mayCall.manageUsers,
    audit: { object: 'groups/{email}' },
    cost: 1,
  },
  async ({ body, groups }) => {
    const { email, name } = body
    if (email === undefined) throw requiredField('Missing email.')
    return wireGroup(await groups.create({ email, name }))
  },
)
