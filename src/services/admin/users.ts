import { adminRoles } from '#/auth/admin-roles.ts'
import type { UserRecord } from '#/auth/directory.ts'
import {
  about,
  array,
  boolean,
  kind,
  object,
  oneOf,
  readOnly,
  requiredBy,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import { created, wireMoment } from './schemas/moment.ts'

const name = string({ about: 'What people call the user.', lengthMax: 200 })
const adminRole = about(
  'What the user may do here; absent for an ordinary user. Only owners set it.',
  oneOf(...adminRoles),
)
const password = string({ about: 'At least 10 characters. It is never shown.' })

export const User = object('User', {
  kind: kind('admin#user'),
  id: readOnly(string({ about: 'Stays the same for ever.' })),
  email: readOnly(string({ about: 'The address, which is also the id of the primary calendar.' })),
  name,
  adminRole,
  isAdmin: readOnly(boolean({ about: 'The user has a role.' })),
  isDisabled: readOnly(boolean({ about: 'The user cannot sign in, and has no tokens.' })),
  hasPassword: readOnly(boolean({ about: 'The user can sign in with a password.' })),
  created,
})

export const NewUser = object('NewUser', {
  email: requiredBy(string({ about: 'The address.' }), 'admin.users.insert'),
  name,
  adminRole,
  password,
})

export const Password = object('Password', {
  password: requiredBy(password, 'admin.users.setPassword'),
})

export const UserList = object('UserList', {
  kind: kind('admin#users'),
  items: array(User),
  nextPageToken: string({ about: 'Asks for the next page; absent on the last one.' }),
})

export type User = TypeOf<typeof User>

export const wireUser = ({ createdAtMs, adminRole, ...user }: UserRecord): User => ({
  kind: 'admin#user',
  ...user,
  ...(adminRole !== null && { adminRole }),
  isAdmin: adminRole !== null,
  created: wireMoment(createdAtMs),
})
