import type { Reader } from '#/storage/port.ts'
import { limit, type Sql, selection, sql } from '#/storage/sql/sql.ts'
import { type Parameters, query } from '#/storage/sql/statement.ts'
import { withKey } from './buckets.ts'
import { type EventRow, eventColumns, eventRowColumns } from './events.ts'
import { calendarEvents } from './tables.ts'

/** A busy time: instants, or UTC midnights for all-day events. */
export interface BusyTime {
  readonly isAllDay: 0 | 1
  readonly startMs: number
  readonly endMs: number
}

export interface BusyRange {
  readonly calendarKey: number
  /** Invitations without a response block no time. */
  readonly hidesInvitations: 0 | 1
  /** No event that overlaps the range starts before this. */
  readonly startsFrom: number
  readonly startsBefore: number
  readonly endsAfter: number
  /** An event to ignore, with its exceptions; empty for none. */
  readonly exceptId: string
  readonly exceptFrom: string
  readonly exceptTo: string
}

/** The part of a range that ignores an event and its exceptions. */
export const exceptOf = (exceptId: string) => ({
  exceptId,
  exceptFrom: exceptId && `${exceptId}_`,
  exceptTo: exceptId && `${exceptId}\``,
})

export type SeriesRange = Omit<BusyRange, 'startsFrom'>

const isBusy = (args: Parameters<SeriesRange>) => sql`presence = 'live' and is_busy = 1
     and id <> ${args.exceptId} and not (id > ${args.exceptFrom} and id < ${args.exceptTo})
     and (${args.hidesInvitations} = 0 or awaits = 0)`

/** Busy times of single events and exceptions around the range. */
export const busyTimes = (reader: Reader, range: BusyRange): Promise<BusyTime[]> =>
  reader.all(listTimes, range)

/** The same as events, earliest first. */
export const busyEvents = (
  reader: Reader,
  range: BusyRange & { readonly limit: number },
): Promise<EventRow[]> => reader.all(listEvents, range)

/** Busy series that can have instances in the range. */
export const busySeries = (reader: Reader, range: SeriesRange): Promise<EventRow[]> =>
  reader.all(listSeries, range)

/** Identifies a version of a series. */
export type SeriesVersion = Pick<EventRow, 'calendarKey' | 'id' | 'changeNumber' | 'updatedAtMs'>

/** The versions of these series, which cost a quarter of their rows. */
export const busySeriesVersions = (reader: Reader, range: SeriesRange): Promise<SeriesVersion[]> =>
  reader.all(listSeriesVersions, range)

// The index separates timed and all-day events, so both are named.
const isBusyOnce = (args: Parameters<BusyRange>) => sql`
     ${withKey(args.calendarKey)} and kind <> 'series' and is_all_day in (0, 1)
     and start_ms >= ${args.startsFrom} and start_ms < ${args.startsBefore} and end_ms > ${args.endsAfter}
     and ${isBusy(args)}`

const listTimes = query<BusyRange, BusyTime>(
  (args) => sql`select is_all_day as "isAllDay", start_ms as "startMs", end_ms as "endMs"
   from ${calendarEvents} where ${isBusyOnce(args)}`,
)

const listEvents = query<BusyRange & { limit: number }, EventRow>(
  (args) => sql`select ${eventColumns} from ${calendarEvents} where ${isBusyOnce(args)}
   order by start_ms, id ${limit(args.limit)}`,
)

const seriesIn = <Row extends object>(columns: Sql) =>
  query<SeriesRange, Row>(
    (args) => sql`select ${columns} from ${calendarEvents}
     where ${withKey(args.calendarKey)} and kind = 'series'
       and start_ms < ${args.startsBefore} and end_ms > ${args.endsAfter} and ${isBusy(args)}`,
  )

const listSeries = seriesIn<EventRow>(eventColumns)

const { calendarKey, id, changeNumber, updatedAtMs } = eventRowColumns

const listSeriesVersions = seriesIn<SeriesVersion>(
  selection({ calendarKey, id, changeNumber, updatedAtMs }),
)

interface AbsenceRange {
  readonly calendarKey: number
  readonly startsBefore: number
  readonly endsAfter: number
  readonly limit: number
}

/** Events that can decline invitations in the range automatically, earliest first. */
export const absencesIn = (reader: Reader, range: AbsenceRange): Promise<EventRow[]> =>
  reader.all(listAbsences, range)

const listAbsences = query<AbsenceRange, EventRow>(
  (args) => sql`select ${eventColumns} from ${calendarEvents}
   where ${withKey(args.calendarKey)}
     and event_type in ('outOfOffice', 'focusTime') and presence = 'live'
     and start_ms < ${args.startsBefore} and end_ms > ${args.endsAfter}
   order by start_ms, id ${limit(args.limit)}`,
)
