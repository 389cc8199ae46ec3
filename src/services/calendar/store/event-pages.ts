import type { Dialect } from '#/storage/dialect.ts'
import type { Reader } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'
import { attendeesMark } from '../event/words.ts'
import { type EventRow, eventColumns, inOrderOfIds } from './events.ts'

/** Which events are wanted, whatever their order. */
export interface EventFilter {
  readonly calendarKey: number
  /** Cancelled instances of series that are there. */
  readonly withGaps: 0 | 1
  /** Deleted events. */
  readonly withGone: 0 | 1
  /**
   * What becomes of invitations that wait for an answer: they are listed; left out; left out, but in
   * series told as gaps; or told as gone wherever there was something to be seen before.
   */
  readonly awaited: 'listed' | 'leftOut' | 'gaps' | 'gone'
  /** Only what has changed then or later. */
  readonly updatedFrom: number
  /** A JSON array of types; all types when it is empty. */
  readonly eventTypes: string
  /** JSON arrays of texts that have to be contained. */
  readonly words: string
  readonly properties: string
  /** Whose texts may be searched: of all events, of those that are not private, of public ones. */
  readonly searches: 'all' | 'shared' | 'public'
  /** Attendees are hidden from the caller, so that their words are not searched. */
  readonly hidesAttendees: 0 | 1
}

/** Where a page begins in the order of time, and how far it can reach. */
export interface TimePage extends EventFilter {
  readonly isAllDay: 0 | 1
  /** The place of the last event of the page before. */
  readonly afterStart: number
  readonly afterEnd: number
  readonly afterId: string
  /** No event that is still on at `endsAfter` begins before this. */
  readonly startsFrom: number
  readonly startsBefore: number
  readonly endsAfter: number
  readonly limit: number
}

/** Where a page begins in the order of updates, with the event that stands there. */
export interface UpdatePage extends EventFilter {
  readonly atUpdate: number
  readonly atId: string
  readonly limit: number
}

/** Places in some series. */
export interface SlotRange {
  readonly calendarKey: number
  /** A JSON array of ids. */
  readonly masterIds: string
  readonly from: number
  readonly to: number
}

const never = Number.MAX_SAFE_INTEGER

/** Pages of events in the orders that lists have. */
export const eventPages = {
  /** When an event of the calendar last changed, if there has been any. */
  lastUpdate: async (reader: Reader, { key }: { readonly key: number }) =>
    (await reader.first(lastUpdate, { calendarKey: key }))?.updatedAtMs,

  byId: (reader: Reader, page: EventFilter & { after: string; limit: number }) =>
    reader.all(byId, page),

  bySequence: (reader: Reader, page: EventFilter & { after: number; limit: number }) =>
    reader.all(bySequence, page),

  /** From a moment on, by the time of the last change. */
  byUpdate: (reader: Reader, page: UpdatePage) => reader.all(byUpdate, page),

  /** What happens once, and what differs from its series, by start. */
  byTime: (reader: Reader, page: TimePage) => reader.all(byTime, page),

  /** Series that may have an instance in the window. */
  series: (
    reader: Reader,
    page: EventFilter & { startsBefore: number; endsAfter: number; limit: number },
  ) => reader.all(series, page),

  /** Exceptions whose place in their series is in the range, wherever they have gone. */
  bySlot: (reader: Reader, range: EventFilter & SlotRange) => reader.all(bySlot, range),

  /**
   * The original starts of instances with a row of their own, by series: exceptions, and instances that
   * stayed when their series was removed. Deleted ones count when they were deleted after the given number.
   */
  takenSlots: (reader: Reader, range: SlotRange & { readonly goneAfter?: number }) =>
    reader.all(takenSlots, { goneAfter: never, ...range }),

  /** Those of a series' original starts, which are in order, that no row of an instance stands for. */
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

  /** Everything that has the identifier, in the order of ids. */
  withUid: async (
    reader: Reader,
    { icalUid, ...filter }: EventFilter & { readonly icalUid: string },
  ) => {
    // Where it follows from the id it is not kept.
    const [, id = ''] = /^([a-v0-9]+)@google\.com$/.exec(icalUid) ?? []
    const wanted = { ...filter, icalUid, id, ofId: `${id}_`, afterId: `${id}\`` }
    return (await reader.all(withUid, wanted)).sort(inOrderOfIds)
  },
}

// The sign before a column keeps it from being taken for the one to search by.
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

// A series and its exceptions share the identifier, and their ids begin alike.
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
