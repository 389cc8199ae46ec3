import type {
  Inventory,
  ListedResource,
  ResourceType,
  WireResource,
} from '#/inventory/inventory.ts'
import { isSameJson } from '#/kernel/text/same-json.ts'
import type {
  ChangedField,
  DiffedResource,
  TypeDiff,
  UpdatedResource,
  WorldDiff,
} from '#/services/workbench/service.ts'

/** Fields that follow from others or that the server sets, and that alone are no change. */
const derivedFields: ReadonlySet<string> = new Set(['etag', 'sequence', 'updated'])

const derivedFieldsOfType: Partial<Record<ResourceType, ReadonlySet<string>>> = {
  'ads.conversion': new Set(['conversionModifiedTimestamp']),
  // Lists all shelves that the volume is on.
  'books.shelfVolume': new Set(['userInfo']),
  'calendar.channel': new Set(['attempts', 'lastMessageNumber', 'nextAttemptAt', 'state']),
}

/** What was created, updated and deleted between two states of a site. */
export function diffInventories(before: Inventory, after: Inventory): WorldDiff {
  const diff: Record<string, TypeDiff> = {}
  for (const [type, present] of after) {
    const typeDiff = diffType(type, before.get(type) ?? new Map(), present)
    if (Object.values(typeDiff).some(({ length }) => length > 0)) diff[type] = typeDiff
  }
  return diff
}

type Resources = ReadonlyMap<string, ListedResource>

function diffType(type: ResourceType, before: Resources, after: Resources): TypeDiff {
  const created: DiffedResource[] = []
  const updated: UpdatedResource[] = []
  for (const listed of inOrder(after)) {
    const former = before.get(listed.key)
    if (former === undefined) created.push(diffedResource(listed))
    else {
      const changes = changedFields(type, former.resource, listed.resource)
      if (changes.length > 0) updated.push({ ...diffedResource(listed), changes })
    }
  }
  const deleted = inOrder(before).filter(({ key }) => !after.has(key))
  return { created, updated, deleted: deleted.map(diffedResource) }
}

const inOrder = (resources: Resources): ListedResource[] =>
  [...resources.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1))

const diffedResource = ({ type: _, ...resource }: ListedResource): DiffedResource => resource

function changedFields(
  type: ResourceType,
  before: WireResource,
  after: WireResource,
): ChangedField[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...fields]
    .filter((field) => !derivedFields.has(field) && !derivedFieldsOfType[type]?.has(field))
    .filter((field) => !isSameJson(before[field], after[field]))
    .toSorted()
    .map((field) => ({
      field,
      ...(before[field] !== undefined && { before: before[field] }),
      ...(after[field] !== undefined && { after: after[field] }),
    }))
}
