import type { GroupRecord } from '#/auth/groups.ts'
import type { MemberRecord } from '#/auth/groups-members.ts'
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
import { created, wireMoment } from './schemas/moment.ts'

const nextPageToken = string({ about: 'Asks for the next page; absent on the last one.' })

export const Group = object('Group', {
  kind: kind('admin#group'),
  id: readOnly(string({ about: 'Stays the same for ever.' })),
  email: requiredBy(
    string({ about: 'The address that stands for all members.' }),
    'admin.groups.insert',
  ),
  name: string({ about: 'What people call the group.', lengthMax: 200 }),
  created,
})

export const GroupList = object('GroupList', {
  kind: kind('admin#groups'),
  items: array(Group),
  nextPageToken,
})

export const Member = object('Member', {
  kind: kind('admin#member'),
  email: requiredBy(
    string({ about: 'A user, a stranger, or another group.' }),
    'admin.groups.members.insert',
  ),
  role: about('`member` unless given.', oneOf('member', 'manager', 'owner')),
})

export const MemberList = object('MemberList', {
  kind: kind('admin#members'),
  items: array(Member),
  nextPageToken,
})

export const wireGroup = ({ createdAtMs, ...group }: GroupRecord): TypeOf<typeof Group> => ({
  kind: 'admin#group',
  ...group,
  created: wireMoment(createdAtMs),
})

export const wireMember = (member: MemberRecord): TypeOf<typeof Member> => ({
  kind: 'admin#member',
  ...member,
})
