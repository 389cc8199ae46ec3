/** The source of time. Code that compares, stamps or expires takes a clock as an argument. */
export interface Clock {
  now(): Temporal.Instant
  /** `now` in whole milliseconds since 1970, for rows and comparisons. */
  nowMs(): number
  /** The time of this machine, which cannot be set: for durations and caches. */
  machineMs(): number
}

export const systemClock: Clock = {
  now: () => Temporal.Now.instant(),
  nowMs: () => Date.now(),
  machineMs: () => Date.now(),
}

/** The setting of a clock relative to the machine's: shifted by an offset, or stopped at a time. */
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

  /** Calls the listener after every change of the setting, so that timers can be updated. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener)
  }
}

/** A moment in the form of HTTP headers: `Sun, 06 Nov 1994 08:49:37 GMT`. */
export const httpDate = (instant: Temporal.Instant): string =>
  new Date(instant.epochMilliseconds).toUTCString()

/** The time in a `Date` header; not a number if it is invalid. */
export const httpDateMs = (text: string): number => Date.parse(text)

/** An instant as a Date, for libraries that do not use Temporal. */
export const dateOf = (instantMs: number): Date => new Date(instantMs)
