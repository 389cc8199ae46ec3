import { readTables } from './catalogue.ts'
import { dialects } from './dialect.ts'
import type { Migration } from './migration.ts'
import type { Database } from './port.ts'

/** Tables that the migrations make and the database does not have. */
export async function missingTables(
  database: Database,
  migrations: readonly Migration[],
): Promise<string[]> {
  const present = new Set((await readTables(database, database.engine)).map(({ name }) => name))
  return expectedTables(migrations, database)
    .filter((name) => !present.has(name))
    .map((name) => `the table ${name} is missing`)
}

const tableChange =
  /^\s*(create|drop) table (?:if (?:not )?exists )?(\w+)|^\s*alter table (\w+) rename to (\w+)/i

function expectedTables(migrations: readonly Migration[], { engine }: Database): string[] {
  const names = new Set<string>()
  for (const sql of migrations.flatMap(({ statements }) => statements(dialects[engine]))) {
    const [, verb, name, oldName, newName] = tableChange.exec(sql) ?? []
    if (verb?.toLowerCase() === 'create') names.add(name!)
    if (verb?.toLowerCase() === 'drop') names.delete(name!)
    if (oldName !== undefined && names.delete(oldName)) names.add(newName!)
  }
  return [...names]
}
