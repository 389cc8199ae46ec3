import { CommittedCache } from '#/storage/committed-cache.ts'
import type { Database, Transaction } from '#/storage/port.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { command, none, query } from '#/storage/sql/statement.ts'
import { bucketOf, inSameBucket, withKey } from './buckets.ts'
import type { EventKey } from './events.ts'
import { calendarCopies, calendarEvents } from './tables.ts'

const uncopiedCharactersMax = 4 * 1024 * 1024

/** For each event or series: the ids of the calendars that have, or may have, attendee copies of it. */
export class CopyHolders {
  /** Events without attendee copies. */
  readonly #uncopied: CommittedCache<{ readonly id: string }>

  constructor(database: Database) {
    this.#uncopied = new CommittedCache(database, {
      charactersMax: uncopiedCharactersMax,
      charactersOf: ({ id }) => 100 + 2 * id.length,
    })
  }

  async find(tx: Transaction, event: EventKey): Promise<string[]> {
    const found = await tx.first(find, event)
    if (found !== undefined) return JSON.parse(found.holders) as string[]
    this.#uncopied.keep(tx, cacheKey(event), { id: event.id })
    return []
  }

  /** Call this before copies are written, so that none is missing from the list. */
  async put(tx: Transaction, event: EventKey, holders: readonly string[]): Promise<void> {
    const { calendarKey, id } = event
    await tx.run(put, { calendarKey, id, holders: JSON.stringify(holders) })
    this.#uncopied.forget(tx, cacheKey(event))
  }

  /** Whether it is cached that an event has no attendee copies. */
  isUncopied(tx: Transaction, event: EventKey): boolean {
    return this.#uncopied.peekIn(tx, cacheKey(event)) !== undefined
  }

  async delete(tx: Transaction, { calendarKey, id }: EventKey): Promise<void> {
    await tx.run(remove, { calendarKey, id })
  }

  /** Deletes the lists of events that were purged. */
  async purge(tx: Transaction): Promise<void> {
    await tx.run(purge, none)
  }
}

const cacheKey = ({ calendarKey, id }: EventKey): string => `${calendarKey} ${id}`

const find = query<EventKey, { holders: string }>(
  ({ calendarKey, id }) =>
    sql`select holders from ${calendarCopies} where ${withKey(calendarKey)} and event_id = ${id}`,
)

const put = command<EventKey & { holders: string }>(({ calendarKey, id, holders }) =>
  insertInto(
    calendarCopies,
    { bucket: bucketOf.key(calendarKey), calendar_key: calendarKey, event_id: id, holders },
    sql`on conflict (calendar_key, event_id, bucket) do update set holders = excluded.holders`,
  ),
)

const remove = command<EventKey>(
  ({ calendarKey, id }) =>
    sql`delete from ${calendarCopies} where ${withKey(calendarKey)} and event_id = ${id}`,
)

const purge = command<object>(
  () => sql`delete from ${calendarCopies} where not exists (
     select 1 from ${calendarEvents} e where e.calendar_key = ${calendarCopies}.calendar_key
       and e.id = ${calendarCopies}.event_id${inSameBucket(sql`e`, calendarCopies)})`,
)
