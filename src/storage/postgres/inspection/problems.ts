import type { Reader } from '../../port.ts'
import { quotedName } from '../../schema/catalog.ts'
import { raw, sql } from '../../sql/sql.ts'
import { adHocQuery, none } from '../../sql/statement.ts'

/** Invalid constraints and indexes, and rows with missing parents. */
export async function findProblems(reader: Reader): Promise<string[]> {
  const problems: string[] = []
  for (const { name } of await reader.all(unvalidatedConstraints, none)) {
    problems.push(`the constraint ${name} is not validated`)
  }
  for (const { name } of await reader.all(invalidIndexes, none)) {
    problems.push(`the index ${name} is not valid`)
  }
  for (const key of await reader.all(foreignKeys, none)) {
    const orphans = (await reader.first(countOrphans(key), none))?.orphans ?? 0
    if (orphans > 0) {
      problems.push(`${orphans} rows of ${key.child} point to missing rows of ${key.parent}`)
    }
  }
  return problems
}

interface ForeignKey {
  readonly child: string
  readonly parent: string
  /** JSON arrays of the column names, in the same order. */
  readonly childColumns: string
  readonly parentColumns: string
}

function countOrphans({ child, parent, childColumns, parentColumns }: ForeignKey) {
  const columns: string[] = JSON.parse(childColumns)
  const keys: string[] = JSON.parse(parentColumns)
  const isSet = columns.map((column) => `c.${quotedName(column)} is not null`)
  const matches = columns.map(
    (column, index) => `c.${quotedName(column)} = p.${quotedName(keys[index]!)}`,
  )
  return adHocQuery<typeof none, { orphans: number }>(() =>
    raw(`select count(*) as orphans from ${quotedName(child)} c where ${isSet.join(' and ')}
        and not exists (select 1 from ${quotedName(parent)} p where ${matches.join(' and ')})`),
  )
}

const unvalidatedConstraints = adHocQuery<typeof none, { name: string }>(
  () => sql`select conname as name from pg_constraint
   where not convalidated and connamespace = current_schema()::regnamespace`,
)

const invalidIndexes = adHocQuery<typeof none, { name: string }>(
  () => sql`select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
   where not i.indisvalid and c.relnamespace = current_schema()::regnamespace`,
)

const columnNames = (table: string, numbers: string) =>
  raw(`(select json_agg(a.attname order by n.position)::text
    from unnest(k.${numbers}) with ordinality n (number, position)
    join pg_attribute a on a.attrelid = k.${table} and a.attnum = n.number)`)

const foreignKeys = adHocQuery<typeof none, ForeignKey>(
  () => sql`select child.relname as child, parent.relname as parent,
     ${columnNames('conrelid', 'conkey')} as "childColumns",
     ${columnNames('confrelid', 'confkey')} as "parentColumns"
   from pg_constraint k
   join pg_class child on child.oid = k.conrelid
   join pg_class parent on parent.oid = k.confrelid
   where k.contype = 'f' and k.connamespace = current_schema()::regnamespace`,
)
