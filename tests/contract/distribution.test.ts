import { describe, expect, it } from 'vitest'
import { schema } from '#/schema.ts'
import {
  distributedBy,
  index,
  integer,
  nullable,
  onCoordinator,
  onEveryServer,
  references,
  type Table,
  table,
  text,
  uniqueIndex,
} from '#/storage/sql/table.ts'

/** What keeps tables from being distributed as they declare. */
function problemsOf(tables: readonly Table[]): string[] {
  const byName = new Map(tables.map((one) => [one.name, one]))
  const typeOfGroup = new Map<string, string>()
  return tables.flatMap((one) => [
    ...keyProblems(one),
    ...typeProblems(one, typeOfGroup),
    ...Object.entries(one.columns).flatMap(([column, { references }]) =>
      references === undefined || isAllowed(one, byName.get(references.table)!)
        ? []
        : [`${one.name}.${column} refers to ${references.table}, which may be on another server`],
    ),
  ])
}

function keyProblems({ name, key, unique, indexes, columns, distribution }: Table): string[] {
  if (distribution.kind !== 'distributed') return []
  const { column } = distribution
  const uniqueIndexes = Object.values(indexes).filter(({ isUnique }) => isUnique)
  const keys = [key, ...unique, ...uniqueIndexes.map((one) => one.columns)]
  return [
    ...(columns[column]?.isNullable === false ? [] : [`${name}.${column} can be null`]),
    ...keys
      .filter((one) => !one.includes(column))
      .map((one) => `the unique key (${one.join(', ')}) of ${name} lacks ${column}`),
  ]
}

function typeProblems({ name, columns, distribution }: Table, seen: Map<string, string>): string[] {
  if (distribution.kind !== 'distributed') return []
  const { column, group } = distribution
  const type = columns[column]!.type
  const expected = seen.get(group) ?? type
  seen.set(group, expected)
  return type === expected ? [] : [`${name}.${column} is not of the type of its group`]
}

/** Foreign keys refer to tables that every server has, or stay on the coordinator. */
const isAllowed = ({ distribution: from }: Table, { distribution: to }: Table): boolean =>
  to.kind === 'reference' || (to.kind === 'coordinator' && from.kind === 'coordinator')

const owners = table('owners', {
  columns: { id: text },
  distribution: distributedBy('id', 'owner'),
  key: ['id'],
})
const small = table('small', {
  columns: { id: text },
  distribution: onCoordinator('It is small.'),
  key: ['id'],
})

describe('distribution', () => {
  it('fits the keys of every table', () => {
    expect(problemsOf(schema.tables)).toEqual([])
  })

  it('has a reason for every table that stays on the coordinator', () => {
    for (const { name, distribution } of schema.tables) {
      if (distribution.kind === 'coordinator') expect(distribution.reason, name).toMatch(/^.+\.$/)
    }
  })

  it.each([
    [
      'a primary key without the column',
      table('bad', {
        columns: { id: text, owner_id: text },
        distribution: distributedBy('owner_id', 'owner'),
        key: ['id'],
      }),
      'the unique key (id) of bad lacks owner_id',
    ],
    [
      'a unique index without the column',
      table('bad', {
        columns: { id: text, email: text },
        distribution: distributedBy('id', 'owner'),
        key: ['id'],
        indexes: { bad_by_email: uniqueIndex('email'), bad_by_id: index('email') },
      }),
      'the unique key (email) of bad lacks id',
    ],
    [
      'a column of another type',
      table('bad', {
        columns: { id: integer },
        distribution: distributedBy('id', 'owner'),
        key: ['id'],
      }),
      'bad.id is not of the type of its group',
    ],
    [
      'a column that can be null',
      table('bad', {
        columns: { id: nullable(text) },
        distribution: distributedBy('id', 'owner'),
        key: ['id'],
      }),
      'bad.id can be null',
    ],
    [
      'a foreign key to another owner',
      table('bad', {
        columns: { id: text, friend_id: references(owners) },
        distribution: distributedBy('id', 'owner'),
        key: ['id'],
      }),
      'bad.friend_id refers to owners, which may be on another server',
    ],
    [
      'a foreign key to the coordinator',
      table('bad', {
        columns: { id: references(small) },
        distribution: onEveryServer,
        key: ['id'],
      }),
      'bad.id refers to small, which may be on another server',
    ],
  ])('rejects %s', (_, bad, problem) => {
    expect(problemsOf([owners, small, bad])).toEqual([problem])
  })
})
