import type { Reader } from '#/storage/port.ts'
import { limit, selection, sql } from '#/storage/sql/sql.ts'
import { type Composed, query } from '#/storage/sql/statement.ts'
import { instanceIn } from '../event/event-id.ts'
import { attendeesMark } from '../event/words.ts'
import type { CalendarModel } from '../read-model/calendar-model.ts'
import { withKey } from './buckets.ts'
import {
  type BusyRange,
  type BusyTime,
  busySeries,
  busySeriesVersions,
  busyTimes,
  type SeriesRange,
  type SeriesVersion,
} from './busy-times.ts'
import {
  type EventRow,
  eventColumns,
  eventRowColumns,
  inOrderOfIds,
  type ShownRow,
  shownColumns,
} from './events.ts'
import { calendarEvents } from './tables.ts'

/** Selects events, independent of their order. */
export interface EventFilter {
  readonly calendarKey: number
  /** Includes cancelled instances of existing series. */
  readonly withCancelled: 0 | 1
  /** Includes deleted events. */
  readonly withTombstones: 0 | 1
  /**
   * How to treat invitations without a response: listed; left out; left out, but cancelled instances
   * within series; or tombstones wherever something was visible before.
   */
  readonly awaited: 'listed' | 'leftOut' | 'cancelled' | 'tombstones'
  /** Only changes at or after this time. */
  readonly updatedFrom: number
  /** A JSON array of types; empty for all types. */
  readonly eventTypes: string
  /** JSON arrays of texts that must be contained. */
  readonly words: string
  readonly properties: string
  /** Which events' texts may be searched: all, those that are not private, or public ones. */
  readonly searches: 'all' | 'shared' | 'public'
  /** The caller can't see attendees, so their words aren't searched. */
  readonly hidesAttendees: 0 | 1
}

/** Whether events are selected without searching their texts. */
export const isTextless = ({ words, properties }: EventFilter): boolean =>
  words === '[]' && properties === '[]'

/** A page in the order of time. */
interface TimePage extends EventFilter {
  readonly isAllDay: 0 | 1
  /** The position of the last event on the previous page. */
  readonly afterStart: number
  readonly afterEnd: number
  readonly afterId: string
  /** No event that overlaps `endsAfter` starts before this. */
  readonly startsFrom: number
  readonly startsBefore: number
  readonly endsAfter: number
  readonly limit: number
}

/** A page in the order of updates, starting with the event at this position. */
interface UpdatePage extends EventFilter {
  readonly atUpdate: number
  readonly atId: string
  readonly limit: number
}

/** A range of original starts in some series. */
export interface OriginalStartRange {
  readonly calendarKey: number
  readonly masterIds: readonly string[]
  readonly from: number
  readonly to: number
}

interface SeriesPage {
  readonly startsBefore: number
  readonly endsAfter: number
  readonly limit: number
}

/** A range as statements take it. */
type StoredRange = Omit<OriginalStartRange, 'masterIds'> & {
  /** A JSON array of ids. */
  readonly masterIds: string
}

const storedRange = <Range extends OriginalStartRange>({ masterIds, ...range }: Range) => ({
  ...range,
  masterIds: JSON.stringify(masterIds),
})

/** Instances with rows of their own, by series and original start. */
export interface TakenOriginalStart {
  readonly id: string
  readonly masterId: string
  readonly originalStart: number
}

type Soon<T> = T | Promise<T>

/** The events of a calendar in the orders of lists. */
export interface EventSource {
  /** The index of the calendar, if it is in memory. */
  readonly index?: CalendarModel
  /** When an event of the calendar last changed, if any. */
  lastUpdate(calendar: { readonly key: number }): Soon<number | undefined>
  byId(page: EventFilter & { after: string; limit: number }): Soon<readonly ShownRow[]>
  byChangeNumber(page: EventFilter & { after: number; limit: number }): Soon<readonly EventRow[]>
  /** Events by the time of their last change, starting at a position. */
  byUpdate(page: UpdatePage): Soon<readonly EventRow[]>
  /** Single events and exceptions, by start. */
  byTime(page: TimePage): Soon<readonly ShownRow[]>
  /** Series that can have an instance in the window. */
  series(page: EventFilter & SeriesPage): Soon<readonly EventRow[]>
  /** Exceptions whose original start is in the range, wherever they were moved. */
  byOriginalStart(range: EventFilter & OriginalStartRange): Soon<readonly EventRow[]>
  /**
   * The original starts of instances with rows of their own, by series: exceptions, and instances
   * that remained when their series was removed. Deleted ones count only if deleted after the given
   * change number.
   */
  takenOriginalStarts(
    range: OriginalStartRange & { readonly tombstonesAfter?: number },
  ): Soon<readonly TakenOriginalStart[]>
  /** Busy times of single events and exceptions around a range. */
  busyTimes(range: BusyRange): Soon<readonly BusyTime[]>
  /** Busy series that can have instances in a range. */
  busySeries(range: SeriesRange): Soon<readonly EventRow[]>
  /** The versions of these series, for those who have cached what they need of the rows. */
  busySeriesVersions(range: SeriesRange): Soon<readonly SeriesVersion[]>
  /** Events with some ids, in no particular order. */
  withIds(range: { calendarKey: number; ids: readonly string[] }): Soon<readonly ShownRow[]>
  /** All events with an iCalendar identifier, by id. */
  withUid(filter: EventFilter & { readonly icalUid: string }): Soon<readonly EventRow[]>
}

