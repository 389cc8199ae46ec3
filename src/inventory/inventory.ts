import type { Core } from '#/core.ts'
import { limitExceeded } from '#/kernel/errors.ts'
import type { LocalClient } from '#/local-client.ts'
import { readAds, readGrants } from './ads.ts'
import { readAddedVolumes, readShelves } from './books.ts'
import { readCalendarLists, readCalendars } from './calendars.ts'
import { readChannels, readClock, readDevelopers, readDirectory } from './directory.ts'
import { type ListedResource, type ResourceType, resourceTypes } from './resource.ts'

/** The resources of a site by type and key. Every type is present, in the order of `resourceTypes`. */
export type Inventory = ReadonlyMap<ResourceType, ReadonlyMap<string, ListedResource>>

/** The most resources that are read at a time, because all of them are in memory at once. */
const resourcesMax = 200_000

/**
 * Lists every resource of a site in its wire form. Resources of a user are read through the operations as
 * that user; others are read from the stores. The site keeps serving requests, so an inventory is consistent
 * only without concurrent writes.
 */
export async function readInventory(core: Core, client: LocalClient): Promise<Inventory> {
  const inventory = new Map<ResourceType, Map<string, ListedResource>>(
    resourceTypes.map((type) => [type, new Map()]),
  )
  let count = 0
  const add = (listed: ListedResource) => {
    count++
    if (count > resourcesMax) throw tooManyResources()
    inventory.get(listed.type)!.set(listed.key, listed)
  }
  const context = { core, client, add }
  await readDirectory(context)
  const users = [...inventory.get('admin.user')!.values()].map(({ key, resource }) => ({
    email: key,
    id: String(resource.id),
  }))
  const emails = users.map(({ email }) => email)
  await readDevelopers(context, emails)
  await readCalendars(context)
  await readCalendarLists(context, emails)
  await readChannels(context)
  await readAddedVolumes(context)
  await readShelves(context, emails)
  await readAds(context)
  await readGrants(context, users)
  await readClock(context)
  return inventory
}

const tooManyResources = () =>
  limitExceeded(
    `There are more than ${resourcesMax} resources, which is more than can be listed at a time. ` +
      'Use a backup for states of this size.',
  )

export type { ListedResource, ResourceType, WireResource } from './resource.ts'
