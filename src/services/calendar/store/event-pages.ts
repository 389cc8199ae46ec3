import type { Dialect } from '#/storage/dialect.ts'
import type { Reader } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'
import { attendeesMark } from '../event/words.ts'
import { type EventRow, eventColumns, inOrderOfIds } from './events.ts'

/** Selects events, independent of their order. */
export interface EventFilter {
  readonly calendarKey: number
  /** Includes cancelled instances of existing series. */
  readonly withGaps: 0 | 1
  /** Includes deleted events. */
  readonly withGone: 0 | 1
  /**
   * How to treat invitations without a response: listed; left out; left out, but cancelled instances
   * within series; or tombstones wherever something was visible before.
   */
  readonly awaited: 'listed' | 'leftOut' | 'gaps' | 'gone'
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

/** A page in the order of time. */
export interface TimePage extends EventFilter {
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
export interface UpdatePage extends EventFilter {
  readonly atUpdate: number
  readonly atId: string
  readonly limit: number
}

/** A range of original starts in some series. */
export interface SlotRange {
  readonly calendarKey: number
  /** A JSON array of ids. */
  readonly masterIds: string
  readonly from: number
  readonly to: number
}

const never = Number.MAX_SAFE_INTEGER

/** Pages of events in the orders of lists. */
export const eventPages = {
  /** When an event of the calendar last changed, if any. */
  lastUpdate: async (reader: Reader, { key }: { readonly key: number }) =>
    (await reader.first(lastUpdate, { calendarKey: key }))?.updatedAtMs,

  byId: (reader: Reader, page: EventFilter & { after: string; limit: number }) =>
    reader.all(byId, page),

  bySequence: (reader: Reader, page: EventFilter & { after: number; limit: number }) =>
    reader.all(bySequence, page),

  /** Events by the time of their last change, starting at a position. */
  byUpdate: (reader: Reader, page: UpdatePage) => reader.all(byUpdate, page),

  /** Single events and exceptions, by start. */
  byTime: (reader: Reader, page: TimePage) => reader.all(byTime, page),

  /** Series that can have an instance in the window. */
  series: (
    reader: Reader,
    page: EventFilter & { startsBefore: number; endsAfter: number; limit: number },
  ) => reader.all(series, page),

  /** Exceptions whose original start is in the range, wherever they were moved. */
  bySlot: (reader: Reader, range: EventFilter & SlotRange) => reader.all(bySlot, range),

  /**
   * The original starts of instances with rows of their own, by series: exceptions, and instances
   * that remained when their series was removed. Deleted ones count only if deleted after the given
   * change number.
   */
  takenSlots: (reader: Reader, range: SlotRange & { readonly goneAfter?: number }) =>
    reader.all(takenSlots, { goneAfter: never, ...range }),

  /** Filters sorted original starts of a series: those without a row of their own. */
  freeSlots: async (
    reader: Reader,
    { calendarKey, id }: EventRow,
    { slots, ...which }: { readonly slots: readonly number[]; readonly goneAfter?: number },
  ): Promise<readonly number[]> => {
    if (slots.length === 0) return slots
    const taken = await eventPages.takenSlots(reader, {
      calendarKey,
      masterIds: JSON.stringify([id]),
      from: slots[0]!,
      to: slots.at(-1)! + 1,
      ...which,
    })
    const isTaken = new Set(taken.map(({ slot }) => slot))
    return slots.filter((slot) => !isTaken.has(slot))
  },

  /** All events with an iCalendar identifier, by id. */
  withUid: async (
    reader: Reader,
    { icalUid, ...filter }: EventFilter & { readonly icalUid: string },
  ) => {
    // Identifiers derived from the id are not stored.
    const [, id = ''] = /^([a-v0-9]+)@google\.com$/.exec(icalUid) ?? []
    const page = { ...filter, icalUid, id, ofId: `${id}_`, afterId: `${id}\`` }
    return (await reader.all(withUid, page)).sort(inOrderOfIds)
  },
}

// The unary plus keeps SQLite from using the index on `updated_at`.
const matching = ({ inTexts, containsAll, textBefore }: Dialect) => `calendar_key = :calendarKey
     and (presence = 'live' or (presence = 'gap' and :withGaps = 1)
       or (presence = 'gone' and :withGone = 1))
     and (:awaited = 'listed' or awaits = 0 or (awaits = 2
       and (:awaited = 'gone' or (:awaited = 'gaps' and kind = 'exception'))))
     and +updated_at >= :updatedFrom
     and (:eventTypes = '[]' or event_type ${inTexts('eventTypes')})
     and (:words = '[]' or (:hidesAttendees = 0 and ${containsAll('words', 'words')})
       or (:hidesAttendees = 1 and ${containsAll(textBefore('words', attendeesMark), 'words')}))
     and (:properties = '[]' or ${containsAll('properties', 'properties')})
     and ((:words = '[]' and :properties = '[]') or :searches = 'all' or visibility = 'public'
       or (:searches = 'shared' and visibility <> 'private'))`

const byId = statement<EventFilter & { after: string; limit: number }, EventRow>(
  (dialect) => `select ${eventColumns} from calendar_events
   where ${matching(dialect)} and id > :after order by id limit :limit`,
)

const bySequence = statement<EventFilter & { after: number; limit: number }, EventRow>(
  (dialect) => `select ${eventColumns} from calendar_events
   where ${matching(dialect)} and sequence > :after order by sequence limit :limit`,
)

const byUpdate = statement<UpdatePage, EventRow>(
  (dialect) => `select ${eventColumns} from calendar_events
   where ${matching(dialect)} and (updated_at, id) >= (:atUpdate, :atId)
   order by updated_at, id limit :limit`,
)

const byTime = statement<TimePage, EventRow>(
  (dialect) => `select ${eventColumns} from calendar_events
   where ${matching(dialect)} and kind <> 'series' and is_all_day = :isAllDay
     and start_ms >= :startsFrom and start_ms < :startsBefore and end_ms > :endsAfter
     and (start_ms, end_ms, id) > (:afterStart, :afterEnd, :afterId)
   order by start_ms, end_ms, id limit :limit`,
)

const series = statement<
  EventFilter & { startsBefore: number; endsAfter: number; limit: number },
  EventRow
>(
  (dialect) => `select ${eventColumns} from calendar_events
   where ${matching(dialect)} and kind = 'series'
     and start_ms < :startsBefore and end_ms > :endsAfter
   order by start_ms limit :limit`,
)

const bySlot = statement<EventFilter & SlotRange, EventRow>(
  (dialect) => `select ${eventColumns} from calendar_events
   where ${matching(dialect)} and kind = 'exception'
     and master_id ${dialect.inTexts('masterIds')} and slot >= :from and slot < :to`,
)

const takenSlots = statement<SlotRange & { goneAfter: number }, { masterId: string; slot: number }>(
  ({ inTexts }) => `select master_id as "masterId", slot from calendar_events
   where calendar_key = :calendarKey and master_id is not null
     and (presence <> 'gone' or +sequence > :goneAfter)
     and master_id ${inTexts('masterIds')} and slot >= :from and slot < :to`,
)

// A series and its exceptions have the same identifier and id prefix.
const withUid = statement<
  EventFilter & { icalUid: string; id: string; ofId: string; afterId: string },
  EventRow
>(
  (dialect) => `select ${eventColumns} from calendar_events
   where ${matching(dialect)} and ical_uid = :icalUid and ical_uid is not null
   union all
   select ${eventColumns} from calendar_events
   where ${matching(dialect)} and ical_uid is null
     and (id = :id or (id > :ofId and id < :afterId))`,
)

const lastUpdate = statement<{ calendarKey: number }, { updatedAtMs: number }>(
  `select updated_at as "updatedAtMs" from calendar_events where calendar_key = :calendarKey
   order by updated_at desc limit 1`,
)
