import type { UsageRow } from '../store.ts'
import { dayStart, minuteMs, minuteStart, type Use } from '../window.ts'

export const unused: Use = { minuteUnits: 0, previousUnits: 0, dayUnits: 0 }

/** The use of a subject in memory, and the part of it that is not saved yet. */
export class SubjectUse implements Use {
  readonly subject: string
  minuteUnits: number
  previousUnits: number
  dayUnits: number
  unsavedUnits = 0
  #minuteAt: number
  #dayAt: number

  constructor(subject: string, nowMs: number, use: Use) {
    this.subject = subject
    this.minuteUnits = use.minuteUnits
    this.previousUnits = use.previousUnits
    this.dayUnits = use.dayUnits
    this.#minuteAt = minuteStart(nowMs)
    this.#dayAt = dayStart(nowMs)
  }

  add(units: number): void {
    this.minuteUnits += units
    this.dayUnits += units
    this.unsavedUnits += units
  }

  isOfMinute(nowMs: number): boolean {
    return nowMs >= this.#minuteAt && nowMs < this.#minuteAt + minuteMs
  }

  /** Starts the minute and the day of `nowMs`. Unsaved use belongs to the previous ones. */
  moveTo(nowMs: number): void {
    const minuteAt = minuteStart(nowMs)
    const dayAt = dayStart(nowMs)
    this.previousUnits = minuteAt === this.#minuteAt + minuteMs ? this.minuteUnits : 0
    this.minuteUnits = 0
    if (dayAt !== this.#dayAt) this.dayUnits = 0
    this.#minuteAt = minuteAt
    this.#dayAt = dayAt
  }

  /** Moves unsaved use to rows that are to be written. */
  takeUnsaved(rows: UsageRow[]): void {
    const { subject, unsavedUnits: units } = this
    if (units === 0) return
    rows.push(
      { subject, span: 'day', startedAt: this.#dayAt, units },
      { subject, span: 'minute', startedAt: this.#minuteAt, units },
    )
    this.unsavedUnits = 0
  }
}
