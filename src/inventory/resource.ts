import type { Core } from '#/core.ts'
import type { LocalClient } from '#/local-client.ts'
import { listedEntityKinds } from '#/services/ads/schemas/tree.ts'

/** Every type of resource, in the order in which an inventory lists them. */
export const resourceTypes = [
  'admin.domain',
  'admin.user',
  'admin.group',
  'admin.member',
  'admin.resource',
  'account.client',
  'account.key',
  'calendar.calendar',
  'calendar.aclRule',
  'calendar.calendarListEntry',
  'calendar.setting',
  'calendar.event',
  'calendar.channel',
  'books.volume',
  'books.bookshelf',
  'books.shelfVolume',
  'books.review',
  'ads.agency',
  'ads.advertiser',
  'ads.grant',
  ...listedEntityKinds.map((kind) => `ads.${kind}` as const),
  'ads.activity',
  'ads.savedColumn',
  'ads.conversion',
  'workbench.clock',
] as const

export type ResourceType = (typeof resourceTypes)[number]

export type WireResource = Readonly<Record<string, unknown>>

/** One resource of a site, as the interfaces show it. */
export interface ListedResource {
  readonly type: ResourceType
  /** Names the resource among those of its type, for as long as it exists: `calendar id/event id`. */
  readonly key: string
  /** The email address of the user whose resource it is, where it belongs to one. */
  readonly owner?: string
  /** The resource as its owner reads it. It never holds a secret. */
  readonly resource: WireResource
}

/** What resources are read with. */
export interface InventoryContext {
  readonly core: Core
  readonly client: LocalClient
  /** Adds a resource to the inventory. */
  readonly add: (listed: ListedResource) => void
}

/** The key of a resource that is named by several ids. Ids contain no slash that would confuse two. */
export const keyOf = (...ids: readonly string[]): string => ids.join('/')
