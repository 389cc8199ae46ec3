import { t } from '../../texts/calendar.ts'
import { type Division, linesAfter, linesBefore, linesMoved } from '../recurrence/splitting.ts'
import { isAllDay, momentOf } from '../time/event-time.ts'
import {
  countInstancesFrom,
  deleteEvent,
  getEvent,
  insertEvent,
  patchEvent,
  type SendUpdates,
} from '../wire/events.ts'
import type { CalendarEvent, EventPatch, EventTime } from '../wire/types.ts'
import type { Done } from './changing.ts'
import { changeEvent, type Reach, removeEvent, titleOfEvent, updatesFor } from './event-changes.ts'

/** Changes an event, or the selected part of a series. */
export async function changeAsFarAs(
  reach: Reach,
  calendarId: string,
  event: CalendarEvent,
  changes: EventPatch,
  sendUpdates: SendUpdates,
): Promise<Done> {
  const seriesId = event.recurringEventId
  if (seriesId === undefined || reach === 'this') {
    return changeEvent(calendarId, event.id, changes, sendUpdates)
  }
  const series = await getEvent(calendarId, seriesId)
  if (reach === 'all' || isFirst(event, series)) {
    return changeEvent(calendarId, seriesId, forSeries(changes, event, series), sendUpdates)
  }
  return changeFollowing(calendarId, { event, series, changes, sendUpdates })
}

export async function removeAsFarAs(
  reach: Reach,
  calendarId: string,
  event: CalendarEvent,
): Promise<Done> {
  const seriesId = event.recurringEventId
  if (seriesId === undefined || reach === 'this') return removeEvent(calendarId, event)
  const series = await getEvent(calendarId, seriesId)
  if (reach === 'all' || isFirst(event, series)) return removeEvent(calendarId, series)
  const division = await divisionAt(calendarId, event, series)
  const recurrence = linesBefore(series.recurrence ?? [], division)
  const { undo } = await changeEvent(calendarId, seriesId, { recurrence }, updatesFor(series))
  return { text: t.deletedFollowing(titleOfEvent(event)), ...(undo && { undo }) }
}

interface Following {
  readonly event: CalendarEvent
  readonly series: CalendarEvent
  readonly changes: EventPatch
  readonly sendUpdates: SendUpdates
}

/** Ends the series before the instance and continues it as another one. */
async function changeFollowing(
  calendarId: string,
  { event, series, changes, sendUpdates }: Following,
): Promise<Done> {
  const division = await divisionAt(calendarId, event, series)
  const lines = series.recurrence ?? []
  const start = changes.start ?? event.start
  const rest = linesMoved(linesAfter(lines, division), {
    from: division.at,
    to: momentOf(start, zoneOf(series)),
  })
  const body = {
    ...carriedOver(series),
    recurrence: rest,
    ...changes,
    start: inZoneOf(start, series),
    end: inZoneOf(changes.end ?? event.end, series),
  }
  const made = await insertEvent(calendarId, body, sendUpdates)
  await patchEvent(calendarId, series.id, { recurrence: linesBefore(lines, division) }, 'none')
  return {
    text: t.savedFollowing(titleOfEvent(made)),
    undo: async () => {
      await patchEvent(calendarId, series.id, { recurrence: lines }, 'none')
      await deleteEvent(calendarId, made.id, sendUpdates)
    },
  }
}

/** Applies the change of an instance to its series: times move by the same amount. */
export function forSeries(
  changes: EventPatch,
  event: CalendarEvent,
  series: CalendarEvent,
): EventPatch {
  const { start, end, ...others } = changes
  if (!start || !end) return others
  const zone = zoneOf(series)
  const was = momentOf(event.start, zone).toPlainDate()
  const from = momentOf(series.start, zone)
  // Compares days only, because an instance may have another time than its series.
  const { days } = was.until(from.toPlainDate())
  const movedTime = (time: EventTime): EventTime => {
    const at = momentOf(time, zone).add({ days })
    if (typeof time.date === 'string') return { date: at.toPlainDate().toString() }
    const dateTime = at.toString({ timeZoneName: 'never', smallestUnit: 'second' })
    return { dateTime, timeZone: time.timeZone ?? zone }
  }
  const to = momentOf(movedTime(start), zone)
  const lines = others.recurrence ?? series.recurrence ?? []
  return {
    recurrence: linesMoved(lines, { from, to }),
    ...others,
    start: movedTime(start),
    end: movedTime(end),
  }
}

const zoneOf = ({ start }: CalendarEvent): string => start.timeZone ?? 'UTC'

const inZoneOf = (time: EventTime, series: CalendarEvent): EventTime =>
  typeof time.date === 'string'
    ? { date: time.date }
    : { dateTime: time.dateTime!, timeZone: time.timeZone ?? zoneOf(series) }

/** Whether the instance is the start of its series, or a date that was added before it. */
const isFirst = ({ originalStartTime: at }: CalendarEvent, { start }: CalendarEvent): boolean =>
  at !== undefined &&
  Temporal.ZonedDateTime.compare(momentOf(at, 'UTC'), momentOf(start, 'UTC')) <= 0

async function divisionAt(
  calendarId: string,
  event: CalendarEvent,
  series: CalendarEvent,
): Promise<Division> {
  const at = momentOf(event.originalStartTime ?? event.start, zoneOf(series))
  const hasCount = series.recurrence?.some((line) => /COUNT=/i.test(line)) ?? false
  const following = hasCount ? await countInstancesFrom(calendarId, series.id, at) : 0
  return { at, isAllDay: isAllDay(series), following }
}

const carriedNames = [
  'summary',
  'description',
  'location',
  'colorId',
  'attendees',
  'transparency',
  'visibility',
  'reminders',
  'guestsCanInviteOthers',
  'guestsCanModify',
  'guestsCanSeeOtherGuests',
  'anyoneCanAddSelf',
  'conferenceData',
  'attachments',
  'extendedProperties',
  'source',
] as const

/** What the second part of a divided series has from the first. */
export const carriedOver = (series: CalendarEvent): Partial<CalendarEvent> =>
  Object.fromEntries(
    carriedNames.flatMap((name) => (series[name] === undefined ? [] : [[name, series[name]]])),
  )
