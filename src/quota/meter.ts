import type { Clock } from '#/kernel/clock.ts'
import type { Log } from '#/kernel/log.ts'
import type { Database } from '#/storage/port.ts'
import { none } from '#/storage/sql/statement.ts'
import { type Charge, type Ledger, Totals } from './charge.ts'
import { AnonymousLedger } from './ledgers/anonymous-ledger.ts'
import { LocalLedger } from './ledgers/local-ledger.ts'
import { SharedLedger } from './ledgers/shared-ledger.ts'
import { Tally } from './ledgers/tally.ts'
import { type QuotaLimits, type Subject, type Tier, type Tiers, tiersOf } from './limits.ts'
import { forgetAll, largestUses, useOfSubject } from './store.ts'
import { dayMs, minuteMs, slidingMinuteUnits, startsAt } from './window.ts'

export interface QuotaMeterContext {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly limits: QuotaLimits
  /** The maximum number of subjects in memory. Others are evicted after they are saved. */
  readonly subjectsMax?: number
}

/** The use of a subject in the last sixty seconds and today, and its limits. */
interface SubjectUsage {
  readonly subject: string
  readonly minute: number
  readonly day: number
  readonly limits: { readonly minute: number | null; readonly day: number | null }
}

/** When the current use no longer counts. */
interface UsageEnds {
  readonly minuteEndsAtMs: number
  readonly dayEndsAtMs: number
}

interface QuotaTotals {
  readonly chargedUnits: number
  readonly refusedRequests: { readonly user: number; readonly client: number }
  /** The number of subjects in memory. */
  readonly subjects: number
  readonly lostUnits: number
}

/** The interval of saving, and thus how much use a crash can lose. */
const flushEveryMs = 5_000
const subjectsMaxDefault = 20_000
const usageSubjectsMax = 1_000

/** Counts the use of every user and client, and rejects requests that exceed their limits. */
export class QuotaMeter implements AsyncDisposable {
  readonly #context: QuotaMeterContext
  readonly #tiers: Tiers
  readonly #totals = new Totals()
  readonly #tally: Tally
  readonly #shared: SharedLedger | undefined
  readonly #ledger: Ledger
  readonly #anonymous: AnonymousLedger
  #timer: NodeJS.Timeout | undefined

  constructor(context: QuotaMeterContext) {
    this.#context = context
    this.#tiers = tiersOf(context.limits)
    const { subjectsMax = subjectsMaxDefault } = context
    this.#tally = new Tally(context.database, { subjectsMax })
    const ledgerParts = { ...context, tiers: this.#tiers, tally: this.#tally, totals: this.#totals }
    const isLimited = this.#tiers.user.isLimited || this.#tiers.client.isLimited
    if (isLimited && context.database.engine === 'postgres') {
      this.#shared = new SharedLedger(ledgerParts)
    }
    this.#ledger = this.#shared ?? new LocalLedger(ledgerParts)
    this.#anonymous = new AnonymousLedger({ ...ledgerParts, subjectsMax })
  }

  start(): void {
    this.#timer ??= setInterval(() => {
      if (!this.#tally.isFlushing) void this.#flushQuietly()
    }, flushEveryMs).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    await this.#flushQuietly()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
  }

  /**
   * Charges a request. If a limit is exceeded, throws and charges nothing. Returns a promise only if the
   * database has to be asked.
   */
  charge(charge: Charge): Promise<void> | void {
    return charge.isAnonymous ? this.#anonymous.charge(charge) : this.#ledger.charge(charge)
  }

  /** The subjects with the largest use today. */
  async usage(): Promise<SubjectUsage[]> {
    await this.#tally.flush()
    const nowMs = this.#context.clock.nowMs()
    const rows = await this.#context.database.all(largestUses, {
      ...startsAt(nowMs),
      count: usageSubjectsMax,
    })
    return rows.map((row) => ({
      subject: row.subject,
      minute: Math.ceil(slidingMinuteUnits(row, nowMs)),
      day: row.dayUnits,
      limits: limitsOf(row.subject.startsWith('user:') ? this.#tiers.user : this.#tiers.client),
    }))
  }

  /** The use of a user or client, and when it no longer counts. */
  async usageOf(subject: Subject): Promise<SubjectUsage & UsageEnds> {
    await this.#tally.flush()
    const { clock, database } = this.#context
    const nowMs = clock.nowMs()
    const starts = startsAt(nowMs)
    const row = await database.first(useOfSubject, { ...starts, subject })
    const { minuteUnits, dayUnits } = row!
    return {
      subject,
      minute: Math.ceil(slidingMinuteUnits(row!, nowMs)),
      day: dayUnits,
      limits: limitsOf(subject.startsWith('user:') ? this.#tiers.user : this.#tiers.client),
      // The use of this minute counts less and less during the next one.
      minuteEndsAtMs: starts.minuteAt + (minuteUnits > 0 ? 2 : 1) * minuteMs,
      dayEndsAtMs: starts.dayAt + dayMs,
    }
  }

  totals(): QuotaTotals {
    const { chargedUnits, refusedRequests } = this.#totals
    const { lostUnits } = this.#tally
    const subjects = this.#tally.size + this.#anonymous.size
    return { chargedUnits, refusedRequests, subjects, lostUnits }
  }

  /** Resets all use, in memory and in the database. */
  async reset(): Promise<void> {
    await this.#tally.clear()
    this.#anonymous.clear()
    this.#shared?.forget()
    await this.#context.database.transaction((tx) => tx.run(forgetAll, none))
  }

  async #flushQuietly(): Promise<void> {
    try {
      await this.#tally.flush()
    } catch (error) {
      this.#context.log.warn('could not save quota usage; retrying', { error: String(error) })
    }
  }
}

const limitsOf = ({ perMinute, perDay }: Tier) => ({
  minute: Number.isFinite(perMinute) ? perMinute : null,
  day: Number.isFinite(perDay) ? perDay : null,
})
