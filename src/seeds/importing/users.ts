import type { UserRecord } from '#/auth/directory/directory.ts'
import type { Channel, OAuthClient, User } from '../format/users.ts'
import type { SeedImport } from '../import.ts'
import { SeedError } from '../seed-error.ts'

/** Creates domains, users and groups. They come first, because all others refer to them. */
export async function importDirectory(context: SeedImport): Promise<void> {
  const { core, seed, at } = context
  for (const [index, { name = '' }] of (seed.domains ?? []).entries()) {
    await at(`domains[${index}]`, () => core.domains.add(name))
  }
  const emails = new Set<string>()
  for (const [index, user] of (seed.users ?? []).entries()) {
    const path = `users[${index}]`
    const email = user.email!.toLowerCase()
    if (emails.has(email)) throw new SeedError(path, `${email} is described twice.`)
    emails.add(email)
    await at(path, () => putUser(context, user))
  }
  await importGroups(context)
}

/** Updates a user who exists already, such as the demo user, to match the seed. */
async function putUser({ core }: SeedImport, draft: User): Promise<void> {
  const { email = '', name, isAdmin, password } = draft
  const adminRole = draft.adminRole ?? (isAdmin === undefined ? undefined : roleOf(isAdmin))
  const { user, isNew } = await core.directory.create({ email, name, adminRole, password })
  if (isNew) return
  await core.directory.change(user, { name, adminRole })
  if (password !== undefined) await core.directory.setPassword(user, password)
}

const roleOf = (isAdmin: boolean) => (isAdmin ? 'owner' : null)

/** The user with an address; an error at the path that names it where there is none. */
export async function userNamed(
  { core, at }: SeedImport,
  email: string,
  path: string,
): Promise<UserRecord> {
  if (email === '') throw new SeedError(path, 'a user is missing: the seed has none.')
  const user = await at(path, () => core.directory.find(email))
  if (user === undefined) throw new SeedError(path, `there is no user ${email} among users.`)
  return user
}

async function importGroups({ core, seed, at }: SeedImport): Promise<void> {
  const { groups = [] } = seed
  const created = []
  for (const [index, { email = '', name, members = [] }] of groups.entries()) {
    const path = `groups[${index}]`
    const group = await at(path, () => core.groups.create({ email, name }))
    created.push({ group, members, path })
  }
  // A member may be another group.
  for (const { group, members, path } of created) {
    for (const [index, { email = '', role }] of members.entries()) {
      await at(`${path}.members[${index}]`, () => core.groups.add(group, { email, role }))
    }
  }
}

/** Creates rooms, which take the time zone of their owners unless they have one of their own. */
export async function importRooms(context: SeedImport): Promise<void> {
  const { core, seed, names, at } = context
  for (const [index, room] of (seed.rooms ?? []).entries()) {
    const path = `rooms[${index}]`
    const { name = '', owner = names.firstUser, ...draft } = room
    await userNamed(context, owner, `${path}.owner`)
    await at(path, () => core.calendar.resources.create({ ...draft, name, owner }))
  }
}

/** Applies the calendar settings of users, and their time zones. */
export async function importSettings({ core, client, seed, at }: SeedImport): Promise<void> {
  const { almanacBasePath, calendarBasePath } = core.settings
  for (const [index, user] of (seed.users ?? []).entries()) {
    const { email: as = '', timeZone } = user
    const path = `users[${index}]`
    const put = (id: string, value: string) => {
      const target = `${almanacBasePath}/users/me/settings/${encodeURIComponent(id)}`
      return client.call({ as, method: 'PUT', target, body: { value } })
    }
    if (timeZone !== undefined) {
      await at(`${path}.timeZone`, async () => {
        await put('timezone', timeZone)
        const target = `${calendarBasePath}/calendars/primary`
        await client.call({ as, method: 'PATCH', target, body: { timeZone } })
      })
    }
    for (const [id, value] of Object.entries(user.settings ?? {})) {
      await at(`${path}.settings.${id}`, () => put(id, value))
    }
  }
}

/** Creates the OAuth clients with and without an owner. */
export async function importClients(context: SeedImport): Promise<void> {
  const { seed } = context
  for (const [index, draft] of (seed.clients ?? []).entries()) {
    await createClient(context, { draft, path: `clients[${index}]` })
  }
  for (const [index, { email = '', clients = [] }] of (seed.users ?? []).entries()) {
    const path = `users[${index}]`
    const { id: ownerId } = await userNamed(context, email, path)
    for (const [number, draft] of clients.entries()) {
      await createClient(context, { draft, ownerId, path: `${path}.clients[${number}]` })
    }
  }
}

interface NewClient {
  readonly draft: OAuthClient
  readonly ownerId?: string
  readonly path: string
}

function createClient({ core, at }: SeedImport, { draft, ownerId, path }: NewClient) {
  const { id, secret, name = '', type = 'installed', isPublic = false, redirectUris = [] } = draft
  if (isPublic && secret !== undefined) {
    throw new SeedError(`${path}.secret`, 'a public client has no secret.')
  }
  const described = { id, secret, name, kind: type, redirectUris, ownerId }
  return at<unknown>(path, () =>
    isPublic ? core.oauthClients.createPublic(described) : core.oauthClients.create(described),
  )
}

/** Opens the notification channels of users, except those that have expired since the seed was exported. */
export async function importChannels(context: SeedImport): Promise<void> {
  const { core, client, seed, at } = context
  for (const [index, { email: as = '', channels = [] }] of (seed.users ?? []).entries()) {
    for (const [number, channel] of channels.entries()) {
      const path = `users[${index}].channels[${number}]`
      if (Number(channel.expiration ?? Infinity) <= core.clock.nowMs()) continue
      const target = watchTarget(context, channel, path)
      const { watches: _watches, calendarId: _calendarId, ...draft } = channel
      const body = { ...draft, type: 'web_hook' }
      await at(path, () => client.call({ as, method: 'POST', target, body }))
    }
  }
}

function watchTarget(
  { core, names }: SeedImport,
  { watches = 'events', calendarId }: Channel,
  path: string,
): string {
  const base = core.settings.calendarBasePath
  if (watches === 'settings' || watches === 'calendarList') {
    return `${base}/users/me/${watches}/watch`
  }
  const id = calendarId === undefined ? 'primary' : names.calendarId(calendarId, path)
  return `${base}/calendars/${encodeURIComponent(id)}/${watches}/watch`
}

/** Disables users, which ends everything that belongs to them: it comes last. */
export async function disableUsers(context: SeedImport): Promise<void> {
  for (const [index, { email = '', isDisabled }] of (context.seed.users ?? []).entries()) {
    if (!isDisabled) continue
    await context.core.directory.disable(await userNamed(context, email, `users[${index}]`))
  }
}
