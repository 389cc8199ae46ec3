import { channelsAfter } from '#/jobs/push/channels/inspection.ts'
import { wireClient } from '#/services/account/clients.ts'
import { wireDomain } from '#/services/admin/domains.ts'
import { wireGroup, wireMember } from '#/services/admin/groups.ts'
import { wireResource } from '#/services/admin/resources.ts'
import { wireUser } from '#/services/admin/users.ts'
import { itemsOf, rowsOf } from './pages.ts'
import { type InventoryContext, keyOf } from './resource.ts'

/**
 * Users, groups, domains and rooms. They are read from the directory itself: only an administrator
 * may list them, and a site may have none.
 */
export async function readDirectory({ core, add }: InventoryContext): Promise<void> {
  const { directory, groups, domains, calendar } = core
  const domainRows = rowsOf(
    (page) => domains.page(page),
    ({ name }) => name,
  )
  for await (const domain of domainRows) {
    add({ type: 'admin.domain', key: domain.name, resource: wireDomain(domain) })
  }
  const users = rowsOf(
    (page) => directory.page(page),
    ({ email }) => email,
  )
  for await (const user of users) {
    add({ type: 'admin.user', key: user.email, resource: wireUser(user) })
  }
  const groupRows = rowsOf(
    (page) => groups.page(page),
    ({ email }) => email,
  )
  for await (const group of groupRows) {
    add({ type: 'admin.group', key: group.email, resource: wireGroup(group) })
    const members = rowsOf(
      (page) => groups.members(group, page),
      ({ email }) => email,
    )
    for await (const member of members) {
      const key = keyOf(group.email, member.email)
      add({ type: 'admin.member', key, resource: wireMember(member) })
    }
  }
  const rooms = rowsOf(
    (page) => calendar.resources.page(page),
    ({ id }) => id,
  )
  for await (const room of rooms) {
    const { id: key, owner } = room
    add({ type: 'admin.resource', key, owner, resource: wireResource(room) })
  }
}

/** OAuth clients and API keys of users, and the clients that were created from the command line. */
export async function readDevelopers(
  { core, client, add }: InventoryContext,
  emails: readonly string[],
): Promise<void> {
  const { almanacBasePath } = core.settings
  const owned = new Set<string>()
  for (const owner of emails) {
    const clients = itemsOf(client, { as: owner, target: `${almanacBasePath}/users/me/clients` })
    for await (const resource of clients) {
      const key = String(resource.clientId)
      owned.add(key)
      add({ type: 'account.client', key, owner, resource })
    }
    const keys = itemsOf(client, { as: owner, target: `${almanacBasePath}/users/me/keys` })
    for await (const resource of keys) {
      add({ type: 'account.key', key: String(resource.id), owner, resource })
    }
  }
  for (const oauthClient of await core.oauthClients.list()) {
    const { id: key } = oauthClient
    if (!owned.has(key)) add({ type: 'account.client', key, resource: wireClient(oauthClient) })
  }
}

/** The notification channels of all users, without their tokens. */
export async function readChannels({ core, add }: InventoryContext): Promise<void> {
  const { database, clock } = core
  const channels = rowsOf(
    (page) => channelsAfter(database, { nowMs: clock.nowMs(), ...page }),
    ({ key }) => key,
  )
  for await (const channel of channels) {
    const { key, user: owner } = channel
    add({ type: 'calendar.channel', key, owner, resource: { ...channel } })
  }
}

/**
 * Reads the clock as the setting that restores it: the time at which it is frozen, or its offset from
 * the machine's clock. The time of a running clock would differ on every read.
 */
export async function readClock({ core, add }: InventoryContext): Promise<void> {
  const { setting } = core.clock
  const isFrozen = setting.mode === 'frozen'
  const resource = isFrozen
    ? { frozen: true, now: core.clock.now().toString({ smallestUnit: 'millisecond' }) }
    : { frozen: false, advance: String(setting.offsetMs / 1000) }
  add({ type: 'workbench.clock', key: 'clock', resource })
}
