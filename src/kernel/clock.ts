/** Where time comes from. Everything that compares, stamps or expires asks a clock it was handed. */
export interface Clock {
  now(): Temporal.Instant
  /** `now` in whole milliseconds since 1970, for rows and comparisons. */
  nowMs(): number
  /** The machine's own time, which nobody can set: for leases between processes and for durations. */
  machineMs(): number
}

export const systemClock: Clock = {
  now: () => Temporal.Now.instant(),
  nowMs: () => Date.now(),
  machineMs: () => Date.now(),
}

/** How a settable clock stands to the machine's: shifted by an offset, or stopped at a moment. */
export type ClockSetting =
  | { readonly mode: 'offset'; readonly offsetMs: number }
  | { readonly mode: 'frozen'; readonly atMs: number }

/** A clock that can be moved and stopped, for tests and for the workbench. */
export class SettableClock implements Clock {
  #setting: ClockSetting
  readonly #listeners = new Set<() => void>()

  constructor(setting: ClockSetting = { mode: 'offset', offsetMs: 0 }) {
    this.#setting = setting
  }

  now(): Temporal.Instant {
    return Temporal.Instant.fromEpochMilliseconds(this.nowMs())
  }

  nowMs(): number {
    const setting = this.#setting
    return setting.mode === 'frozen' ? setting.atMs : Date.now() + setting.offsetMs
  }

  machineMs(): number {
    return Date.now()
  }

  get setting(): ClockSetting {
    return this.#setting
  }

  set(setting: ClockSetting): void {
    this.#setting = setting
    for (const listener of this.#listeners) listener()
  }

  /** Calls back after every change of the setting, so that what waits for a time looks again. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener)
  }
}

/** A moment in the form of HTTP headers: `Sun, 06 Nov 1994 08:49:37 GMT`. */
export const httpDate = (instant: Temporal.Instant): string =>
  new Date(instant.epochMilliseconds).toUTCString()

/** An instant in the form that libraries older than Temporal take. */
export const dateOf = (instantMs: number): Date => new Date(instantMs)
