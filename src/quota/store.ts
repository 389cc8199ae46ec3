import { insertInto, limit, type Parameter, raw, type Sql, sql } from '#/storage/sql/sql.ts'
import { command, type none, type Parameters, query } from '#/storage/sql/statement.ts'
import { quotaUsage } from './tables.ts'

export type Span = 'minute' | 'day'

export interface UsageRow {
  readonly subject: string
  readonly span: Span
  readonly startedAt: number
  readonly units: number
}

export const addUnits = command<UsageRow>(({ subject, span, startedAt, units }) =>
  insertInto(
    quotaUsage,
    { subject, span, started_at: startedAt, units },
    sql`on conflict (subject, span, started_at) do update set units = ${quotaUsage}.units + excluded.units`,
  ),
)

interface Starts {
  readonly minuteAt: number
  readonly dayAt: number
}

/** Adds to the current minute and day and returns their sums. Both rows stay locked. */
export const chargeSubject = command<
  Starts & { subject: string; units: number },
  { span: Span; units: number }
>(({ subject, minuteAt, units, dayAt }) =>
  insertInto(
    quotaUsage,
    { subject, span: sql`'minute'`, started_at: minuteAt, units },
    sql`, (${subject}, 'day', ${dayAt}, ${units})
  on conflict (subject, span, started_at) do update set units = ${quotaUsage}.units + excluded.units
  returning span, units`,
  ),
)

export const unitsOfMinute = query<{ subject: string; minuteAt: number }, { units: number }>(
  ({ subject, minuteAt }) => sql`
  select units from ${quotaUsage}
  where subject = ${subject} and span = 'minute' and started_at = ${minuteAt}
`,
)

const windowsOf = (
  subject: Parameter | Sql,
  { minuteAt, previousAt }: Parameters<{ minuteAt: number; previousAt: number }>,
) => sql`
  coalesce((select units from ${quotaUsage} as present where present.subject = ${subject}
    and span = 'minute' and started_at = ${minuteAt}), 0) as "minuteUnits",
  coalesce((select units from ${quotaUsage} as previous where previous.subject = ${subject}
    and span = 'minute' and started_at = ${previousAt}), 0) as "previousUnits"`

interface UseRow {
  readonly minuteUnits: number
  readonly previousUnits: number
  readonly dayUnits: number
}

/** The saved use of a subject. */
export const useOfSubject = query<Starts & { previousAt: number; subject: string }, UseRow>(
  (args) => sql`
  select ${windowsOf(args.subject, args)},
    coalesce((select units from ${quotaUsage} where subject = ${args.subject}
      and span = 'day' and started_at = ${args.dayAt}), 0) as "dayUnits"
`,
)

/** The subjects of the day, largest use first. */
export const largestUses = query<
  Starts & { previousAt: number; count: number },
  UseRow & { subject: string }
>(
  (args) => sql`
  select today.subject, ${windowsOf(raw('today.subject'), args)}, today.units as "dayUnits"
  from ${quotaUsage} as today where today.span = 'day' and today.started_at = ${args.dayAt}
  order by today.units desc, today.subject ${limit(args.count)}
`,
)

export const forgetAll = command<typeof none>(() => sql`delete from ${quotaUsage}`)

/** Deletes a bounded number of old rows. A full count means that there may be more. */
export const purgeSome = command<{ span: Span; before: number; count: number }>(
  ({ count, span, before }) => sql`
  delete from ${quotaUsage} where (subject, span, started_at) in (
    select subject, span, started_at from ${quotaUsage}
    where span = ${span} and started_at < ${before} ${limit(count)}
  )
`,
)
