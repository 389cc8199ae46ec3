import { CommittedCache } from '#/storage/committed-cache.ts'
import type { Database, Reader, Transaction } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'

/** What happens once, what repeats, and what differs from its series. */
export type EventKind = 'single' | 'series' | 'exception'

/** There, missing from a series that is there, or deleted. */
export type Presence = 'live' | 'gap' | 'gone'

/** An event as it is kept: what queries need, beside the text that the wire needs. */
export interface EventRow {
  readonly calendarKey: number
  readonly id: string
  readonly kind: EventKind
  readonly presence: Presence
  /** The series of an exception. */
  readonly masterId: string | null
  /** Where an exception stands in its series: its original start. */
  readonly slot: number | null
  readonly isAllDay: 0 | 1
  /** It blocks time. */
  readonly isBusy: 0 | 1
  /** Instants; for whole days the midnights as if in UTC. */
  readonly startMs: number
  /** For a series, when the last of it is over. */
  readonly endMs: number
  readonly sequence: number
  readonly updatedAtMs: number
  /** Null where it follows from the id. */
  readonly icalUid: string | null
  readonly eventType: string
  readonly visibility: 'default' | 'public' | 'private'
  readonly creatorId: string
  /** The zone that the times in the text are shown in. */
  readonly zone: string
  /** What is not for everybody's eyes, as JSON; empty when there is nothing. */
  readonly own: string
  /** The event without what depends on who asks from where. */
  readonly wire: string
}

/** What searching and reminding need, and reading does not. */
export interface EventWords {
  readonly words: string
  readonly properties: string
  /** When to look for reminders to be mailed; null where there are none. */
  readonly remindAt: number | null
}

const cachedCharactersMax = 32 * 1024 * 1024

/** The events of all calendars, the hot ones of them in memory. */
export class Events {
  readonly #database: Database
  readonly #cache: CommittedCache<EventRow>

  constructor(database: Database) {
    this.#database = database
    this.#cache = new CommittedCache(database, {
      charactersMax: cachedCharactersMax,
      charactersOf: ({ wire, own }) => 400 + wire.length + own.length,
    })
  }

  /** Answers without a promise when the event is known. */
  find(calendarKey: number, id: string): EventRow | Promise<EventRow | undefined> {
    const key = cacheKey(calendarKey, id)
    return (
      this.#cache.peek(key) ??
      this.#cache.load(key, () => this.#database.first(find, { calendarKey, id }))
    )
  }

  /** The event as the transaction sees it, if that is known without asking. */
  known(tx: Transaction, calendarKey: number, id: string): EventRow | undefined {
    return this.#cache.peekIn(tx, cacheKey(calendarKey, id))
  }

  findIn(reader: Reader, calendarKey: number, id: string): Promise<EventRow | undefined> {
    return reader.first(find, { calendarKey, id })
  }

  /** Says whether the id was free; events that were deleted keep theirs. */
  async add(tx: Transaction, row: EventRow & EventWords): Promise<boolean> {
    return (await tx.run(add, row)) > 0
  }

  async put(tx: Transaction, row: EventRow & EventWords): Promise<void> {
    await tx.run(put, row)
    this.#cache.keep(tx, cacheKey(row.calendarKey, row.id), row)
  }

  /** The same where the event stays when and what it was, which leaves most indexes alone. */
  async retouch(tx: Transaction, row: EventRow & EventWords): Promise<void> {
    await tx.run(retouch, row)
    this.#cache.keep(tx, cacheKey(row.calendarKey, row.id), row)
  }

  /** All that differs from a series, or is missing from it. */
  exceptionsOf(reader: Reader, calendarKey: number, masterId: string): Promise<EventRow[]> {
    return reader.all(listExceptions, { calendarKey, masterId })
  }

  /** Everything that has the identifier, deleted events included. */
  withUid(reader: Reader, calendarKey: number, icalUid: string): Promise<EventRow[]> {
    // Where it follows from the id it is not kept.
    const [, id = ''] = /^([a-v0-9]+)@google\.com$/.exec(icalUid) ?? []
    return reader.all(listWithUid, { calendarKey, icalUid, id, ofId: `${id}_`, afterId: `${id}\`` })
  }

  /** Forgets deleted events once no sync token is old enough to ask for them. */
  async purge(tx: Transaction, before: number, limit: number): Promise<number> {
    const purged = await tx.all(purge, { before, limit })
    for (const { calendarKey, id } of purged) this.#cache.forget(tx, cacheKey(calendarKey, id))
    return purged.length
  }

  /** Removes some of what a calendar has left behind, and says how much that was. */
  async sweep(tx: Transaction, calendarKey: number, limit: number): Promise<number> {
    return (await tx.all(sweep, { calendarKey, limit })).length
  }
}

