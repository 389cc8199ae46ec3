import type { Block } from '../../domain/busy-blocks.ts'
import type { DescribedEvent } from '../../domain/event/described-event.ts'
import { wholeDays } from '../../freebusy/busy-blocks-of.ts'
import type { Event } from '../../schemas/event.ts'
import { type CalendarRow, calendarIn } from '../../store/calendars.ts'
import type { EventRow } from '../../store/events.ts'
import { modelOf } from '../series-models.ts'

/** How much is looked at to answer an invitation. */
export interface AnswerLimits {
  /** How far ahead a series is looked at. */
  readonly horizonMs: number
  readonly instancesMax: number
  /** How many invitations one change declines. */
  readonly declinesMax: number
}

export interface AskedTimes {
  readonly described: Pick<DescribedEvent, 'content' | 'times'>
  /** What differs from the series, where it is one that there was. */
  readonly exceptions: readonly EventRow[]
  readonly nowMs: number
  readonly limits: AnswerLimits
}

/** When an invitation is looked at: all of an event, and of a series what is soon to come. */
export function askedWindow({
  described: { content, times },
  nowMs,
  limits,
}: Omit<AskedTimes, 'exceptions'>): Block {
  const { startMs, endMs } = times
  if (content.recurrence === undefined) return { startMs, endMs }
  const from = Math.max(modelOf(content, times).series.firstSlot, nowMs)
  return { startMs: from, endMs: from + limits.horizonMs }
}

/** When a calendar is asked to come, in the order of time, but for what it has declined by itself. */
export function askedBlocks(asked: AskedTimes, calendar: CalendarRow): readonly Block[] {
  const zone = calendarIn(calendar).timeZone ?? 'UTC'
  const { described, limits } = asked
  const { content, times } = described
  const placed = ({ startMs, endMs }: Block, isAllDay: boolean) =>
    isAllDay ? wholeDays({ startMs, endMs }, zone) : { startMs, endMs }
  if (content.recurrence === undefined) return [placed(times, times.isAllDay)]
  const { series, lengthMs } = modelOf(content, times)
  const { startMs, endMs } = askedWindow(asked)
  const range = { from: startMs - lengthMs + 1, to: endMs, limit: limits.instancesMax }
  const there = asked.exceptions.filter(({ presence }) => presence !== 'gone')
  const taken = new Set(there.map(({ slot }) => slot))
  const regular = series
    .slots(range)
    .filter((slot) => !taken.has(slot))
    .map((slot) => placed({ startMs: slot, endMs: slot + lengthMs }, times.isAllDay))
  const others = there
    .filter((row) => row.presence === 'live' && row.startMs < endMs && row.endMs > startMs)
    .filter((row) => !hasDeclined(row, calendar))
    .map((row) => placed(row, row.isAllDay === 1))
  return [...regular, ...others].sort((one, other) => one.startMs - other.startMs)
}

function hasDeclined({ wire }: EventRow, { id }: CalendarRow): boolean {
  const { attendees = [] } = JSON.parse(wire) as Event
  return attendees.some(
    ({ email, responseStatus }) => email === id && responseStatus === 'declined',
  )
}
