import type { Refused } from './group-charge.ts'

const refusalsMax = 10_000
// Another process may have been told to forget all use, so nothing is believed for long.
const believedMs = 2_000

/**
 * Remembers who was refused lately. Use only grows until the time that a refusal names, so whoever
 * hammers on after it is refused without asking the database.
 */
export class RefusalMemory {
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
