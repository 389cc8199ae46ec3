import { statement } from '#/storage/statement.ts'

export const dropEntries = statement<{ names: string }>(
  ({ inTexts }) => `delete from timetable where not (name ${inTexts('names')})`,
)

export const putEntry = statement<{ name: string; pattern: string; nextAt: number }>(`
  insert into timetable (name, pattern, next_at) values (:name, :pattern, :nextAt)
  on conflict (name) do update set pattern = excluded.pattern, next_at = excluded.next_at
  where timetable.pattern <> excluded.pattern or timetable.next_at > excluded.next_at
`)

/** Passes over entries that another process is just enqueueing. */
export const dueEntries = statement<
  { names: string; now: number },
  { name: string; pattern: string }
>(
  ({ inTexts, skipLocked }) => `
  select name, pattern from timetable where next_at <= :now and name ${inTexts('names')}
  order by name ${skipLocked}
`,
)

export const moveEntry = statement<{ name: string; nextAt: number }>(`
  update timetable set next_at = :nextAt where name = :name
`)

export const earliestEntry = statement<{ names: string }, { nextAt: number | null }>(
  ({ inTexts }) => `
  select min(next_at) as "nextAt" from timetable where name ${inTexts('names')}
`,
)

export const allEntries = statement<object, { name: string; pattern: string; nextAtMs: number }>(
  'select name, pattern, next_at as "nextAtMs" from timetable order by name',
)
