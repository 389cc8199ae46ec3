import type { Clock } from '#/kernel/clock.ts'
import { dailyLimitExceeded } from '#/kernel/errors.ts'
import type { Database, Reader, Transaction } from '#/storage/port.ts'
import { insertInto, rowOf, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { quotaUsage } from './tables.ts'

interface Context {
  readonly database: Database
  readonly clock: Clock
  /** Units per day by the name of the allowance; 0 or absent sets no limit. */
  readonly limits: Readonly<Record<string, number>>
}

interface Spending {
  readonly allowance: string
  readonly userId: string
  readonly units: number
}

interface AllowanceUse {
  readonly allowance: string
  readonly used: number
  readonly limit: number
  readonly endsAtMs: number
}

// Google's allowances are reset at midnight in this time zone.
const zone = 'America/Los_Angeles'

/** Daily limits of a user for one kind of operation, separate from the quota of all calls. */
export class DailyAllowances {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** Charges an allowance that has a limit. If it is exceeded, throws and charges nothing. */
  charge(spending: Spending, status: 403 | 429): Promise<void> | void {
    if (this.#limitOf(spending) > 0) return this.#chargeLimited(spending, status)
  }

  /** Charges within a transaction. If the limit is exceeded, returns false and charges nothing. */
  async spend(tx: Transaction, spending: Spending): Promise<boolean> {
    const limit = this.#limitOf(spending)
    const { units } = spending
    if (limit === 0) return true
    if (units > limit) return false
    const startedAt = this.#today().epochMilliseconds
    const subject = subjectOf(spending)
    return (await tx.run(spend, { subject, startedAt, units, limit })) > 0
  }

  /** What the user has spent today of each allowance that has a limit. */
  async usageOf(reader: Reader, userId: string): Promise<AllowanceUse[]> {
    const startedAt = this.#today().epochMilliseconds
    const endsAtMs = this.endsAt.epochMilliseconds
    const uses: AllowanceUse[] = []
    for (const [allowance, limit] of Object.entries(this.#context.limits)) {
      if (limit === 0) continue
      const subject = subjectOf({ allowance, userId })
      const spent = await reader.first(findSpent, { subject, startedAt })
      uses.push({ allowance, used: spent?.units ?? 0, limit, endsAtMs })
    }
    return uses
  }

  /** When all allowances are reset. */
  get endsAt(): Temporal.Instant {
    return this.#today().add({ days: 1 }).toInstant()
  }

  async #chargeLimited(spending: Spending, status: 403 | 429): Promise<void> {
    const { database, clock } = this.#context
    if (await database.transaction((tx) => this.spend(tx, spending))) return
    const waitMs = this.endsAt.epochMilliseconds - clock.nowMs()
    const retryAfterS = Math.max(1, Math.ceil(waitMs / 1000))
    throw dailyLimitExceeded({ status, limit: spending.allowance, retryAfterS })
  }

  #limitOf({ allowance }: Spending): number {
    return this.#context.limits[allowance] ?? 0
  }

  #today(): Temporal.ZonedDateTime {
    return this.#context.clock.now().toZonedDateTimeISO(zone).startOfDay()
  }
}

const subjectOf = ({ allowance, userId }: Omit<Spending, 'units'>) =>
  `allowance:${allowance}:${userId}`

const findSpent = query<{ subject: string; startedAt: number }, { units: number }>(
  ({ subject, startedAt }) => sql`select units from ${quotaUsage}
    where subject = ${subject} and span = 'day' and started_at = ${startedAt}`,
)

const spend = command<{ subject: string; startedAt: number; units: number; limit: number }>(
  (args) =>
    insertInto(
      quotaUsage,
      rowOf(quotaUsage, args, { span: sql`'day'` }),
      sql`on conflict (subject, span, started_at) do update set units = ${quotaUsage}.units + excluded.units
  where ${quotaUsage}.units + excluded.units <= ${args.limit}`,
    ),
)
