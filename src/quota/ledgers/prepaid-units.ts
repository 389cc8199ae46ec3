import { recent } from '#/kernel/versioned-cache.ts'
import type { Tier } from '../limits.ts'
import { minuteStart } from '../window.ts'

interface Account {
  readonly minuteAt: number
  /** Units that this process has spent in the current minute. */
  spentUnits: number
  /** Units that were charged in advance and are not spent yet. */
  leftUnits: number
}

const accountsMax = 20_000
/** Subjects with less use per minute are charged in the database on each request, and see exact figures. */
const busyUnitsMin = 20
/** The maximum share of a limit that a process charges in advance. */
const aheadShareMax = 0.01

/**
 * Units that this process charges in the database in advance, so that not every request of a busy subject
 * needs the database. They count as used from then on, so that no limit is ever exceeded; the rest is lost at
 * the end of the minute. Subjects with few requests or a low limit are not charged in advance.
 */
export class PrepaidUnits {
  readonly #accounts = recent<Account>(accountsMax)

  /** Whether enough units were charged in advance. */
  covers(subject: string, units: number, nowMs: number): boolean {
    return this.#accountOf(subject, nowMs).leftUnits >= units
  }

  /** Spends units that were charged in advance. */
  spend(subject: string, units: number, nowMs: number): void {
    const account = this.#accountOf(subject, nowMs)
    account.leftUnits -= units
    account.spentUnits += units
  }

  /** Records units that the database charged for a request. */
  noteCharged(subject: string, units: number, nowMs: number): void {
    this.#accountOf(subject, nowMs).spentUnits += units
  }

  /** How many units to charge in advance: as many as were spent in this minute, within limits. */
  ahead(subject: string, tier: Tier, nowMs: number): number {
    const unitsMax = Math.floor(Math.min(tier.perMinute, tier.perDay) * aheadShareMax)
    const { spentUnits, leftUnits } = this.#accountOf(subject, nowMs)
    if (spentUnits < busyUnitsMin) return 0
    return Math.max(0, Math.min(spentUnits, unitsMax) - leftUnits)
  }

  notePaid(subject: string, units: number, nowMs: number): void {
    this.#accountOf(subject, nowMs).leftUnits += units
  }

  clear(): void {
    this.#accounts.clear()
  }

  #accountOf(subject: string, nowMs: number): Account {
    const minuteAt = minuteStart(nowMs)
    const existing = this.#accounts.get(subject)
    if (existing?.minuteAt === minuteAt) return existing
    const account = { minuteAt, spentUnits: 0, leftUnits: 0 }
    this.#accounts.set(subject, account)
    return account
  }
}
