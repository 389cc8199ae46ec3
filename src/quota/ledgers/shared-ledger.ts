import type { Clock } from '#/kernel/clock.ts'
import { type ApiError, unavailable } from '#/kernel/errors.ts'
import type { Database } from '#/storage/port.ts'
import type { Charge, Ledger, Totals } from '../charge.ts'
import { refusal, type Tiers } from '../limits.ts'
import { chargeGroup, type Payer, type Payment, type Refused } from './group-charge.ts'
import { PrepaidUnits } from './prepaid-units.ts'
import type { Tally } from './tally.ts'

interface SharedLedgerContext {
  readonly database: Database
  readonly clock: Clock
  readonly tiers: Tiers
  readonly tally: Tally
  readonly totals: Totals
}

interface Waiting extends Payment {
  readonly charge: Charge
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

const chargesPerTransactionMax = 200
const waitingChargesMax = 10_000

/**
 * Decides in the database, so that limits hold exactly across all processes. Charges that arrive during a
 * transaction share the next one, which locks the row of a busy client once for all of them, and some units
 * are charged in advance. Subjects without a limit are only counted in memory.
 */
export class SharedLedger implements Ledger {
  readonly #context: SharedLedgerContext
  readonly #refusals = new RefusalMemory()
  readonly #prepaid = new PrepaidUnits()
  readonly #waiting: Waiting[] = []
  #isWorking = false

  constructor(context: SharedLedgerContext) {
    this.#context = context
  }

  charge(charge: Charge): Promise<void> | void {
    const { units } = charge
    const payers = this.#payers(charge, { isLimited: true })
    const nowMs = this.#context.clock.nowMs()
    const isPaid = ({ subject }: Payer) => this.#prepaid.covers(subject, units, nowMs)
    if (!this.#context.tally.isFull && payers.every(isPaid)) {
      for (const { subject } of payers) this.#prepaid.spend(subject, units, nowMs)
      return this.#count(charge, nowMs)
    }
    for (const { subject } of payers) {
      const refused = this.#refusals.find(subject, units, nowMs)
      if (refused !== undefined) throw this.#refusal(refused, charge)
    }
    if (this.#waiting.length >= waitingChargesMax) {
      throw unavailable('Too many requests wait for their quota to be checked.')
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ charge, payers, units, resolve, reject })
      if (!this.#isWorking) void this.#work()
    })
  }

  /** Forgets earlier rejections and units charged in advance. */
  forget(): void {
    this.#refusals.clear()
    this.#prepaid.clear()
  }

  async #work(): Promise<void> {
    this.#isWorking = true
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, chargesPerTransactionMax)
      const nowMs = this.#context.clock.nowMs()
      try {
        if (this.#context.tally.isFull) await this.#context.tally.makeRoom()
        const advances = this.#advancesFor(group, nowMs)
        const verdicts = await this.#context.database.transaction((tx) =>
          chargeGroup(tx, [...group, ...advances], nowMs),
        )
        for (const [index, waiting] of group.entries())
          this.#answer(waiting, verdicts[index], nowMs)
        for (const [index, { payers, units }] of advances.entries()) {
          if (verdicts[group.length + index] !== undefined) continue
          for (const { subject } of payers) this.#prepaid.notePaid(subject, units, nowMs)
        }
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    this.#isWorking = false
  }

  /** The units to charge in advance for the subjects of a group. They are skipped if they exceed a limit. */
  #advancesFor(group: readonly Payment[], nowMs: number): Payment[] {
    const payers = new Map(group.flatMap((each) => each.payers).map((each) => [each.subject, each]))
    return [...payers.values()]
      .map((payer) => ({
        payers: [payer],
        units: this.#prepaid.ahead(payer.subject, payer.tier, nowMs),
      }))
      .filter(({ units }) => units > 0)
  }

  #answer(
    { charge, payers, units, resolve, reject }: Waiting,
    refused: Refused | undefined,
    nowMs: number,
  ): void {
    if (refused !== undefined) {
      this.#refusals.keep(refused)
      reject(this.#refusal(refused, charge))
      return
    }
    for (const { subject } of payers) this.#prepaid.noteCharged(subject, units, nowMs)
    this.#count(charge, nowMs)
    resolve()
  }

  #count(charge: Charge, nowMs: number): void {
    for (const { subject } of this.#payers(charge, { isLimited: false })) {
      this.#context.tally.findOrBegin(subject, nowMs).add(charge.units)
    }
    this.#context.totals.chargedUnits += charge.units
  }

  #payers({ userSubject, clientSubject }: Charge, { isLimited }: { isLimited: boolean }): Payer[] {
    const { user, client } = this.#context.tiers
    const payers: Payer[] = []
    if (userSubject !== undefined && user.isLimited === isLimited) {
      payers.push({ tier: user, subject: userSubject })
    }
    if (client.isLimited === isLimited) payers.push({ tier: client, subject: clientSubject })
    return payers
  }

  #refusal({ payer, span, retryAtMs }: Refused, charge: Charge): ApiError {
    this.#context.totals.refusedRequests[payer.tier.name] += 1
    const waitMs = retryAtMs - this.#context.clock.nowMs()
    return refusal(payer.tier, { span, waitMs }, charge)
  }
}

const refusalsMax = 10_000
// Another process may reset all use, so that rejections are cached briefly.
const believedMs = 2_000

/**
 * Caches recent rejections. Until the time in a rejection the use only grows, so that further requests are
 * rejected without asking the database.
 */
class RefusalMemory {
  readonly #refusals = new Map<string, Refused>()

  find(subject: string, units: number, nowMs: number): Refused | undefined {
    const refused = this.#refusals.get(subject)
    if (refused === undefined || units < refused.units) return undefined
    const untilMs = Math.min(refused.retryAtMs, refused.atMs + believedMs)
    return nowMs >= refused.atMs && nowMs < untilMs ? refused : undefined
  }

  keep(refused: Refused): void {
    const { subject } = refused.payer
    this.#refusals.delete(subject)
    this.#refusals.set(subject, refused)
    if (this.#refusals.size <= refusalsMax) return
    const [oldest] = this.#refusals.keys()
    this.#refusals.delete(oldest as string)
  }

  clear(): void {
    this.#refusals.clear()
  }
}
