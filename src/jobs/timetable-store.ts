import { insertInto, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { timetable } from './tables.ts'

export const dropEntries = command<{ names: string }>(
  ({ names }, { inTexts }) => sql`delete from ${timetable} where not (name ${inTexts(names)})`,
)

export const putEntry = command<{ name: string; pattern: string; nextAt: number }>(
  ({ name, pattern, nextAt }) =>
    insertInto(
      timetable,
      { name, pattern, next_at: nextAt },
      sql`on conflict (name) do update set pattern = excluded.pattern, next_at = excluded.next_at
  where ${timetable}.pattern <> excluded.pattern or ${timetable}.next_at > excluded.next_at`,
    ),
)

/** Skips entries that another process is enqueueing. */
export const dueEntries = query<{ names: string; now: number }, { name: string; pattern: string }>(
  ({ now, names }, { inTexts, skipLocked }) => sql`
  select name, pattern from ${timetable} where next_at <= ${now} and name ${inTexts(names)}
  order by name ${skipLocked}
`,
)

export const moveEntry = command<{ name: string; nextAt: number }>(
  ({ nextAt, name }) => sql`
  update ${timetable} set next_at = ${nextAt} where name = ${name}
`,
)

export const earliestEntry = query<{ names: string }, { nextAt: number | null }>(
  ({ names }, { inTexts }) => sql`
  select min(next_at) as "nextAt" from ${timetable} where name ${inTexts(names)}
`,
)

export const allEntries = query<object, { name: string; pattern: string; nextAtMs: number }>(
  () => sql`select name, pattern, next_at as "nextAtMs" from ${timetable} order by name`,
)
