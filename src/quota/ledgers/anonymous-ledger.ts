import type { Clock } from '#/kernel/clock.ts'
import type { Charge, Ledger, Totals } from '../charge.ts'
import { refusal, type Tiers } from '../limits.ts'
import { overrun } from '../window.ts'
import { MemoryWindows } from './memory-windows.ts'

interface AnonymousLedgerContext {
  readonly clock: Clock
  readonly tiers: Tiers
  readonly totals: Totals
  /** The maximum number of networks in memory. */
  readonly subjectsMax: number
}

/**
 * Charges requests without a credential to their network. Their use is counted in the memory of this process
 * and never written, so that anonymous requests leave nothing in the database.
 */
export class AnonymousLedger implements Ledger {
  readonly #context: AnonymousLedgerContext
  readonly #windows: MemoryWindows

  constructor(context: AnonymousLedgerContext) {
    this.#context = context
    this.#windows = new MemoryWindows(context)
  }

  get size(): number {
    return this.#windows.size
  }

  /** A network is charged once. Both the limits of a user and those of a client apply. */
  charge(charge: Charge): void {
    const { clock, tiers, totals } = this.#context
    const { clientSubject, units } = charge
    const nowMs = clock.nowMs()
    const use = this.#windows.useOf(clientSubject, nowMs)
    for (const tier of [tiers.user, tiers.client]) {
      const over = overrun(use, tier, { units, nowMs })
      if (over === undefined) continue
      totals.refusedRequests[tier.name] += 1
      throw refusal(tier, over, charge)
    }
    use.add(units)
    totals.chargedUnits += units
  }

  clear(): void {
    this.#windows.clear()
  }
}
