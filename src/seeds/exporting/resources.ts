import type {
  Inventory,
  ListedResource,
  ResourceType,
  WireResource,
} from '#/inventory/inventory.ts'

/** The resources of an inventory, found by their owners and by what they are part of. */
export class Resources {
  readonly #inventory: Inventory
  readonly #groups = new Map<string, ReadonlyMap<string, WireResource[]>>()

  constructor(inventory: Inventory) {
    this.#inventory = inventory
  }

  /** All resources of a type, by their keys. */
  byKey(type: ResourceType) {
    return this.#inventory.get(type)!
  }

  all(type: ResourceType): WireResource[] {
    return [...this.byKey(type).values()].map(({ resource }) => resource)
  }

  /** Those of one user, or those without an owner if it is empty. */
  ownedBy(owner: string, type: ResourceType): readonly WireResource[] {
    return this.#groupedResources(type, 'owner', (listed) => listed.owner ?? '').get(owner) ?? []
  }

  /** Those whose keys are the key of what they are part of, and their own ids behind it. */
  partsOf(parent: string, type: ResourceType): readonly WireResource[] {
    return this.#groupedResources(type, 'parent', parentOf).get(parent) ?? []
  }

  #groupedResources(
    type: ResourceType,
    by: 'owner' | 'parent',
    groupOf: (listed: ListedResource) => string,
  ): ReadonlyMap<string, WireResource[]> {
    return this.#groups.getOrInsertComputed(`${type} ${by}`, () => {
      const groups = new Map<string, WireResource[]>()
      for (const listed of this.byKey(type).values()) {
        groups.getOrInsert(groupOf(listed), []).push(listed.resource)
      }
      return groups
    })
  }
}

// Ids may hold slashes themselves.
const parentOf = ({ key, resource }: ListedResource): string =>
  key.slice(0, -1 - String(resource.id ?? resource.email).length)

/** The members of an object that are there, without those that go without saying. */
export function withoutDefaults(
  members: Readonly<Record<string, unknown>>,
  defaults: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const entries = Object.entries(members).filter(([name, value]) => {
    const isEmpty = value === undefined || value === null
    return !isEmpty && JSON.stringify(value) !== JSON.stringify(defaults[name])
  })
  return Object.fromEntries(entries)
}

/** A list, or nothing where it is empty. */
export const unlessEmpty = <T>(list: readonly T[]): readonly T[] | undefined =>
  list.length === 0 ? undefined : list

/** The named members of an object. */
export const pick = (resource: WireResource, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, resource[name]]))
