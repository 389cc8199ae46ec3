import type { Database } from '#/storage/port.ts'
import { meta } from '#/storage/schema/tables.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { adHocCommand, adHocQuery, none } from '#/storage/sql/statement.ts'

const add = adHocCommand<{ name: string }>(({ name }) =>
  insertInto(
    meta,
    { name, value: sql`'x'` },
    sql`on conflict (name) do update set value = ${meta}.value || 'x'`,
  ),
)

const readAll = adHocQuery<typeof none, { name: string; runCount: number }>(
  () => sql`
  select name, length(value) as "runCount" from ${meta} where name like 'ran %'
`,
)

/** Records that a job ran, in the same database. */
export const countRun = (database: Database, job: number) =>
  database.transaction((tx) => tx.run(add, { name: `ran ${job}` }))

/** How often each job ran. */
export async function runCounts(database: Database): Promise<Map<number, number>> {
  const rows = await database.all(readAll, none)
  return new Map(rows.map(({ name, runCount }) => [Number(name.slice(4)), runCount]))
}
