import type { GroupRecord } from '#/auth/directory/groups.ts'
import type { MemberRecord } from '#/auth/directory/groups-members.ts'
import { created, wireMoment } from '#/contract/moment.ts'
import { nextPageToken, pageOf, pageParams } from '#/contract/paging.ts'
import {
  about,
  array,
  kind,
  object,
  oneOf,
  readOnly,
  requiredBy,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import { notFound, requiredField } from '#/kernel/errors.ts'
import { type AdminDependencies, mayCall, operation } from './operation.ts'

const groupKey = string({
  about: 'The email address of a group, or the id.',
  lengthMax: 254,
})

const Group = object('Group', {
  kind: kind('admin#group'),
  id: readOnly(string({ about: 'The immutable id.' })),
  email: requiredBy(string({ about: 'The email address of the group.' }), 'admin.groups.insert'),
  name: string({ about: 'The display name.', lengthMax: 200 }),
  created,
})

const GroupList = object('GroupList', {
  kind: kind('admin#groups'),
  items: array(Group),
  nextPageToken,
})

const Member = object('Member', {
  kind: kind('admin#member'),
  email: requiredBy(
    string({ about: 'A user, a stranger, or another group.' }),
    'admin.groups.members.insert',
  ),
  role: about('Defaults to `member`.', oneOf('member', 'manager', 'owner')),
})

const MemberList = object('MemberList', {
  kind: kind('admin#members'),
  items: array(Member),
  nextPageToken,
})

const listGroups = operation(
  {
    id: 'admin.groups.list',
    http: 'GET /groups',
    summary: 'Lists the groups by address.',
    params: pageParams,
    reply: GroupList,
    roles: mayCall.seeUsers,
  },
  async ({ params, ...context }) => {
    const { entries, next } = await pageOf(context, params, {
      collection: 'admin.groups',
      read: (page) => context.groups.page(page),
      positionOf: ({ email }) => email,
    })
    return { kind: 'admin#groups', items: entries.map(wireGroup), ...next }
  },
)

const getGroup = operation(
  {
    id: 'admin.groups.get',
    http: 'GET /groups/{groupKey}',
    summary: 'Returns a group.',
    params: { groupKey },
    reply: Group,
    roles: mayCall.seeUsers,
  },
  async ({ params, ...context }) => wireGroup(await requireGroup(context, params.groupKey)),
)

const insertGroup = operation(
  {
    id: 'admin.groups.insert',
    http: 'POST /groups',
    summary: 'Creates a group without members.',
    body: Group,
    reply: Group,
    roles: mayCall.manageUsers,
    audit: { object: 'groups/{email}' },
  },
  async ({ body, groups }) => {
    const { email, name } = body
    if (email === undefined) throw requiredField('Missing email.')
    return wireGroup(await groups.create({ email, name }))
  },
)

const deleteGroup = operation(
  {
    id: 'admin.groups.delete',
    http: 'DELETE /groups/{groupKey}',
    summary: 'Deletes a group and its memberships. Its members are not deleted.',
    params: { groupKey },
    roles: mayCall.manageUsers,
    audit: { object: 'groups/{groupKey}' },
  },
  async ({ params, ...context }) => {
    const group = await requireGroup(context, params.groupKey)
    if (!(await context.groups.remove(group))) throw notFound()
  },
)

const listMembers = operation(
  {
    id: 'admin.groups.members.list',
    http: 'GET /groups/{groupKey}/members',
    summary: 'Lists the direct members of a group by address.',
    params: { groupKey, ...pageParams },
    reply: MemberList,
    roles: mayCall.seeUsers,
  },
  async ({ params, ...context }) => {
    const group = await requireGroup(context, params.groupKey)
    const { entries, next } = await pageOf(context, params, {
      collection: 'admin.groups.members',
      owner: group.id,
      read: (page) => context.groups.members(group, page),
      positionOf: ({ email }) => email,
    })
    return { kind: 'admin#members', items: entries.map(wireMember), ...next }
  },
)

const insertMember = operation(
  {
    id: 'admin.groups.members.insert',
    http: 'POST /groups/{groupKey}/members',
    summary: 'Adds a member to a group.',
    params: { groupKey },
    body: Member,
    reply: Member,
    roles: mayCall.manageUsers,
    audit: { object: 'groups/{groupKey}/members/{email}', details: ['role'] },
  },
  async ({ params, body, ...context }) => {
    const { email, role } = body
    if (email === undefined) throw requiredField('Missing email.')
    const group = await requireGroup(context, params.groupKey)
    return wireMember(await context.groups.add(group, { email, role }))
  },
)

const deleteMember = operation(
  {
    id: 'admin.groups.members.delete',
    http: 'DELETE /groups/{groupKey}/members/{memberKey}',
    summary: 'Removes a member from a group.',
    params: { groupKey, memberKey: string({ about: 'The address of the member.' }) },
    roles: mayCall.manageUsers,
    audit: { object: 'groups/{groupKey}/members/{memberKey}' },
  },
  async ({ params, ...context }) => {
    const group = await requireGroup(context, params.groupKey)
    if (!(await context.groups.removeMember(group, params.memberKey))) throw notFound()
  },
)

export const groupOperations = [
  listGroups,
  getGroup,
  insertGroup,
  deleteGroup,
  listMembers,
  insertMember,
  deleteMember,
]

export const wireGroup = ({ createdAtMs, ...group }: GroupRecord): TypeOf<typeof Group> => ({
  kind: 'admin#group',
  ...group,
  created: wireMoment(createdAtMs),
})

export const wireMember = (member: MemberRecord): TypeOf<typeof Member> => ({
  kind: 'admin#member',
  ...member,
})

/** Returns the group that a path names by address or id. */
async function requireGroup(
  { groups, renameObject }: AdminDependencies,
  key: string,
): Promise<GroupRecord> {
  const group = await (key.includes('@') ? groups.find(key) : groups.findById(key))
  if (group === undefined) throw notFound('There is no such group.')
  renameObject({ from: `groups/${key}`, to: `groups/${group.email}` })
  return group
}
