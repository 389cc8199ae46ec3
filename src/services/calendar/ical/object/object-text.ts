import { setImmediate as turn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { withoutAbsent } from '../../event/event-content.ts'
import { internalIn } from '../../event/internal-properties.ts'
import { seenInstance } from '../../reading/in-window.ts'
import { isUtc } from '../../recurrence/exported-lines.ts'
import { seriesModel } from '../../recurrence/series-models.ts'
import type { View } from '../../rendering/event-reply.ts'
import { isMasked, seenEvent } from '../../rendering/presentation.ts'
import type { Event, EventDateTime } from '../../schemas/event.ts'
import type { EventRow } from '../../store/events.ts'
import { midnightIn } from '../../time/civil-date.ts'
import { instantIn, timeZoneNamed } from '../../time/zone-offsets.ts'
import { type ComponentTree, propertyName, propertyValue, treeText } from '../component-tree.ts'
import {
  component,
  headLines,
  momentLine,
  recurrenceLines,
  withExportedTimes,
} from '../content-lines.ts'
import { exportedEvent, exportedText, zonesOf } from '../exported-calendar.ts'
import { zoneComponents } from '../zone-components.ts'
import { mergedAttendees } from './attendee-lines.ts'
import { differingExtras, extraLines, extraValuesOf } from './extra-properties.ts'
import { type ReadEvent, type ReadObject, readObject } from './read-object.ts'

/**
 * Renders an event, or a series with its exceptions, as one iCalendar object. Instances are rendered on their
 * own if they differ from the series, or have the key of one that a program has sent on its own.
 */
export function objectText(
  rows: readonly EventRow[],
  view: View,
  sentKeys: ReadonlySet<string> = new Set(),
): string {
  const master = rows.find(({ kind }) => kind === 'series')
  const sentStarts = new Set(sentKeys.values().map(startOfKey))
  const shown = rows.filter(
    (row) =>
      row.presence === 'live' &&
      (sentStarts.has(row.originalStart) || !followsSeries(row, master, view)),
  )
  const cancelledStarts = rows
    .filter(({ presence }) => presence === 'cancelled')
    .flatMap((row) => seenEvent(row, view).originalStartTime ?? [])
  const taken = new Set(rows.map(({ originalStart }) => originalStart))
  const events = [
    ...shown.map((row) => ({
      event: isMasked(row, view)
        ? { ...seenEvent(row, view), summary: 'Busy' }
        : seenEvent(row, view),
      cancelledStarts: row === master ? cancelledStarts : [],
    })),
    ...instancesAt(sentStarts.difference(taken), master, view),
  ]
  const zones = new Set(events.flatMap(({ event }) => zonesOf(event, view.zone)))
  // The text depends on nothing but the rows, so that it changes only together with them.
  const nowMs = Math.max(...rows.map(({ updatedAtMs }) => updatedAtMs))
  const from = Math.min(...rows.map(({ startMs }) => startMs))
  const isEndless = master !== undefined
  const to = isEndless ? Math.max(nowMs, from) : Math.max(...rows.map(({ endMs }) => endMs))
  return `${component('VCALENDAR', [
    ...headLines(),
    ...zoneComponents(zones, { from, to, isEndless }),
    ...events.map((one) =>
      exportedEvent({
        ...one,
        zone: view.zone,
        nowMs,
        extras: extraLines(one.event),
        asksForResponses: true,
      }),
    ),
  ])}\r\n`
}

/** The start of an instance by its key in an object; null for the event or the series. */
function startOfKey(key: string): number | null {
  if (key === '') return null
  return /^\d{4}-/.test(key) ? midnightIn(key) : Number(key)
}

/** The instances of a series that have no rows. */
function instancesAt(starts: ReadonlySet<number | null>, master: EventRow | undefined, view: View) {
  if (master === undefined || starts.size === 0) return []
  const model = seriesModel(master)
  return [...starts]
    .filter((start) => start !== null && model.series.hasOriginalStart(start))
    .map((originalStart) => ({
      event: seenInstance(master, { model, originalStart: originalStart! }, view),
      cancelledStarts: [],
    }))
}

interface Expansion {
  readonly fromMs: number
  readonly toMs: number
  readonly instancesMax: number
}

/** Other requests get a turn after so many instances. */
const instancesPerTurn = 50

/**
 * Renders the instances of an object in a range of time one by one, in UTC and without rules (RFC 4791, 9.6.5).
 * Undefined if there are too many.
 */
export async function expandedText(
  rows: readonly EventRow[],
  view: View,
  { fromMs, toMs, instancesMax }: Expansion,
): Promise<{ readonly text: string; readonly instanceCount: number } | undefined> {
  const own = rows
    .filter(({ kind, presence }) => kind !== 'series' && presence === 'live')
    .filter((row) => row.startMs < toMs && (row.endMs > fromMs || row.startMs === row.endMs))
  const master = rows.find(({ kind }) => kind === 'series')
  const model = master && seriesModel(master)
  const taken = new Set(rows.map(({ originalStart }) => originalStart))
  const from = fromMs - Math.max((model?.lengthMs ?? 0) - 1, 0)
  const limit = instancesMax + taken.size + 1
  const starts = (model?.series.originalStarts({ from, to: toMs, limit }) ?? []).filter(
    (originalStart) => !taken.has(originalStart),
  )
  if (own.length + starts.length > instancesMax) return undefined
  const isHidden = rows.some((row) => isMasked(row, view))
  const nowMs = Math.max(...rows.map(({ updatedAtMs }) => updatedAtMs))
  const exportedText = (event: Event): string =>
    exportedEvent({
      event: { ...inUtc(event), ...(isHidden && { summary: 'Busy' }) },
      cancelledStarts: [],
      zone: 'UTC',
      nowMs,
      extras: extraLines(event),
    })
  const texts = own.map((row) => exportedText(seenEvent(row, view)))
  for (const [index, originalStart] of starts.entries()) {
    if (index % instancesPerTurn === instancesPerTurn - 1) await turn()
    texts.push(exportedText(seenInstance(master!, { model: model!, originalStart }, view)))
  }
  const text = `${component('VCALENDAR', [...headLines(), ...texts])}\r\n`
  return { text, instanceCount: texts.length }
}

/** The event with all times in UTC. */
function inUtc({ start, end, originalStartTime, ...event }: Event): Event {
  const utc = (time: EventDateTime | undefined) =>
    time?.dateTime === undefined ? time : { ...time, timeZone: 'UTC' }
  const times = { start: utc(start), end: utc(end), originalStartTime: utc(originalStartTime) }
  return withoutAbsent({ ...event, ...times }) as Event
}

/** Whether an exception equals the instance of its series. */
function followsSeries(row: EventRow, master: EventRow | undefined, view: View): boolean {
  if (master === undefined || row.kind !== 'exception') return false
  const [own, ofSeries] = [internalIn(row.internal), internalIn(master.internal)]
  return (
    Object.keys(own.overrides ?? {}).length === 0 &&
    isDeepStrictEqual(own.reminders?.[view.userId], ofSeries.reminders?.[view.userId])
  )
}

interface Compared {
  /** What a calendar program has sent. */
  readonly sent: string
  /** Renders the events, with the instances that have these keys. */
  readonly render: (sentKeys?: ReadonlySet<string>) => string
  /** The zone of the calendar, for times without a zone. */
  readonly zone: string
}

/**
 * Texts of more events are not rendered for comparison, because a transaction holds the event loop. If in doubt,
 * such a text is merged with what its rows say whenever it is read.
 */
const comparedEventsMax = 50

interface SentText {
  readonly text: string
  readonly read: ReadObject
}

/** Whether the rows of an object say all that a text says, as far as events can say it. */
export async function isFaithful(
  rows: readonly EventRow[],
  view: View,
  sent: SentText,
): Promise<boolean> {
  const { zone } = view
  const isRead = sent.read.zones.floating === zone
  const one = isRead ? sent.read : await readObject(sent.text, zone)
  if (one === undefined) return false
  if (isSaidByRows(rows, view, one)) return true
  if (one.events.size > comparedEventsMax) return false
  return isSaidByText(one, { render: (keys) => objectText(rows, view, keys), zone })
}

/**
 * Whether events without attendees say all that their text says. Rendering them and reading the text again gives
 * the same answer, but takes a fifth of the time of a PUT of a single event (`bench/workloads/caldav.ts`).
 */
export function isSaidByRows(
  rows: readonly EventRow[],
  view: View,
  { events }: ReadObject,
): boolean {
  const whole = rows.find(({ masterId }) => masterId === null)
  if (whole === undefined || rows.some((row) => isMasked(row, view))) return false
  const master = whole.kind === 'series' ? whole : undefined
  if (master === undefined && rows.length > 1) return false
  const byStart = new Map(rows.map((row) => [row.originalStart, row]))
  const sentByStart = new Map(events.entries().map(([key, sent]) => [startOfKey(key), sent]))
  const hasUnsent = rows.some(
    (row) =>
      row.presence === 'live' &&
      !sentByStart.has(row.originalStart) &&
      !followsSeries(row, master, view),
  )
  if (hasUnsent) return false
  const cancelled = rows.filter(({ presence }) => presence === 'cancelled')
  return sentByStart.entries().every(([start, sent]) => {
    const row = byStart.get(start)
    const [instance] = row === undefined ? instancesAt(new Set([start]), master, view) : []
    const seen = row === undefined ? instance?.event : seenEvent(row, view)
    if (seen === undefined || (row !== undefined && row.presence !== 'live')) return false
    if (seen.attendees !== undefined) return false
    const event = asRead(row === master ? withExportedRecurrence(seen, cancelled, view) : seen)
    return isSame(sent, { event, extras: extraValuesOf(event) })
  })
}

/** A series as its text states the recurrence, with its cancelled instances. */
function withExportedRecurrence(event: Event, cancelled: readonly EventRow[], view: View): Event {
  const lines = cancelled
    .flatMap((row) => seenEvent(row, view).originalStartTime ?? [])
    .map((time) => momentLine('exdate', time, view.zone))
  const { recurrence = [], ...exported } = withExportedTimes(event, view.zone)
  return { ...exported, recurrence: [...recurrence, ...lines] }
}

/** What reading the text of an event gives. */
const asRead = (event: Event): Event => ({
  ...event,
  summary: exportedText(event.summary),
  description: exportedText(event.description),
  location: exportedText(event.location),
  status: event.status === 'tentative' ? 'tentative' : 'confirmed',
  transparency: event.transparency === 'transparent' ? 'transparent' : 'opaque',
})

/** Whether the text of an object says all that another one says. */
export async function isSaidByText(
  one: ReadObject,
  { render, zone }: Omit<Compared, 'sent'>,
): Promise<boolean> {
  const other = await readObject(render(new Set(one.events.keys())), zone)
  if (other === undefined || one.events.size !== other.events.size) return false
  return other.events.entries().every(([key, shown]) => {
    const sent = one.events.get(key)
    return sent !== undefined && isSame(sent, shown)
  })
}

const isSame = (one: Content, other: Content): boolean =>
  differingExtras(one.extras, other.extras).length === 0 &&
  fields.every(({ of }) => isDeepStrictEqual(of(one.event), of(other.event)))

type Content = Pick<ReadEvent, 'extras'> & { readonly event: Event }

/**
 * The text that was sent, with what the events say otherwise by now. Whatever events cannot express stays:
 * unknown properties and parameters, further components, and the wording of values that are the same.
 */
export async function mergedText(
  { sent, render, zone }: Compared,
  { keepsAlarms }: { readonly keepsAlarms: boolean },
): Promise<string> {
  const one = await readObject(sent, zone, { takesTurns: true })
  if (one === undefined) return render()
  const rendered = render(new Set(one.events.keys()))
  const other = await readObject(rendered, zone, { takesTurns: true })
  if (other === undefined) return rendered
  const events = other.events.entries().map(([key, shown]) => {
    const sent = one.events.get(key)
    return sent === undefined ? shown.tree : mergedEvent(sent, shown, keepsAlarms)
  })
  const others = one.tree.components.filter(({ name }) => name !== 'VEVENT')
  const zoneIds = new Set(others.map((zoneTree) => propertyValue(zoneTree, 'TZID')))
  const added = other.tree.components.filter(
    (zoneTree) => zoneTree.name === 'VTIMEZONE' && !zoneIds.has(propertyValue(zoneTree, 'TZID')),
  )
  const components = [...others, ...added, ...events]
  return `${treeText({ ...one.tree, components }, { isFolded: true })}\r\n`
}

function mergedEvent(sent: ReadEvent, shown: ReadEvent, keepsAlarms: boolean): ComponentTree {
  const replaced = new Set([
    'DTSTAMP',
    'CREATED',
    'LAST-MODIFIED',
    ...differingExtras(sent.extras, shown.extras),
    ...fields
      .filter(({ of }) => !isDeepStrictEqual(of(sent.event), of(shown.event)))
      .flatMap(({ properties }) => properties),
  ])
  const isReplaced = (line: string) => replaced.has(propertyName(line))
  const keeps = keepsAlarms && !replaced.has('VALARM')
  const alarms = (keeps ? sent : shown).tree.components.filter(({ name }) => name === 'VALARM')
  const inexpressible = sent.tree.components.filter(
    (one) => one.name === 'VALARM' && keepsAlarms && !keeps && !isReminder(one),
  )
  return {
    name: 'VEVENT',
    lines: [
      ...sent.tree.lines.filter((line) => !isReplaced(line)),
      ...shown.tree.lines.filter((line) => isReplaced(line) && !isAttendee(line)),
      ...(replaced.has('ATTENDEE')
        ? mergedAttendees(sent.tree.lines, shown.tree.lines.filter(isAttendee))
        : []),
    ],
    components: [
      ...sent.tree.components.filter(({ name }) => name !== 'VALARM'),
      ...alarms,
      ...inexpressible,
    ],
  }
}

const isAttendee = (line: string): boolean => propertyName(line) === 'ATTENDEE'

/** Whether an alarm goes off before the start, as reminders do. */
const isReminder = ({ lines }: ComponentTree): boolean =>
  lines.some((line) => /^TRIGGER(?:;VALUE=DURATION|;RELATED=START)*:(?:-P|P(?:T?0))/i.test(line))

interface Field {
  readonly properties: readonly string[]
  readonly of: (event: Event) => unknown
}

/** What events can express, with the properties that state it. */
const fields: readonly Field[] = [
  { properties: ['SUMMARY'], of: ({ summary = '' }) => summary },
  { properties: ['DESCRIPTION'], of: ({ description = '' }) => description },
  { properties: ['LOCATION'], of: ({ location = '' }) => location },
  {
    properties: ['DTSTART'],
    // A series that begins at a time that clocks skip goes on at the time that is shown instead.
    of: ({ start, recurrence }) => [momentKey(start), recurrence !== undefined && isSkipped(start)],
  },
  { properties: ['DTEND', 'DURATION'], of: ({ end }) => momentKey(end) },
  {
    properties: ['RRULE', 'RDATE', 'EXDATE', 'EXRULE'],
    of: (event) => recurrenceLines(event, 'UTC').flatMap(singleValues).sort(),
  },
  { properties: ['STATUS'], of: ({ status = 'confirmed' }) => status },
  { properties: ['TRANSP'], of: ({ transparency = 'opaque' }) => transparency },
  { properties: ['CLASS'], of: ({ visibility = 'default' }) => visibility },
  { properties: ['SEQUENCE'], of: ({ sequence = 0 }) => sequence },
  {
    properties: ['ORGANIZER'],
    of: ({ organizer, attendees }) => (attendees === undefined ? '' : organizer?.email),
  },
  {
    properties: ['ATTENDEE'],
    of: ({ attendees = [] }) =>
      attendees
        .map(({ email, responseStatus, optional, resource, additionalGuests }) =>
          JSON.stringify([email, responseStatus, optional, resource, additionalGuests]),
        )
        .sort(),
  },
  {
    properties: ['VALARM'],
    of: ({ reminders }) =>
      (reminders?.overrides ?? []).map(({ method, minutes }) => `${method} ${minutes}`).sort(),
  },
]

/** A recurrence line as one line for each of its values. */
function singleValues(line: string): string[] {
  const [, name = '', values = ''] = /^((?:EXDATE|RDATE)[^:]*):(.*)$/i.exec(line.trim()) ?? []
  if (name === '') return [line.trim().toUpperCase()]
  const parameters = name.toUpperCase().replace(/;VALUE=DATE(?:-TIME)?/g, '')
  return values.split(',').map((value) => `${parameters}:${value.toUpperCase()}`)
}

/** Whether clocks skip a time without an offset. */
function isSkipped({ dateTime = '', timeZone = 'UTC' }: EventDateTime = {}): boolean {
  if (!/T[\d:]+$/.test(dateTime)) return false
  const wall = Temporal.PlainDateTime.from(dateTime)
  return !wall.toZonedDateTime(timeZone).toPlainDateTime().equals(wall)
}

/** A day, or a moment and its zone, however they are written. */
function momentKey(time: EventDateTime | undefined): string | undefined {
  if (time?.dateTime === undefined) return time?.date
  const { dateTime, timeZone = 'UTC' } = time
  const zone = isUtc(timeZone) ? 'UTC' : (timeZoneNamed(timeZone) ?? timeZone)
  return `${instantIn(dateTime, zone)} ${zone}`
}
