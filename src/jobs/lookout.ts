import { type Clock, SettableClock } from '#/kernel/clock.ts'
import type { Log } from '#/kernel/log.ts'

/** When to look again, by either clock; absent means not by this clock. */
export interface NextLook {
  /** By the settable clock: due times. */
  readonly atMs?: number | undefined
  /** By the machine's clock: leases. */
  readonly machineAtMs?: number | undefined
}

// A notification can be lost with its connection, so this is the longest sleep.
const sleepMsMax = 30_000
// Work that is due but locked by another process is checked again after this time.
const sleepMsMin = 50
const afterFailureMs = 1_000

/**
 * Calls `look` when woken, when the clock is set, and at the time that the last look returned. Never runs
 * twice at a time; runs again if woken meanwhile.
 */
export class Lookout {
  readonly #clock: Clock
  readonly #log: Log
  readonly #look: () => Promise<NextLook>
  #looking: Promise<void> | undefined
  #isWanted = false
  #isOpen = false
  #timer: NodeJS.Timeout | undefined

  constructor(context: { clock: Clock; log: Log; look: () => Promise<NextLook> }) {
    this.#clock = context.clock
    this.#log = context.log
    this.#look = context.look
    if (context.clock instanceof SettableClock) {
      context.clock.onChange(() => {
        if (this.#isOpen) this.wake()
      })
    }
  }

  /** Starts the timers. */
  open(): void {
    this.#isOpen = true
  }

  /** Stops the timers, and waits for the current look. */
  async close(): Promise<void> {
    this.#isOpen = false
    this.#isWanted = false
    clearTimeout(this.#timer)
    await this.#looking?.catch(() => {})
  }

  wake(): void {
    if (this.#looking !== undefined) {
      this.#isWanted = true
      return
    }
    this.look().catch((error: unknown) => {
      this.#log.error('could not check for due work', { error: String(error) })
      if (this.#isOpen) this.#sleep(afterFailureMs)
    })
  }

  /** Looks now, and resolves when no further look is requested. */
  look(): Promise<void> {
    this.#isWanted = true
    this.#looking ??= this.#lookUntilUnwanted()
    return this.#looking
  }

  async #lookUntilUnwanted(): Promise<void> {
    try {
      let next: NextLook = {}
      while (this.#isWanted) {
        this.#isWanted = false
        next = await this.#look()
      }
      if (this.#isOpen) this.#sleep(this.#delayMs(next))
    } finally {
      this.#looking = undefined
    }
  }

  #sleep(delayMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.wake(), delayMs).unref()
  }

  #delayMs({ atMs, machineAtMs }: NextLook): number {
    let delayMs = sleepMsMax
    if (atMs !== undefined && !this.#isStopped()) {
      delayMs = Math.min(delayMs, atMs - this.#clock.nowMs())
    }
    if (machineAtMs !== undefined) {
      delayMs = Math.min(delayMs, machineAtMs - this.#clock.machineMs())
    }
    return Math.max(delayMs, sleepMsMin)
  }

  // A frozen clock never reaches the next due time.
  #isStopped(): boolean {
    return this.#clock instanceof SettableClock && this.#clock.setting.mode === 'frozen'
  }
}
