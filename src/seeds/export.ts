import type { Core } from '#/core.ts'
import { readInventory } from '#/inventory/inventory.ts'
import type { LocalClient } from '#/local-client.ts'
import { exportedAds } from './exporting/ads.ts'
import { exportedVolumes } from './exporting/books.ts'
import { exportedCalendars } from './exporting/calendars.ts'
import { Resources } from './exporting/resources.ts'
import {
  exportedClients,
  exportedClock,
  exportedGroups,
  exportedRooms,
  exportedUsers,
} from './exporting/users.ts'
import { seedVersion } from './format/seed.ts'
import { yamlText } from './yaml.ts'

export type SeedFormat = 'yaml' | 'json'

/** What a state is exported from. */
export interface SeedExport {
  readonly core: Core
  readonly resources: Resources
}

/**
 * The present state of a site as a seed, without secrets. Importing it into an empty site and
 * exporting that gives the same seed again.
 */
export async function exportSeed(core: Core, client: LocalClient): Promise<object> {
  const resources = new Resources(await readInventory(core, client))
  const state = { core, resources }
  const sections = {
    clock: exportedClock(state),
    domains: [...resources.byKey('admin.domain').keys()],
    users: exportedUsers(state),
    groups: exportedGroups(state),
    rooms: exportedRooms(state),
    calendars: exportedCalendars(state),
    volumes: exportedVolumes(state),
    ads: await exportedAds(state),
    clients: exportedClients(state, ''),
  }
  const filled = Object.entries(sections).filter(([name, section]) => {
    const isEmpty = section === undefined || (Array.isArray(section) && section.length === 0)
    // A seed without this section creates a default user.
    return !isEmpty || name === 'users'
  })
  return { version: seedVersion, ...Object.fromEntries(filled) }
}

export const seedText = async (seed: object, format: SeedFormat): Promise<string> =>
  format === 'json' ? `${JSON.stringify(seed, null, 2)}\n` : yamlText(seed)
