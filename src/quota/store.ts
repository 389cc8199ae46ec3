import { type none, statement } from '#/storage/statement.ts'

export type Span = 'minute' | 'day'

export interface UsageRow {
  readonly subject: string
  readonly span: Span
  readonly startedAt: number
  readonly units: number
}

export const addUnits = statement<UsageRow>(`
  insert into quota_usage (subject, span, started_at, units)
  values (:subject, :span, :startedAt, :units)
  on conflict (subject, span, started_at) do update set units = quota_usage.units + excluded.units
`)

interface Starts {
  readonly minuteAt: number
  readonly dayAt: number
}

/** Adds to the present minute and day and gives what they have then; both stay locked. */
export const chargeSubject = statement<
  Starts & { subject: string; units: number },
  { span: Span; units: number }
>(`
  insert into quota_usage (subject, span, started_at, units)
  values (:subject, 'minute', :minuteAt, :units), (:subject, 'day', :dayAt, :units)
  on conflict (subject, span, started_at) do update set units = quota_usage.units + excluded.units
  returning span, units
`)

export const unitsOfMinute = statement<{ subject: string; minuteAt: number }, { units: number }>(`
  select units from quota_usage
  where subject = :subject and span = 'minute' and started_at = :minuteAt
`)

const windowsOf = (day: string) => `
  coalesce((select units from quota_usage as present where present.subject = ${day}
    and span = 'minute' and started_at = :minuteAt), 0) as "minuteUnits",
  coalesce((select units from quota_usage as previous where previous.subject = ${day}
    and span = 'minute' and started_at = :previousAt), 0) as "previousUnits"`

export interface UseRow {
  readonly minuteUnits: number
  readonly previousUnits: number
  readonly dayUnits: number
}

/** What is on record for one subject. */
export const useOfSubject = statement<Starts & { previousAt: number; subject: string }, UseRow>(`
  select ${windowsOf(':subject')},
    coalesce((select units from quota_usage where subject = :subject
      and span = 'day' and started_at = :dayAt), 0) as "dayUnits"
`)

/** The subjects of the day, those with the largest use first. */
export const largestUses = statement<
  Starts & { previousAt: number; count: number },
  UseRow & { subject: string }
>(`
  select today.subject, ${windowsOf('today.subject')}, today.units as "dayUnits"
  from quota_usage as today where today.span = 'day' and today.started_at = :dayAt
  order by today.units desc, today.subject limit :count
`)

export const forgetAll = statement<typeof none>('delete from quota_usage')

/** Removes a bounded number of old rows and says by its count whether there may be more. */
export const purgeSome = statement<{ span: Span; before: number; count: number }>(`
  delete from quota_usage where (subject, span, started_at) in (
    select subject, span, started_at from quota_usage
    where span = :span and started_at < :before limit :count
  )
`)
