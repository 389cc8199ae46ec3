import type { Reader } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'
import { type EventRow, eventColumns } from './events.ts'

/** When something blocks time: instants, or for whole days the midnights as if in UTC. */
interface BusyTime {
  readonly isAllDay: 0 | 1
  readonly startMs: number
  readonly endMs: number
}

interface BusyRange {
  readonly calendarKey: number
  /** Invitations that wait for an answer block no time. */
  readonly hidesInvitations: 0 | 1
  /** No event that is still on when the range begins has begun before this. */
  readonly startsFrom: number
  readonly startsBefore: number
  readonly endsAfter: number
  /** An event that does not count, with all that differs from it; empty for none. */
  readonly exceptId: string
  readonly exceptFrom: string
  readonly exceptTo: string
}

/** Leaves an event and all that differs from it out of a range. */
export const exceptOf = (exceptId: string) => ({
  exceptId,
  exceptFrom: exceptId && `${exceptId}_`,
  exceptTo: exceptId && `${exceptId}\``,
})

const notExcepted = 'and id <> :exceptId and not (id > :exceptFrom and id < :exceptTo)'

const notHidden = 'and (:hidesInvitations = 0 or awaits = 0)'

/** What happens once, or otherwise than its series, and blocks time around the range. */
export const busyTimes = (reader: Reader, range: BusyRange): Promise<BusyTime[]> =>
  reader.all(listTimes, range)

/** The events themselves, the earliest first. */
export const busyEvents = (
  reader: Reader,
  range: BusyRange & { readonly limit: number },
): Promise<EventRow[]> => reader.all(listEvents, range)

/** Series that block time and may do so in the range. */
export const busySeries = (
  reader: Reader,
  range: Omit<BusyRange, 'startsFrom'>,
): Promise<EventRow[]> => reader.all(listSeries, range)

// Both kinds of day are asked for at once; the index has them apart.
const isBusyOnce = `calendar_key = :calendarKey and kind <> 'series' and is_all_day in (0, 1)
     and start_ms >= :startsFrom and start_ms < :startsBefore and end_ms > :endsAfter
     and presence = 'live' and is_busy = 1 ${notExcepted} ${notHidden}`

const listTimes = statement<BusyRange, BusyTime>(
  `select is_all_day as "isAllDay", start_ms as "startMs", end_ms as "endMs"
   from calendar_events where ${isBusyOnce}`,
)

const listEvents = statement<BusyRange & { limit: number }, EventRow>(
  `select ${eventColumns} from calendar_events where ${isBusyOnce}
   order by start_ms, id limit :limit`,
)

const listSeries = statement<Omit<BusyRange, 'startsFrom'>, EventRow>(
  `select ${eventColumns} from calendar_events
   where calendar_key = :calendarKey and kind = 'series'
     and start_ms < :startsBefore and end_ms > :endsAfter and presence = 'live' and is_busy = 1
     ${notExcepted} ${notHidden}`,
)

interface AbsenceRange {
  readonly calendarKeys: readonly number[]
  readonly startsBefore: number
  readonly endsAfter: number
  readonly limit: number
}

/** Events of calendars that may decline invitations to something in the range, the earliest first. */
export const absencesIn = (
  reader: Reader,
  { calendarKeys, ...range }: AbsenceRange,
): Promise<EventRow[]> =>
  reader.all(list, { ...range, keys: JSON.stringify(calendarKeys.map((key) => ({ key }))) })

const list = statement<Omit<AbsenceRange, 'calendarKeys'> & { keys: string }, EventRow>(
  ({ jsonRows }) => `select ${eventColumns} from calendar_events
   where calendar_key in (select key from ${jsonRows('keys', { key: 'integer' })} as wanted)
     and event_type in ('outOfOffice', 'focusTime') and presence = 'live'
     and start_ms < :startsBefore and end_ms > :endsAfter
   order by start_ms, id limit :limit`,
)
