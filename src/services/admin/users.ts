import { adminRoles } from '#/auth/directory/admin-roles.ts'
import type { UserRecord } from '#/auth/directory/directory.ts'
import { created, wireMoment } from '#/contract/moment.ts'
import { nextPageToken, pageOf, pageParams } from '#/contract/paging.ts'
import {
  about,
  array,
  boolean,
  kind,
  object,
  oneOf,
  optional,
  patchOf,
  readOnly,
  requiredBy,
  string,
  type TypeOf,
} from '#/contract/schema.ts'
import {
  badRequest,
  duplicate,
  forbidden,
  invalidField,
  limitExceeded,
  notFound,
  requiredField,
} from '#/kernel/errors.ts'
import { type AdminContext, type AdminDependencies, mayCall, operation } from './operation.ts'

export const userKey = string({ about: 'The email address of a user, or the id.', lengthMax: 254 })

const name = string({ about: 'The display name.', lengthMax: 200 })
const adminRole = about(
  'The administrator role; absent for ordinary users. Only owners can set it.',
  oneOf(...adminRoles),
)
const password = string({ about: 'At least 10 characters. It is never shown.' })

const User = object('User', {
  kind: kind('admin#user'),
  id: readOnly(string({ about: 'The immutable id.' })),
  email: readOnly(string({ about: 'The address, which is also the id of the primary calendar.' })),
  name,
  adminRole,
  isAdmin: readOnly(boolean({ about: 'The user has a role.' })),
  isDisabled: readOnly(boolean({ about: 'The user cannot sign in, and has no tokens.' })),
  hasPassword: readOnly(boolean({ about: 'The user can sign in with a password.' })),
  created,
})

const NewUser = object('NewUser', {
  email: requiredBy(string({ about: 'The address.' }), 'admin.users.insert'),
  name,
  adminRole,
  password,
})

const Password = object('Password', {
  password: requiredBy(password, 'admin.users.setPassword'),
})

const UserList = object('UserList', {
  kind: kind('admin#users'),
  items: array(User),
  nextPageToken,
})

const listUsers = operation(
  {
    id: 'admin.users.list',
    http: 'GET /users',
    summary: 'Lists the users by address.',
    params: pageParams,
    reply: UserList,
    roles: mayCall.seeUsers,
  },
  async ({ params, ...context }) => {
    const { entries, next } = await pageOf(context, params, {
      collection: 'admin.users',
      read: (page) => context.directory.page(page),
      positionOf: ({ email }) => email,
    })
    return { kind: 'admin#users', items: entries.map(wireUser), ...next }
  },
)

const getUser = operation(
  {
    id: 'admin.users.get',
    http: 'GET /users/{userKey}',
    summary: 'Returns a user.',
    params: { userKey },
    reply: User,
    roles: mayCall.seeUsers,
  },
  async ({ params, ...context }) => wireUser(await requireUser(context, params.userKey)),
)

const insertUser = operation(
  {
    id: 'admin.users.insert',
    http: 'POST /users',
    summary: 'Creates a user with the initial data of each service.',
    body: NewUser,
    reply: User,
    roles: mayCall.manageUsers,
    recentSignIn: 'ifSignedIn',
    audit: { object: 'users/{email}', details: ['name', 'adminRole'] },
  },
  async ({ body, role, directory }) => {
    const { email } = body
    if (email === undefined) throw requiredField('Missing email.')
    if (body.adminRole !== undefined && role !== 'owner') {
      throw forbidden('Only an owner may give a role.')
    }
    const { user, isNew } = await directory.create({ ...body, email })
    if (!isNew) throw duplicate('A user with this address')
    return wireUser(user)
  },
)

const patchUser = operation(
  {
    id: 'admin.users.patch',
    http: 'PATCH /users/{userKey}',
    summary: 'Updates the name or the administrator role of a user.',
    params: { userKey },
    body: patchOf(User),
    reply: User,
    roles: mayCall.manageUsers,
    recentSignIn: 'ifSignedIn',
    audit: { object: 'users/{userKey}', details: ['name', 'adminRole'] },
  },
  async ({ params, body, ...context }) => {
    const { name, adminRole } = body
    if (name === null) throw invalidField('A user needs a name.')
    if (adminRole !== undefined && context.role !== 'owner') {
      throw forbidden('Only an owner may give or take a role.')
    }
    const user = await requireChangeableUser(context, params.userKey)
    const changed = await context.directory.change(user, { name, adminRole })
    if (changed === undefined) throw notFound()
    return wireUser(changed)
  },
)

const setPassword = operation(
  {
    id: 'admin.users.setPassword',
    http: 'POST /users/{userKey}/setPassword',
    summary:
      'Sets the password of a user and signs them out everywhere: sessions and consents end.',
    params: { userKey },
    body: Password,
    reply: User,
    roles: mayCall.manageUsers,
    recentSignIn: 'ifSignedIn',
    audit: { object: 'users/{userKey}' },
  },
  async ({ params, body, ...context }) => {
    const { password } = body
    if (password === undefined) throw requiredField('Missing password.')
    const user = await requireChangeableUser(context, params.userKey)
    const changed = await context.directory.setPassword(user, password)
    if (changed === undefined) throw notFound()
    return wireUser(changed)
  },
)

