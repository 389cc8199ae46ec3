import { cleanLines } from '../mail/layout.ts'
import type { Event, EventDateTime } from '../schemas/event.ts'
import { civilTimeText } from '../time/civil-date.ts'
import {
  attendeeLine,
  availabilityLines,
  component,
  contentLine,
  headLines,
  instantMsOf,
  momentLine,
  organizerLine,
  storedLine,
  timeLines,
  zoneOf,
  zonesIn,
} from './content-lines.ts'
import { zoneComponents } from './zone-components.ts'

const titleCharactersMax = 2_000

interface Exported {
  readonly title: string
  readonly zone: string
  readonly nowMs: number
}

/** Renders a calendar as iCalendar text, event by event, in chunks. */
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

  add(events: readonly Pick<ExportedEvent, 'event' | 'cancelledStarts'>[]): void {
    for (const { event } of events) this.#noteTimes(event)
    const texts = events.map((exported) => `${exportedEvent({ ...exported, ...this.#about })}\r\n`)
    const piece = Buffer.from(texts.join(''))
    this.#bytes += piece.length
    this.#pieces.push(piece)
  }

  end(): readonly Buffer[] {
    const range = { from: this.#earliestMs, to: this.#latestMs, isEndless: true }
    const zones = zoneComponents(this.#zones, range)
    const head = [...this.#headLines(), ...zones].map((line) => `${line}\r\n`).join('')
    return [Buffer.from(head), ...this.#pieces, Buffer.from('END:VCALENDAR\r\n')]
  }

  #headLines(): string[] {
    const { title, zone } = this.#about
    return [
      'BEGIN:VCALENDAR',
      ...headLines('PUBLISH'),
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

// For unknown properties the library writes a VALUE parameter, which few clients expect.
const escaped = (text: string): string => text.replace(/[\\,;]/g, '\\$&').replaceAll('\n', '\\n')

const textCharactersMax = 1_000_000

interface ExportedEvent {
  readonly event: Event
  /** Original starts of cancelled instances. */
  readonly cancelledStarts: readonly EventDateTime[]
  readonly zone: string
  readonly nowMs: number
}

/** Renders an event of an exported calendar. */
function exportedEvent({ event, cancelledStarts, zone, nowMs }: ExportedEvent): string {
  const { organizer, attendees = [] } = event
  return component('VEVENT', [
    contentLine('uid', {}, 'text', cleanText(event.iCalUID ?? event.id)),
    contentLine('dtstamp', {}, 'date-time', stampText(event.updated, nowMs)),
    ...stampLines(event),
    contentLine('sequence', {}, 'integer', event.sequence ?? 0),
    ...timeLines(event, zone),
    ...cancelledStarts.map((start) => momentLine('exdate', start, zone)),
    ...textLines(event),
    ...(organizer?.email === undefined || attendees.length === 0
      ? []
      : [organizerLine({ event, from: { email: organizer.email } })]),
    ...attendees.map((attendee) => attendeeLine(attendee, 'PUBLISH')),
    contentLine('status', {}, 'text', event.status === 'tentative' ? 'TENTATIVE' : 'CONFIRMED'),
    ...availabilityLines(event),
    ...alarms(event),
  ])
}

const cleanText = (text = '') => cleanLines(text, textCharactersMax)

const stampText = (moment: string | undefined, otherwiseMs: number): string =>
  `${civilTimeText(moment === undefined ? otherwiseMs : Temporal.Instant.from(moment).epochMilliseconds)}Z`

const stampLines = ({ created, updated }: Event): string[] =>
  Object.entries({ created, 'last-modified': updated }).flatMap(([name, moment]) =>
    moment === undefined ? [] : [contentLine(name, {}, 'date-time', stampText(moment, 0))],
  )

const textLines = ({ summary, description, location }: Event): string[] =>
  Object.entries({ summary, description, location })
    .map(([name, text]) => [name, cleanText(text)] as const)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => contentLine(name, {}, 'text', text))

/** The caller's custom reminders. */
const alarms = ({ summary, reminders }: Event): string[] =>
  (reminders?.overrides ?? []).map(({ method, minutes = 0 }) =>
    component('VALARM', [
      contentLine('action', {}, 'text', method === 'email' ? 'EMAIL' : 'DISPLAY'),
      contentLine('trigger', {}, 'duration', `-PT${minutes}M`),
      contentLine('description', {}, 'text', cleanText(summary) || 'Reminder'),
      ...(method === 'email'
        ? [contentLine('summary', {}, 'text', cleanText(summary) || 'Reminder')]
        : []),
    ]),
  )