const cacheKey = (calendarKey: number, id: string) => `${calendarKey} ${id}`

export const eventColumns = `calendar_key as "calendarKey", id, kind, presence,
  master_id as "masterId", slot, is_all_day as "isAllDay", is_busy as "isBusy", start_ms as "startMs",
  end_ms as "endMs", sequence, updated_at as "updatedAtMs", ical_uid as "icalUid",
  event_type as "eventType", visibility, creator_id as "creatorId", zone, own, wire`

const find = statement<{ calendarKey: number; id: string }, EventRow>(
  `select ${eventColumns} from calendar_events where calendar_key = :calendarKey and id = :id`,
)

const insertion = `insert into calendar_events
     (calendar_key, id, kind, presence, master_id, slot, is_all_day, is_busy, start_ms, end_ms, sequence,
      updated_at, ical_uid, event_type, visibility, creator_id, zone, words, properties, own, wire,
      remind_at)
   values (:calendarKey, :id, :kind, :presence, :masterId, :slot, :isAllDay, :isBusy, :startMs, :endMs,
     :sequence, :updatedAtMs, :icalUid, :eventType, :visibility, :creatorId, :zone, :words,
     :properties, :own, :wire, :remindAt)`

const add = statement<EventRow & EventWords>(
  `${insertion} on conflict (calendar_key, id) do nothing`,
)

const put = statement<EventRow & EventWords>(
  `${insertion} on conflict (calendar_key, id) do update set
     kind = excluded.kind, presence = excluded.presence, master_id = excluded.master_id,
     slot = excluded.slot, is_all_day = excluded.is_all_day, is_busy = excluded.is_busy, start_ms = excluded.start_ms,
     end_ms = excluded.end_ms, sequence = excluded.sequence, updated_at = excluded.updated_at,
     ical_uid = excluded.ical_uid, event_type = excluded.event_type,
     visibility = excluded.visibility, creator_id = excluded.creator_id, zone = excluded.zone,
     words = excluded.words, properties = excluded.properties, own = excluded.own,
     wire = excluded.wire, remind_at = excluded.remind_at`,
)

const retouch = statement<
  Pick<
    EventRow & EventWords,
    | 'calendarKey'
    | 'id'
    | 'sequence'
    | 'updatedAtMs'
    | 'isBusy'
    | 'visibility'
    | 'zone'
    | 'words'
    | 'properties'
    | 'own'
    | 'wire'
    | 'remindAt'
  >
>(
  `update calendar_events set sequence = :sequence, updated_at = :updatedAtMs,
     is_busy = :isBusy, visibility = :visibility, zone = :zone, words = :words, properties = :properties, own = :own,
     wire = :wire, remind_at = :remindAt
   where calendar_key = :calendarKey and id = :id`,
)

const listExceptions = statement<{ calendarKey: number; masterId: string }, EventRow>(
  `select ${eventColumns} from calendar_events
   where calendar_key = :calendarKey and kind = 'exception' and master_id = :masterId
   order by slot`,
)

// A series and its exceptions share the identifier, and their ids begin alike.
const listWithUid = statement<
  { calendarKey: number; icalUid: string; id: string; ofId: string; afterId: string },
  EventRow
>(
  `select ${eventColumns} from calendar_events
   where calendar_key = :calendarKey and ical_uid = :icalUid and ical_uid is not null
   union all
   select ${eventColumns} from calendar_events
   where calendar_key = :calendarKey and ical_uid is null
     and (id = :id or (id > :ofId and id < :afterId))
   order by 2`,
)

const purge = statement<{ before: number; limit: number }, { calendarKey: number; id: string }>(
  `delete from calendar_events where (calendar_key, id) in (
     select calendar_key, id from calendar_events
     where presence = 'gone' and updated_at < :before limit :limit)
     and presence = 'gone' and updated_at < :before
   returning calendar_key as "calendarKey", id`,
)

const sweep = statement<{ calendarKey: number; limit: number }, { id: string }>(
  `delete from calendar_events where (calendar_key, id) in (
     select calendar_key, id from calendar_events where calendar_key = :calendarKey limit :limit)
   returning id`,
)
