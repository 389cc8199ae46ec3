import { describe, expect, it } from 'vitest'
import type { Inventory, ResourceType, WireResource } from '#/inventory/inventory.ts'
import { diffInventories } from './diff.ts'

type States = Partial<Record<ResourceType, Readonly<Record<string, WireResource>>>>

/** Both states list the types that any of them has, as every inventory lists all types. */
function diffOf(before: States, after: States) {
  const types = [...new Set([...Object.keys(before), ...Object.keys(after)])] as ResourceType[]
  const inventoryOf = (states: States): Inventory =>
    new Map(
      types.map((type) => {
        const resources = Object.entries(states[type] ?? {})
        return [
          type,
          new Map(resources.map(([key, resource]) => [key, { type, key, owner: 'ann', resource }])),
        ]
      }),
    )
  return diffInventories(inventoryOf(before), inventoryOf(after))
}

/** The changes of one resource of a type that was updated; undefined when it counts as unchanged. */
const changesOf = (type: ResourceType, before: WireResource, after: WireResource) =>
  diffOf({ [type]: { key: before } }, { [type]: { key: after } })[type]?.updated[0]?.changes

describe('a diff', () => {
  it('lists what was created and deleted, in the order of the keys', () => {
    const kept = { summary: 'Kept' }
    const diff = diffOf(
      { 'calendar.event': { z: { summary: 'Z' }, kept, c: { summary: 'C' } } },
      { 'calendar.event': { y: { summary: 'Y' }, kept, b: { summary: 'B' } } },
    )
    expect(diff).toEqual({
      'calendar.event': {
        created: [
          { key: 'b', owner: 'ann', resource: { summary: 'B' } },
          { key: 'y', owner: 'ann', resource: { summary: 'Y' } },
        ],
        updated: [],
        deleted: [
          { key: 'c', owner: 'ann', resource: { summary: 'C' } },
          { key: 'z', owner: 'ann', resource: { summary: 'Z' } },
        ],
      },
    })
  })

  it('omits types without changes', () => {
    const unchanged = { 'admin.user': { ann: { name: 'Ann' } } } as const
    const diff = diffOf(unchanged, { ...unchanged, 'admin.domain': { one: { name: 'one' } } })
    expect(Object.keys(diff)).toEqual(['admin.domain'])
    expect(diffOf(unchanged, unchanged)).toEqual({})
  })

  it('shows an updated resource as it is now, with everything that follows from the change', () => {
    const before = { summary: 'Tea', etag: '"1"', updated: '2030-01-01T00:00:00Z' }
    const after = { summary: 'Lunch', etag: '"2"', updated: '2030-01-02T00:00:00Z' }
    const diff = diffOf({ 'calendar.event': { one: before } }, { 'calendar.event': { one: after } })
    expect(diff['calendar.event']!.updated).toEqual([
      {
        key: 'one',
        owner: 'ann',
        resource: after,
        changes: [{ field: 'summary', before: 'Tea', after: 'Lunch' }],
      },
    ])
  })

  it.each<[string, WireResource, WireResource, object[]]>([
    ['a value', { a: 1 }, { a: 2 }, [{ field: 'a', before: 1, after: 2 }]],
    ['a field that is new', {}, { a: 1 }, [{ field: 'a', after: 1 }]],
    ['a field that is gone', { a: 1 }, {}, [{ field: 'a', before: 1 }]],
    ['null instead of nothing', {}, { a: null }, [{ field: 'a', after: null }]],
    [
      'a part of a field',
      { start: { date: '2030-01-01', timeZone: 'UTC' } },
      { start: { date: '2030-01-02', timeZone: 'UTC' } },
      [
        {
          field: 'start',
          before: { date: '2030-01-01', timeZone: 'UTC' },
          after: { date: '2030-01-02', timeZone: 'UTC' },
        },
      ],
    ],
    [
      'the order of a list',
      { a: [1, 2] },
      { a: [2, 1] },
      [{ field: 'a', before: [1, 2], after: [2, 1] }],
    ],
    [
      'several fields, in the order of their names',
      { b: 1, a: 1 },
      { b: 2, a: 2 },
      [
        { field: 'a', before: 1, after: 2 },
        { field: 'b', before: 1, after: 2 },
      ],
    ],
  ])('notes %s', (_, before, after, changes) => {
    expect(changesOf('calendar.event', before, after)).toEqual(changes)
  })

  it.each<[string, ResourceType, WireResource, WireResource]>([
    ['another order of fields', 'calendar.event', { a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } }],
    ['an etag', 'calendar.calendar', { etag: '"1"' }, { etag: '"2"' }],
    ['the time of a change', 'calendar.event', { updated: '1' }, { updated: '2' }],
    ['a sequence number', 'calendar.event', { sequence: 0 }, { sequence: 1 }],
    [
      'what other shelves mean for a volume',
      'books.shelfVolume',
      { userInfo: { isInMyBooks: true, updated: '1' } },
      { userInfo: { isInMyBooks: true, updated: '2' } },
    ],
    [
      'the progress of a channel',
      'calendar.channel',
      { lastMessageNumber: '1', state: 'idle', attempts: 0 },
      { lastMessageNumber: '2', state: 'retrying', attempts: 1, nextAttemptAt: '2' },
    ],
    [
      'the time at which a conversion was modified',
      'ads.conversion',
      { conversionModifiedTimestamp: '1' },
      { conversionModifiedTimestamp: '2' },
    ],
  ])('does not count %s as a change', (_, type, before, after) => {
    expect(changesOf(type, before, after)).toBeUndefined()
  })

  it('counts a field as derived only if it is', () => {
    expect(changesOf('ads.conversion', { state: 'ACTIVE' }, { state: 'REMOVED' })).toEqual([
      { field: 'state', before: 'ACTIVE', after: 'REMOVED' },
    ])
  })
})
