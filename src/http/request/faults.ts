import { setTimeout as wait } from 'node:timers/promises'
import { injectedFault } from '#/kernel/errors.ts'

/** A fault that replaces or delays the response of operations, for testing clients. */
interface Fault {
  /** An operation id, or a prefix followed by `*`. */
  readonly operation: string
  /** Without a status the operation is only delayed. */
  readonly status?: number
  readonly reason?: string
  readonly message?: string
  readonly retryAfterS?: number
  readonly delayMs?: number
  /** How many times it applies; unlimited if absent. */
  readonly count?: number
  /** The probability from 0 to 1; 1 if absent. */
  readonly probability?: number
}

interface Armed {
  readonly fault: Fault
  remaining: number
}

/** The faults of a server. Without faults the gate does nothing. */
export class Faults {
  #armed: Armed[] = []
  readonly #chance: () => number

  /** `chance` returns numbers from 0 up to 1. It is a parameter, so that a run can be repeated. */
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

  /** Applies the first matching fault: waits, and throws if it has a status. */
  async strike(operationId: string): Promise<void> {
    const armed = this.#armed.find(
      ({ fault }) => fits(fault, operationId) && this.#chance() < (fault.probability ?? 1),
    )
    if (armed === undefined) return
    armed.remaining--
    if (armed.remaining <= 0) this.#armed = this.#armed.filter((other) => other !== armed)
    const { delayMs, status, reason, message, retryAfterS } = armed.fault
    // The timer does not keep a stopping process alive.
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
