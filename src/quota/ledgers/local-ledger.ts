import type { Clock } from '#/kernel/clock.ts'
import type { Charge, Ledger, Totals } from '../charge.ts'
import { refusal, type Tier, type Tiers } from '../limits.ts'
import { overrun } from '../window.ts'
import type { SubjectUse } from './subject-use.ts'
import type { Tally } from './tally.ts'

interface LocalLedgerContext {
  readonly clock: Clock
  readonly tiers: Tiers
  readonly tally: Tally
  readonly totals: Totals
}

/** Decides in memory: for databases with a single process, and for subjects without limits. */
export class LocalLedger implements Ledger {
  readonly #clock: Clock
  readonly #tiers: Tiers
  readonly #tally: Tally
  readonly #totals: Totals

  constructor(context: LocalLedgerContext) {
    this.#clock = context.clock
    this.#tiers = context.tiers
    this.#tally = context.tally
    this.#totals = context.totals
  }

  charge(charge: Charge): Promise<void> | void {
    const nowMs = this.#clock.nowMs()
    const { userSubject, clientSubject, units } = charge
    const client = this.#find(this.#tiers.client, clientSubject, nowMs)
    if (client === undefined) return this.#loadAndCharge(charge, nowMs)
    if (userSubject === undefined) {
      this.#check(this.#tiers.client, client, charge, nowMs)
    } else {
      const user = this.#find(this.#tiers.user, userSubject, nowMs)
      if (user === undefined) return this.#loadAndCharge(charge, nowMs)
      this.#check(this.#tiers.user, user, charge, nowMs)
      this.#check(this.#tiers.client, client, charge, nowMs)
      user.add(units)
    }
    client.add(units)
    this.#totals.chargedUnits += units
  }

  // Without a limit the use in the database does not matter.
  #find(tier: Tier, subject: string, nowMs: number): SubjectUse | undefined {
    const use = this.#tally.find(subject, nowMs)
    if (use !== undefined || tier.isLimited || this.#tally.isFull) return use
    return this.#tally.findOrBegin(subject, nowMs)
  }

  #check(tier: Tier, use: SubjectUse, charge: Charge, nowMs: number): void {
    if (!tier.isLimited) return
    const over = overrun(use, tier, { units: charge.units, nowMs })
    if (over === undefined) return
    this.#totals.refusedRequests[tier.name] += 1
    throw refusal(tier, over, charge)
  }

  async #loadAndCharge(charge: Charge, nowMs: number): Promise<void> {
    const { user, client } = this.#tiers
    const { userSubject, clientSubject } = charge
    if (this.#tally.isFull) await this.#tally.makeRoom()
    if (client.isLimited) await this.#tally.load(clientSubject, nowMs)
    if (user.isLimited && userSubject !== undefined) await this.#tally.load(userSubject, nowMs)
    await this.charge(charge)
  }
}
