import { setTimeout as wait } from 'node:timers/promises'
import { injectedFault } from '#/kernel/errors.ts'

/** What chosen operations shall answer instead, for people who test their clients. */
export interface Fault {
  /** An operation id, or the beginning of some followed by `*`. */
  readonly operation: string
  /** Without a status the operation is only delayed. */
  readonly status?: number
  readonly reason?: string
  readonly message?: string
  readonly retryAfterS?: number
  readonly delayMs?: number
  /** How often it strikes before it is used up; without end when absent. */
  readonly count?: number
  /** Between 0 and 1: how likely it strikes. Always when absent. */
  readonly probability?: number
}

interface Armed {
  readonly fault: Fault
  remaining: number
}

/** One gate of the pipeline: nothing while no fault is set. */
export class Faults {
  #armed: Armed[] = []
  readonly #chance: () => number

  /** `chance` gives numbers from 0 up to 1, and is handed in so that a run can be repeated. */
  constructor(chance: () => number) {
    this.#chance = chance
  }

  get isEmpty(): boolean {
    return this.#armed.length === 0
  }

  add(fault: Fault): void {
    this.#armed.push({ fault, remaining: fault.count ?? Number.POSITIVE_INFINITY })
  }

  clear(): void {
    this.#armed = []
  }

  list(): readonly Fault[] {
    return this.#armed.map(({ fault, remaining }) =>
      Number.isFinite(remaining) ? { ...fault, count: remaining } : fault,
    )
  }

  /** Lets the first fault that fits strike: waits, and throws when it has a status. */
  async strike(operationId: string): Promise<void> {
    const armed = this.#armed.find(
      ({ fault }) => fits(fault, operationId) && this.#chance() < (fault.probability ?? 1),
    )
    if (armed === undefined) return
    armed.remaining--
    if (armed.remaining <= 0) this.#armed = this.#armed.filter((other) => other !== armed)
    const { delayMs, status, reason, message, retryAfterS } = armed.fault
    // A request that a shutdown has given up does not keep the process from ending.
    if (delayMs !== undefined) await wait(delayMs, undefined, { ref: false })
    if (status === undefined) return
    throw injectedFault({
      status,
      reason: reason ?? (status >= 500 ? 'backendError' : 'badRequest'),
      message: message ?? 'This fault was asked for.',
      ...(retryAfterS === undefined ? {} : { retryAfterS }),
    })
  }
}

const fits = (fault: Fault, operationId: string): boolean =>
  fault.operation.endsWith('*')
    ? operationId.startsWith(fault.operation.slice(0, -1))
    : fault.operation === operationId
