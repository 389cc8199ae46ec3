import { isTimeZone } from '../../domain/time-zone.ts'
import type { Event } from '../../schemas/event.ts'
import { cleanLines } from '../clean-text.ts'
import { contentLine, storedLine } from './content-lines.ts'
import { type ExportedEvent, exportedEvent } from './exported-event.ts'
import { instantMsOf, isUtc, zoneOf } from './moment-line.ts'
import { zonesIn } from './recurrence-lines.ts'
import { zoneComponent } from './zone-components.ts'

const yearMs = 366 * 86_400_000
/** Series may go on for ever; what is told of their zones does not. */
const yearsAhead = 10
const lastMs = Temporal.Instant.from('9998-12-31T00:00:00Z').epochMilliseconds
const titleCharactersMax = 2_000

interface Exported {
  readonly title: string
  readonly zone: string
  readonly nowMs: number
}

/** A calendar as iCalendar text, event by event, in pieces that are sent one after the other. */
export class ExportedCalendar {
  readonly #about: Exported
  readonly #pieces: Buffer[] = []
  readonly #zones = new Set<string>()
  #earliestMs: number
  #latestMs: number
  #bytes = 0

  constructor(about: Exported) {
    this.#about = about
    this.#earliestMs = about.nowMs
    this.#latestMs = about.nowMs
  }

  get bytes(): number {
    return this.#bytes
  }

  add(events: readonly Pick<ExportedEvent, 'event' | 'gaps'>[]): void {
    for (const { event } of events) this.#noteTimes(event)
    const texts = events.map((exported) => `${exportedEvent({ ...exported, ...this.#about })}\r\n`)
    const piece = Buffer.from(texts.join(''))
    this.#bytes += piece.length
    this.#pieces.push(piece)
  }

  end(): readonly Buffer[] {
    const range = {
      from: this.#earliestMs - yearMs,
      to: Math.min(this.#latestMs + yearsAhead * yearMs, lastMs),
    }
    const zones = [...this.#zones]
      .filter((name) => isTimeZone(name) && !isUtc(name))
      .map((name) => zoneComponent(name, range))
    const head = [...this.#headLines(), ...zones].map((line) => `${line}\r\n`).join('')
    return [Buffer.from(head), ...this.#pieces, Buffer.from('END:VCALENDAR\r\n')]
  }

  #headLines(): string[] {
    const { title, zone } = this.#about
    return [
      'BEGIN:VCALENDAR',
      contentLine('prodid', {}, 'text', '-//Almanac//Almanac Calendar//EN'),
      contentLine('version', {}, 'text', '2.0'),
      contentLine('calscale', {}, 'text', 'GREGORIAN'),
      contentLine('method', {}, 'text', 'PUBLISH'),
      storedLine(`X-WR-CALNAME:${escaped(cleanLines(title, titleCharactersMax))}`),
      storedLine(`X-WR-TIMEZONE:${zone}`),
    ]
  }

  #noteTimes({ start, end, originalStartTime, recurrence = [] }: Event): void {
    for (const time of [start, end, originalStartTime]) {
      if (time === undefined) continue
      const atMs = instantMsOf(time)
      this.#earliestMs = Math.min(this.#earliestMs, atMs)
      this.#latestMs = Math.max(this.#latestMs, atMs)
      if (time.date === undefined) this.#zones.add(zoneOf(time, this.#about.zone))
    }
    for (const zone of zonesIn(recurrence)) this.#zones.add(zone)
  }
}

// The library writes the type of properties that it does not know, which few readers expect.
const escaped = (text: string): string => text.replace(/[\\,;]/g, '\\$&').replaceAll('\n', '\\n')