const never = Number.MAX_SAFE_INTEGER

/** The events in the database. */
export const storedEvents = (reader: Reader): EventSource => ({
  lastUpdate: async ({ key }) =>
    (await reader.first(lastUpdate, { calendarKey: key }))?.updatedAtMs,
  byId: (page) => reader.all(byId, page),
  byChangeNumber: (page) => reader.all(byChangeNumber, page),
  byUpdate: (page) => reader.all(byUpdate, page),
  byTime: (page) => reader.all(byTime, page),
  series: (page) => reader.all(series, page),
  byOriginalStart: (range) => reader.all(byOriginalStart, storedRange(range)),
  takenOriginalStarts: (range) =>
    reader.all(takenOriginalStarts, { tombstonesAfter: never, ...storedRange(range) }),
  busyTimes: (range) => busyTimes(reader, range),
  busySeries: (range) => busySeries(reader, range),
  busySeriesVersions: (range) => busySeriesVersions(reader, range),
  withIds: ({ calendarKey, ids }) => reader.all(withIds, { calendarKey, ids: JSON.stringify(ids) }),
  withUid: async ({ icalUid, ...filter }) => {
    // Identifiers derived from the id are not stored.
    const [, id = ''] = /^([a-v0-9]+)@google\.com$/.exec(icalUid) ?? []
    const page = { ...filter, icalUid, id, ofId: `${id}_`, afterId: `${id}\`` }
    return (await reader.all(withUid, page)).sort(inOrderOfIds)
  },
})

interface OriginalStarts {
  /** In ascending order. */
  readonly originalStarts: readonly number[]
  /** Of dates or times only; of both if undefined. A series that changes from one to the other loses its rows. */
  readonly isAllDay?: boolean
  readonly tombstonesAfter?: number
}

/** Filters original starts of a series: those without a row of their own. */
export async function freeOriginalStarts(
  source: EventSource,
  { calendarKey, id }: EventRow,
  { originalStarts, isAllDay, ...which }: OriginalStarts,
): Promise<readonly number[]> {
  if (originalStarts.length === 0) return originalStarts
  const taken = await source.takenOriginalStarts({
    calendarKey,
    masterIds: [id],
    from: originalStarts[0]!,
    to: originalStarts.at(-1)! + 1,
    ...which,
  })
  const isTaken = new Set(
    taken
      .filter((row) => isAllDay === undefined || instanceIn(row.id)?.isAllDay === isAllDay)
      .map(({ originalStart }) => originalStart),
  )
  return originalStarts.filter((originalStart) => !isTaken.has(originalStart))
}

/** What an index needs of an event; of texts, those of series only. */
export type IndexedRow = Omit<EventRow, 'icalUid' | 'copyOf' | 'zone' | 'event'>

interface LoadedPage {
  readonly calendarKey: number
  /** The change numbers between which rows are read; the last one is included. */
  readonly after: number
  readonly last: number
  readonly limit: number
}

/** Pages of all rows of a calendar. */
export const allRows = {
  /** Rows that are not deleted, by change number, which is roughly the order in which they are stored. */
  indexed: (reader: Reader, page: LoadedPage) => reader.all(everyIndexed, page),
  /** Rows after a change number, deleted ones included. */
  byChangeNumber: (reader: Reader, page: { calendarKey: number; after: number; limit: number }) =>
    reader.all(everyByChangeNumber, page),
}

const {
  wire: _wire,
  icalUid: _icalUid,
  copyOf: _copyOf,
  zone: _zone,
  ...indexedColumns
} = eventRowColumns

const everyIndexed = query<LoadedPage, IndexedRow>(
  (
    args,
  ) => sql`select ${selection(indexedColumns)}, case when kind = 'series' then wire else '' end as wire
   from ${calendarEvents} where ${withKey(args.calendarKey)}
     and change_number > ${args.after} and change_number <= ${args.last} and presence <> 'tombstone'
   order by change_number ${limit(args.limit)}`,
)

const everyByChangeNumber = query<{ calendarKey: number; after: number; limit: number }, EventRow>(
  (args) => sql`select ${eventColumns} from ${calendarEvents}
   where ${withKey(args.calendarKey)} and change_number > ${args.after}
   order by change_number ${limit(args.limit)}`,
)

