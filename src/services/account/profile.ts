import { adminRoles, managesUsers } from '#/auth/directory/admin-roles.ts'
import type { UserRecord } from '#/auth/directory/directory.ts'
import { about, array, boolean, kind, object, oneOf, string } from '#/contract/schema.ts'
import { forbidden, notFound } from '#/kernel/errors.ts'
import { type AccountContext, operation } from './operation.ts'

const Profile = object('Profile', {
  kind: kind('almanac#profile'),
  id: string({ about: 'The immutable id.' }),
  email: string({ about: 'The address.' }),
  name: string({ about: 'The display name.' }),
  isAdmin: boolean({ about: 'The user may use the administration.' }),
  adminRole: about('Absent for an ordinary user.', oneOf(...adminRoles)),
  isDeveloper: boolean({ about: 'The user may make clients and keys.' }),
  scopes: array(string(), { about: 'The scopes of the token.' }),
  clientId: string({ about: 'The client of the token.' }),
  mode: oneOf('dev', 'production'),
})

const getProfile = operation(
  {
    id: 'account.profile.get',
    http: 'GET /users/me',
    summary: 'Returns the caller and the scopes of the token.',
    reply: Profile,
  },
  async ({ caller, directory, developers, mode }) => {
    const user = await requireCaller({ directory, caller })
    const { id, email, name, adminRole } = user
    return {
      kind: 'almanac#profile',
      id,
      email,
      name,
      isAdmin: adminRole !== null,
      ...(adminRole !== null && { adminRole }),
      isDeveloper: isDeveloper(user, developers),
      scopes: [...caller.scopes],
      clientId: caller.clientId,
      mode,
    }
  },
)

export const profileOperations = [getProfile]

/** Returns the user who calls. */
export async function requireCaller({
  directory,
  caller,
}: Pick<AccountContext, 'directory' | 'caller'>): Promise<UserRecord> {
  const user = await directory.findById(caller.userId)
  if (user === undefined) throw notFound()
  return user
}

/** Whether a user may create clients and keys. */
const isDeveloper = (
  user: UserRecord | undefined,
  developers: AccountContext['developers'],
): boolean => developers === 'users' || managesUsers(user?.adminRole)

/** Refuses callers who may not create clients and keys: other users see the names of clients. */
export async function requireDeveloper({
  developers,
  directory,
  caller,
}: Pick<AccountContext, 'developers' | 'directory' | 'caller'>): Promise<void> {
  if (developers === 'users') return
  if (!isDeveloper(await directory.findById(caller.userId), developers)) {
    throw forbidden('Only administrators can create clients and keys on this server.')
  }
}
