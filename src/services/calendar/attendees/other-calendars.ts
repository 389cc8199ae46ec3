import type { Transaction } from '#/storage/port.ts'
import type { CalendarRow } from '../store/calendars.ts'
import type { EventRow } from '../store/events.ts'
import { CalendarWriter, type WriterParts } from '../writing/calendar-writer.ts'

/**
 * Somebody else holds a calendar that is needed and whose turn was earlier. To be begun anew, with all
 * of these locked in their order first.
 */
export class CalendarsHeld extends Error {
  readonly ids: readonly string[]

  constructor(ids: readonly string[]) {
    super('Calendars that a change reaches are held by another change.')
    this.ids = ids
  }
}

interface At {
  readonly tx: Transaction
  readonly nowMs: number
  /** Those that the call is about, which are locked already. */
  readonly held: readonly CalendarWriter[]
  /** Waits for whoever holds a calendar, where beginning anew has not helped. */
  readonly isPatient: boolean
}

/** A calendar has answered an invitation by itself: to the event that is written, or to one of a series. */
interface AutomaticAnswer {
  readonly email: string
  readonly row?: EventRow
}

/** The calendars that a change reaches besides the one that is named: each is locked once. */
export class OtherCalendars {
  readonly #parts: WriterParts
  readonly #at: At
  readonly #opened = new Map<string, CalendarWriter>()
  readonly #answers: AutomaticAnswer[] = []

  constructor(parts: WriterParts, at: At) {
    this.#parts = parts
    this.#at = at
  }

  /** What writes to each of the calendars that there are. */
  async open(ids: Iterable<string>): Promise<CalendarWriter[]> {
    const wanted = [...new Set(ids)].sort()
    const missing = wanted.filter((id) => this.#find(id) === undefined)
    if (missing.length > 0) {
      for (const calendar of await this.#locked(missing)) this.#add(calendar)
    }
    return wanted.flatMap((id) => this.#find(id) ?? [])
  }

  /** Whether any has been opened. */
  get isReached(): boolean {
    return this.#opened.size > 0
  }

  noteAnswer(answer: AutomaticAnswer): void {
    this.#answers.push(answer)
  }

  /** The answers that somebody has still to be told of. */
  takeAnswers(): readonly AutomaticAnswer[] {
    return this.#answers.length === 0 ? [] : this.#answers.splice(0)
  }

  /** To be called when all is written. */
  async end(): Promise<void> {
    const settled = [...this.#opened.values()].flatMap((writer) => writer.settled ?? [])
    if (settled.length > 0) await this.#parts.calendars.settleAll(this.#at.tx, settled)
  }

  #find(id: string): CalendarWriter | undefined {
    return this.#opened.get(id) ?? this.#at.held.find(({ calendar }) => calendar.id === id)
  }

  #add(calendar: CalendarRow): void {
    const { tx, nowMs } = this.#at
    const writer = new CalendarWriter(this.#parts, { tx, calendar, nowMs, isTaken: true })
    this.#opened.set(calendar.id, writer)
  }

  // Two changes that reach into each other's calendars would wait in a circle.
  async #locked(ids: readonly string[]): Promise<readonly CalendarRow[]> {
    const { calendars } = this.#parts
    const { tx, isPatient } = this.#at
    if (isPatient) return calendars.lockAll(tx, ids)
    const free = await calendars.lockFree(tx, ids)
    if (free.length === ids.length) return free
    const found = new Set(free.map(({ id }) => id))
    const rest = ids.filter((id) => !found.has(id))
    if ((await calendars.findAll(tx, rest)).length === 0) return free
    throw new CalendarsHeld([...this.#opened.keys(), ...ids])
  }
}
