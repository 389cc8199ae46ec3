import { cleanLines } from '../mail/layout.ts'
import { zonesIn } from '../recurrence/exported-lines.ts'
import type { Event, EventDateTime } from '../schemas/event.ts'
import { civilTimeText } from '../time/civil-date.ts'
import {
  attendeeLine,
  availabilityLines,
  component,
  contentLine,
  escapedText,
  headLines,
  instantMsOf,
  momentLine,
  organizerLine,
  storedLine,
  timeLines,
  zoneOf,
} from './content-lines.ts'
import { zoneComponents } from './zone-components.ts'

const titleCharactersMax = 2_000

interface Exported {
  readonly title: string
  readonly zone: string
  readonly nowMs: number
  /** No event starts before this. */
  readonly firstStartMs: number
}

/** Renders a calendar as iCalendar text in parts, so that no more than one part is in memory. */
export class ExportedCalendar {
  readonly #about: Exported
  readonly #describedZones = new Set<string>()

  constructor(about: Exported) {
    this.#about = about
  }

  /** The part before the first event. */
  begin(): Buffer {
    const { title, zone } = this.#about
    return partOf([
      'BEGIN:VCALENDAR',
      ...headLines('PUBLISH'),
      storedLine(`X-WR-CALNAME:${escapedText(cleanLines(title, titleCharactersMax))}`),
      storedLine(`X-WR-TIMEZONE:${zone}`),
    ])
  }

  /** Some events, after the zones among theirs that no part has described before. */
  events(events: readonly Pick<ExportedEvent, 'event' | 'cancelledStarts'>[]): Buffer {
    const zones = new Set(events.flatMap(({ event }) => zonesOf(event, this.#about.zone)))
    const added = zones.difference(this.#describedZones)
    for (const zone of added) this.#describedZones.add(zone)
    const { nowMs: to, firstStartMs } = this.#about
    return partOf([
      ...zoneComponents(added, { from: Math.min(firstStartMs, to), to, isEndless: true }),
      ...events.map((exported) => exportedEvent({ ...exported, ...this.#about })),
    ])
  }

  /** The part after the last event. */
  end(): Buffer {
    return partOf(['END:VCALENDAR'])
  }
}

const partOf = (texts: readonly string[]): Buffer =>
  Buffer.from(texts.map((text) => `${text}\r\n`).join(''))

/** The zones of the times of an event. */
export function zonesOf(
  { start, end, originalStartTime, recurrence = [] }: Event,
  calendarZone: string,
): string[] {
  const times = [start, end, originalStartTime].filter((time) => time?.dateTime !== undefined)
  return [...times.map((time) => zoneOf(time, calendarZone)), ...zonesIn(recurrence)]
}

const textCharactersMax = 1_000_000

interface ExportedEvent {
  readonly event: Event
  /** Original starts of cancelled instances. */
  readonly cancelledStarts: readonly EventDateTime[]
  readonly zone: string
  readonly nowMs: number
  /** Further properties. */
  readonly extras?: readonly string[]
  /** Whether attendees who have not responded are asked to. */
  readonly asksForResponses?: boolean
}

/** Renders an event of an exported calendar. */
export function exportedEvent(exported: ExportedEvent): string {
  const { event, cancelledStarts, zone, nowMs, extras = [], asksForResponses } = exported
  const { organizer, attendees = [] } = event
  return component('VEVENT', [
    contentLine('uid', {}, 'text', exportedText(event.iCalUID ?? event.id)),
    contentLine('dtstamp', {}, 'date-time', stampText(event.updated, nowMs)),
    ...stampLines(event),
    contentLine('sequence', {}, 'integer', event.sequence ?? 0),
    ...timeLines(event, zone),
    ...cancelledStarts.map((start) => momentLine('exdate', start, zone)),
    ...textLines(event),
    ...(organizer?.email === undefined || attendees.length === 0
      ? []
      : [organizerLine({ event, from: { email: organizer.email } })]),
    ...attendees.map((attendee) =>
      attendeeLine(attendee, asksForResponses ? 'REQUEST' : 'PUBLISH'),
    ),
    contentLine('status', {}, 'text', event.status === 'tentative' ? 'TENTATIVE' : 'CONFIRMED'),
    ...availabilityLines(event),
    ...extras,
    ...alarms(event),
  ])
}

/** A text without what iCalendar cannot contain. */
export const exportedText = (text = ''): string => cleanLines(text, textCharactersMax)

const stampText = (moment: string | undefined, otherwiseMs: number): string =>
  `${civilTimeText(moment === undefined ? otherwiseMs : instantMsOf({ dateTime: moment }))}Z`

const stampLines = ({ created, updated }: Event): string[] =>
  Object.entries({ created, 'last-modified': updated }).flatMap(([name, moment]) =>
    moment === undefined ? [] : [contentLine(name, {}, 'date-time', stampText(moment, 0))],
  )

const textLines = ({ summary, description, location }: Event): string[] =>
  Object.entries({ summary, description, location })
    .map(([name, text]) => [name, exportedText(text)] as const)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => contentLine(name, {}, 'text', text))

/** The caller's custom reminders. */
const alarms = ({ summary, reminders }: Event): string[] =>
  (reminders?.overrides ?? []).map(({ method, minutes = 0 }) =>
    component('VALARM', [
      contentLine('action', {}, 'text', method === 'email' ? 'EMAIL' : 'DISPLAY'),
      contentLine('trigger', {}, 'duration', `-PT${minutes}M`),
      contentLine('description', {}, 'text', exportedText(summary) || 'Reminder'),
      ...(method === 'email'
        ? [contentLine('summary', {}, 'text', exportedText(summary) || 'Reminder')]
        : []),
    ]),
  )
