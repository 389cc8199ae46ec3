import { recent } from '#/kernel/recent.ts'
import type { Tier } from '../limits.ts'
import { minuteStart } from '../window.ts'

interface Account {
  readonly minuteAt: number
  /** What this process has charged in the minute. */
  spentUnits: number
  /** What is paid for and not spent yet. */
  leftUnits: number
}

const accountsMax = 20_000
/** Who has spent less in a minute asks the database each time, and is shown exactly what was used. */
const busyUnitsMin = 20
/** The part of a ceiling that one process pays for in advance at most. */
const aheadShareMax = 0.01

/**
 * Units that this process has charged in the database before they were spent, so that not every request of
 * a busy caller asks it. They count as used from then on, so that no ceiling is ever exceeded; what is
 * left at the end of a minute is lost. Somebody who calls rarely, or has a low ceiling, pays for
 * nothing in advance.
 */
export class PrepaidUnits {
  readonly #accounts = recent<Account>(accountsMax)

  /** Whether so many units are paid for. */
  covers(subject: string, units: number, nowMs: number): boolean {
    return this.#accountOf(subject, nowMs).leftUnits >= units
  }

  /** Spends units that are paid for. */
  spend(subject: string, units: number, nowMs: number): void {
    const account = this.#accountOf(subject, nowMs)
    account.leftUnits -= units
    account.spentUnits += units
  }

  /** Notes units that the database has charged for one request. */
  noteCharged(subject: string, units: number, nowMs: number): void {
    this.#accountOf(subject, nowMs).spentUnits += units
  }

  /** How many units to pay for in advance: as many as were spent in this minute, within bounds. */
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
    const known = this.#accounts.get(subject)
    if (known?.minuteAt === minuteAt) return known
    const account = { minuteAt, spentUnits: 0, leftUnits: 0 }
    this.#accounts.set(subject, account)
    return account
  }
}