// The unary plus keeps SQLite from using the index on `updated_at`.
const matching: Composed<EventFilter> = (args, { inTexts, containsAll, textBefore }) => {
  const { words, properties, awaited, searches, hidesAttendees } = args
  const withoutAttendees = textBefore(sql`words`, attendeesMark)
  return sql`${withKey(args.calendarKey)}
     and (presence = 'live' or (presence = 'cancelled' and ${args.withCancelled} = 1)
       or (presence = 'tombstone' and ${args.withTombstones} = 1))
     and (${awaited} = 'listed' or awaits = 0 or (awaits = 2
       and (${awaited} = 'tombstones' or (${awaited} = 'cancelled' and kind = 'exception'))))
     and +updated_at >= ${args.updatedFrom}
     and (${args.eventTypes} = '[]' or event_type ${inTexts(args.eventTypes)})
     and (${words} = '[]' or (${hidesAttendees} = 0 and ${containsAll(sql`words`, words)})
       or (${hidesAttendees} = 1 and ${containsAll(withoutAttendees, words)}))
     and (${properties} = '[]' or ${containsAll(sql`properties`, properties)})
     and ((${words} = '[]' and ${properties} = '[]') or ${searches} = 'all'
       or visibility = 'public' or (${searches} = 'shared' and visibility <> 'private'))`
}

const byId = query<EventFilter & { after: string; limit: number }, ShownRow>(
  (args, dialect) => sql`select ${shownColumns} from ${calendarEvents}
   where ${matching(args, dialect)} and id > ${args.after} order by id ${limit(args.limit)}`,
)

const byChangeNumber = query<EventFilter & { after: number; limit: number }, EventRow>(
  (args, dialect) => sql`select ${eventColumns} from ${calendarEvents}
   where ${matching(args, dialect)} and change_number > ${args.after} order by change_number ${limit(args.limit)}`,
)

const byUpdate = query<UpdatePage, EventRow>(
  (args, dialect) => sql`select ${eventColumns} from ${calendarEvents}
   where ${matching(args, dialect)} and (updated_at, id) >= (${args.atUpdate}, ${args.atId})
   order by updated_at, id ${limit(args.limit)}`,
)

const byTime = query<TimePage, ShownRow>(
  (args, dialect) => sql`select ${shownColumns} from ${calendarEvents}
   where ${matching(args, dialect)} and kind <> 'series' and is_all_day = ${args.isAllDay}
     and start_ms >= ${args.startsFrom} and start_ms < ${args.startsBefore} and end_ms > ${args.endsAfter}
     and (start_ms, end_ms, id) > (${args.afterStart}, ${args.afterEnd}, ${args.afterId})
   order by start_ms, end_ms, id ${limit(args.limit)}`,
)

const series = query<
  EventFilter & { startsBefore: number; endsAfter: number; limit: number },
  EventRow
>(
  (args, dialect) => sql`select ${eventColumns} from ${calendarEvents}
   where ${matching(args, dialect)} and kind = 'series'
     and start_ms < ${args.startsBefore} and end_ms > ${args.endsAfter}
   order by start_ms ${limit(args.limit)}`,
)

const byOriginalStart = query<EventFilter & StoredRange, EventRow>(
  (args, dialect) => sql`select ${eventColumns} from ${calendarEvents}
   where ${matching(args, dialect)} and kind = 'exception'
     and master_id ${dialect.inTexts(args.masterIds)} and original_start >= ${args.from} and original_start < ${args.to}`,
)

const takenOriginalStarts = query<StoredRange & { tombstonesAfter: number }, TakenOriginalStart>(
  (
    args,
    { inTexts },
  ) => sql`select id, master_id as "masterId", original_start as "originalStart" from ${calendarEvents}
   where ${withKey(args.calendarKey)} and master_id is not null
     and (presence <> 'tombstone' or +change_number > ${args.tombstonesAfter})
     and master_id ${inTexts(args.masterIds)} and original_start >= ${args.from} and original_start < ${args.to}`,
)

const withIds = query<{ calendarKey: number; ids: string }, ShownRow>(
  (args, { inTexts }) => sql`select ${shownColumns} from ${calendarEvents}
   where ${withKey(args.calendarKey)} and id ${inTexts(args.ids)}`,
)

// A series and its exceptions have the same identifier and id prefix.
const withUid = query<
  EventFilter & { icalUid: string; id: string; ofId: string; afterId: string },
  EventRow
>(
  (args, dialect) => sql`select ${eventColumns} from ${calendarEvents}
   where ${matching(args, dialect)} and ical_uid = ${args.icalUid} and ical_uid is not null
   union all
   select ${eventColumns} from ${calendarEvents}
   where ${matching(args, dialect)} and ical_uid is null
     and (id = ${args.id} or (id > ${args.ofId} and id < ${args.afterId}))`,
)

const lastUpdate = query<{ calendarKey: number }, { updatedAtMs: number }>(
  ({ calendarKey }) => sql`
   select updated_at as "updatedAtMs" from ${calendarEvents} where ${withKey(calendarKey)}
   order by updated_at desc limit 1`,
)
