import type { Engine, Reader } from '../port.ts'
import { sql } from '../sql/sql.ts'
import { adHocQuery, none } from '../sql/statement.ts'

/** A table as described by the database. */
export interface StoredTable {
  readonly name: string
  /** Columns with data, without generated ones. */
  readonly columns: readonly string[]
}

/** All ordinary tables, each after the tables that its foreign keys point to. */
export async function readTables(reader: Reader, engine: Engine): Promise<StoredTable[]> {
  const columnsByTable = new Map<string, string[]>()
  for (const { table, column } of await reader.all(columnsOf[engine], none)) {
    const columns = columnsByTable.get(table)
    if (columns === undefined) columnsByTable.set(table, [column])
    else columns.push(column)
  }
  const references = await reader.all(referencesOf[engine], none)
  const order = parentsFirst([...columnsByTable.keys()], references)
  return order.map((name) => ({ name, columns: columnsByTable.get(name) ?? [] }))
}

/** Quotes a name for use in SQL. */
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`

interface Reference {
  readonly child: string
  readonly parent: string
}

function parentsFirst(names: readonly string[], references: readonly Reference[]): string[] {
  const ordered = new Set<string>()
  const visit = (name: string, path: readonly string[]) => {
    if (ordered.has(name) || path.includes(name)) return
    for (const { child, parent } of references) {
      if (child === name) visit(parent, [...path, name])
    }
    ordered.add(name)
  }
  for (const name of names.toSorted()) visit(name, [])
  return [...ordered]
}

// Omits shadow tables of full-text indexes and word documents, which are derived.
const columnsOf = {
  sqlite: adHocQuery<typeof none, { table: string; column: string }>(
    () => sql`
    select t.name as "table", c.name as "column"
    from pragma_table_list t join pragma_table_info(t.name) c
    where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'
    order by t.name, c.cid`,
  ),
  postgres: adHocQuery<typeof none, { table: string; column: string }>(
    () => sql`
    select t.relname as "table", c.attname as "column"
    from pg_class t join pg_attribute c on c.attrelid = t.oid
    where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r' and c.attnum > 0
      and not c.attisdropped and c.attgenerated = '' and c.atttypid <> 'tsvector'::regtype
    order by t.relname, c.attnum`,
  ),
}

const referencesOf = {
  sqlite: adHocQuery<typeof none, Reference>(
    () => sql`
    select distinct t.name as child, f."table" as parent
    from pragma_table_list t join pragma_foreign_key_list(t.name) f
    where t.schema = 'main' and t.type = 'table'`,
  ),
  postgres: adHocQuery<typeof none, Reference>(
    () => sql`
    select distinct child.relname as child, parent.relname as parent
    from pg_constraint k
    join pg_class child on child.oid = k.conrelid
    join pg_class parent on parent.oid = k.confrelid
    where k.contype = 'f' and child.relnamespace = current_schema()::regnamespace`,
  ),
}
