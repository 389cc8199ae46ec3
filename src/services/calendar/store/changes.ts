import type { Collection } from '#/jobs/push/channels/channel.ts'
import type { Reader, Transaction } from '#/storage/port.ts'
import { limit, sql } from '#/storage/sql/sql.ts'
import { query } from '#/storage/sql/statement.ts'
import { withIds, withKey } from './buckets.ts'
import type { EventRow } from './events.ts'
import { calendarEvents, calendars, calendarUsers } from './tables.ts'

/** The lists of this service that can be watched. */
export type WatchedKind = 'events' | 'acl' | 'calendarList' | 'settings'

type Listener = (collection: Collection) => void

/** The notification that users may have lost access to a calendar; its payload is the calendar's id. */
export const lostReach = 'almanac_lost_reach'

/** Notifies listeners in this process of the collections that a commit has changed. */
export class Changes {
  readonly #listeners: Listener[] = []

  onChange(listener: Listener): void {
    this.#listeners.push(listener)
  }

  /** Call this in the transaction that takes a change number of the collection. */
  note(tx: Transaction, kind: WatchedKind, owner: string): void {
    if (this.#listeners.length === 0) return
    tx.afterCommit(() => {
      for (const listener of this.#listeners) listener({ kind, owner })
    })
  }
}

/** The change numbers of calendars by id, as far as they exist. */
export async function calendarNumbers(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await reader.all(findCalendars, { ids: JSON.stringify(ids) })
  return new Map(rows.map(({ id, changeNumber }) => [id, changeNumber]))
}

interface UserNumbers {
  readonly userId: string
  readonly list: number
  readonly settings: number
}

/** The change numbers of the lists and settings of users. */
export const userNumbers = (reader: Reader, ids: readonly string[]): Promise<UserNumbers[]> =>
  reader.all(findUsers, { ids: JSON.stringify(ids) })

const findCalendars = query<{ ids: string }, { id: string; changeNumber: number }>(
  ({ ids }, dialect) =>
    sql`select id, change_number as "changeNumber" from ${calendars} where ${withIds(ids, dialect)}`,
)

const findUsers = query<{ ids: string }, UserNumbers>(
  ({ ids }, { inTexts }) => sql`
    select user_id as "userId", list_change_number as list, settings_change_number as settings
   from ${calendarUsers} where user_id ${inTexts(ids)}`,
)

interface Question {
  readonly calendarKey: number
  /** The change number of the last report. */
  readonly since: number
  /** A JSON array; empty for all types. */
  readonly eventTypes: string
}

/** The columns that decide for whom an event has changed. */
type ChangedEvent = Pick<EventRow, 'changeNumber' | 'internal' | 'wire'>

const changedEventsMax = 100

/**
 * Whether incremental sync after the given change would report anything to a user, which `isNews`
 * decides. Very many changes count as news without being checked.
 */
export async function hasNewsOfEvents(
  reader: Reader,
  question: Question,
  isNews: (changed: ChangedEvent) => boolean,
): Promise<boolean> {
  const changed = await reader.all(findChanged, { ...question, limit: changedEventsMax })
  return changed.length === changedEventsMax || changed.some(isNews)
}

// The beginning of the text contains the etag.
const findChanged = query<Question & { limit: number }, ChangedEvent>(
  (args, { inTexts }) => sql`
    select change_number as "changeNumber", internal, substr(wire, 1, 100) as wire from ${calendarEvents}
     where ${withKey(args.calendarKey)} and change_number > ${args.since}
       and (${args.eventTypes} = '[]' or event_type ${inTexts(args.eventTypes)})
     ${limit(args.limit)}`,
)