const inviteUser = operation(
  {
    id: 'admin.users.invite',
    http: 'POST /users/{userKey}/invite',
    summary: 'Mails a user a link to set a password. It works once, for seven days.',
    params: {
      userKey,
      language: optional(
        about('The language of the mail. Defaults to English.', oneOf('en', 'de')),
      ),
    },
    roles: mayCall.manageUsers,
    recentSignIn: 'ifSignedIn',
    audit: { object: 'users/{userKey}' },
  },
  async ({ params, invitations, ...context }) => {
    const user = await requireChangeableUser(context, params.userKey)
    if (!invitations.canSend) throw badRequest('This server has no mail server.')
    if (user.isDisabled) throw badRequest('The user is disabled.')
    if (!(await invitations.send(user, params.language ?? 'en'))) {
      throw limitExceeded('The user has several links: wait until one of them expires.')
    }
  },
)

const disableUser = operation(
  {
    id: 'admin.users.disable',
    http: 'POST /users/{userKey}/disable',
    summary: 'Disables a user: all tokens and sessions end, and the user cannot sign in.',
    params: { userKey },
    reply: User,
    roles: mayCall.manageUsers,
    audit: { object: 'users/{userKey}' },
  },
  async ({ params, ...context }) => {
    const user = await requireChangeableUser(context, params.userKey)
    if (user.id === context.caller.userId) {
      throw forbidden('Administrators cannot disable themselves.')
    }
    const disabled = await context.directory.disable(user)
    if (disabled === undefined) throw notFound()
    return wireUser(disabled)
  },
)

const enableUser = operation(
  {
    id: 'admin.users.enable',
    http: 'POST /users/{userKey}/enable',
    summary: 'Enables a disabled user. Revoked tokens stay revoked.',
    params: { userKey },
    reply: User,
    roles: mayCall.manageUsers,
    audit: { object: 'users/{userKey}' },
  },
  async ({ params, ...context }) => {
    const user = await requireChangeableUser(context, params.userKey)
    const enabled = await context.directory.enable(user)
    if (enabled === undefined) throw notFound()
    return wireUser(enabled)
  },
)

const revokeAll = operation(
  {
    id: 'admin.users.revokeAll',
    http: 'POST /users/{userKey}/revokeAll',
    summary: 'Revokes all tokens, consents and sessions of a user. The user can sign in again.',
    params: { userKey },
    roles: mayCall.manageUsers,
    audit: { object: 'users/{userKey}' },
  },
  async ({ params, ...context }) =>
    context.directory.revokeAll(await requireChangeableUser(context, params.userKey)),
)

const deleteUser = operation(
  {
    id: 'admin.users.delete',
    http: 'DELETE /users/{userKey}',
    summary: 'Deletes a user with all of their data.',
    params: { userKey },
    roles: mayCall.manageUsers,
    audit: { object: 'users/{userKey}' },
  },
  async ({ params, ...context }) => {
    const user = await requireChangeableUser(context, params.userKey)
    if (user.id === context.caller.userId)
      throw forbidden('Administrators cannot delete themselves.')
    if (!(await context.directory.remove(user.email))) throw notFound()
  },
)

const deleteSecondFactors = operation(
  {
    id: 'admin.users.secondFactors.delete',
    http: 'DELETE /users/{userKey}/secondFactors',
    summary:
      'Removes the passkeys, authenticator app and recovery codes of a user, who then signs in with the password alone.',
    params: { userKey },
    roles: mayCall.manageUsers,
    recentSignIn: 'ifSignedIn',
    audit: { object: 'users/{userKey}' },
  },
  async ({ params, ...context }) => {
    const user = await requireChangeableUser(context, params.userKey)
    if (user.id === context.caller.userId) {
      throw forbidden('Change your own second factor on the security page of your account.')
    }
    await context.directory.resetSecondFactor(user)
  },
)

export const userOperations = [
  listUsers,
  getUser,
  insertUser,
  patchUser,
  setPassword,
  inviteUser,
  disableUser,
  enableUser,
  revokeAll,
  deleteUser,
  deleteSecondFactors,
]

export const wireUser = ({ createdAtMs, adminRole, ...user }: UserRecord): TypeOf<typeof User> => ({
  kind: 'admin#user',
  ...user,
  ...(adminRole !== null && { adminRole }),
  isAdmin: adminRole !== null,
  created: wireMoment(createdAtMs),
})

/** Returns the user that a path names by address or id. */
export async function requireUser(
  { directory, renameObject }: Pick<AdminDependencies, 'directory' | 'renameObject'>,
  key: string,
): Promise<UserRecord> {
  const user = await (key.includes('@') ? directory.find(key) : directory.findById(key))
  if (user === undefined) throw notFound('There is no such user.')
  renameObject({ from: `users/${key}`, to: `users/${user.email}` })
  return user
}

/** Returns a user whom the caller may change. Only owners and they themselves may change administrators. */
export async function requireChangeableUser(
  context: Pick<AdminContext, 'directory' | 'renameObject' | 'role' | 'caller'>,
  key: string,
): Promise<UserRecord> {
  const user = await requireUser(context, key)
  if (user.adminRole !== null && context.role !== 'owner' && user.id !== context.caller.userId) {
    throw forbidden('Only an owner may change an administrator.')
  }
  return user
}
