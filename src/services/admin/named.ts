import type { UserRecord } from '#/auth/directory.ts'
import { providerLimits } from '#/auth/federation/provider-rules.ts'
import type { GroupRecord } from '#/auth/groups.ts'
import { string } from '#/contract/schema.ts'
import { forbidden, notFound } from '#/kernel/errors.ts'
import type { AdminGiven, AdminParts } from './operation.ts'
import type { ResourceRecord } from './resources/resources.ts'

export const userKey = string({ about: 'The email address of a user, or the id.', lengthMax: 254 })
export const groupKey = string({
  about: 'The email address of a group, or the id.',
  lengthMax: 254,
})

export const resourceId = string({
  about: 'The id of a room, which is its address.',
  lengthMax: 254,
})

export const providerId = string({
  about: 'The id of an identity provider.',
  lengthMax: providerLimits.idLengthMax,
})

/** The user that a path names. */
export async function namedUser(
  { directory, renameObject }: Pick<AdminParts, 'directory' | 'renameObject'>,
  key: string,
): Promise<UserRecord> {
  const user = await (key.includes('@') ? directory.find(key) : directory.findById(key))
  if (user === undefined) throw notFound('There is no such user.')
  renameObject({ from: `users/${key}`, to: `users/${user.email}` })
  return user
}

/** The same, for a change: those who have a role themselves are changed by owners, or by themselves. */
export async function changeableUser(
  given: Pick<AdminGiven, 'directory' | 'renameObject' | 'role' | 'caller'>,
  key: string,
): Promise<UserRecord> {
  const user = await namedUser(given, key)
  if (user.adminRole !== null && given.role !== 'owner' && user.id !== given.caller.userId) {
    throw forbidden('Only an owner may change an administrator.')
  }
  return user
}

/** The group that a path names. */
export async function namedGroup(
  { groups, renameObject }: AdminParts,
  key: string,
): Promise<GroupRecord> {
  const group = await (key.includes('@') ? groups.find(key) : groups.findById(key))
  if (group === undefined) throw notFound('There is no such group.')
  renameObject({ from: `groups/${key}`, to: `groups/${group.email}` })
  return group
}

/** The room that a path names. */
export async function namedResource(
  { resources }: AdminParts,
  id: string,
): Promise<ResourceRecord> {
  const resource = await resources.find(id)
  if (resource === undefined) throw notFound('There is no such room.')
  return resource
}
