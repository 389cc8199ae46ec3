import { requiredField } from '#/kernel/errors.ts'
import { Member, wireMember } from '../../groups.ts'
import { groupKey, namedGroup } from '../../named.ts'
import { operation } from '../../operation.ts'
import { mayCall } from '../../roles.ts'
import { canManage } from '../../scopes.ts'

export const insert = operation(
  {
    id: 'admin.groups.members.insert',
    http: 'POST /groups/{groupKey}/members',
    summary: 'Puts an address into a group.',
    params: { groupKey },
    body: Member,
    reply: Member,
    scopes: canManage,
    roles: mayCall.manageUsers,
    audit: { object: 'groups/{groupKey}/members/{email}', details: ['role'] },
    cost: 1,
  },
  async ({ params, body, ...given }) => {
    const { email, role } = body
    if (email === undefined) throw requiredField('Missing email.')
    const group = await namedGroup(given, params.groupKey)
    return wireMember(await given.groups.add(group, { email, role }))
  },
)
