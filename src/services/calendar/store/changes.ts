import type { Collection } from '#/jobs/push/channel.ts'
import type { Reader, Transaction } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'
import type { EventRow } from './events.ts'

type Listener = (collection: Collection) => void

/** Where every process hears that somebody may have lost sight of a calendar, whose id is told. */
export const lostReach = 'almanac_lost_reach'

/** Tells those who deliver news, in this process, which collections a commit has changed. */
export class Changes {
  readonly #listeners: Listener[] = []

  onChange(listener: Listener): void {
    this.#listeners.push(listener)
  }

  /** To be called in the transaction that moves the number of the collection. */
  note(tx: Transaction, kind: Collection['kind'], owner: string): void {
    if (this.#listeners.length === 0) return
    tx.afterCommit(() => {
      for (const listener of this.#listeners) listener({ kind, owner })
    })
  }
}

/** The numbers of the last changes of calendars, by their ids; calendars that are gone have none. */
export async function calendarNumbers(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await reader.all(findCalendars, { ids: JSON.stringify(ids) })
  return new Map(rows.map(({ id, sequence }) => [id, sequence]))
}

interface UserNumbers {
  readonly userId: string
  readonly list: number
  readonly settings: number
}

/** The numbers of the lists and settings of users. */
export const userNumbers = (reader: Reader, ids: readonly string[]): Promise<UserNumbers[]> =>
  reader.all(findUsers, { ids: JSON.stringify(ids) })

const findCalendars = statement<{ ids: string }, { id: string; sequence: number }>(
  ({ inTexts }) => `select id, sequence from calendars where id ${inTexts('ids')}`,
)

const findUsers = statement<{ ids: string }, UserNumbers>(
  ({ inTexts }) => `select user_id as "userId", list_sequence as list, settings_sequence as settings
   from calendar_users where user_id ${inTexts('ids')}`,
)

interface Question {
  readonly calendarKey: number
  /** The number of the last change that is known. */
  readonly since: number
  /** A JSON array; empty where all types count. */
  readonly eventTypes: string
}

/** What says for whom an event has changed. */
type ChangedEvent = Pick<EventRow, 'sequence' | 'own' | 'wire'>

const changedEventsMax = 100

/**
 * Whether a sync of the events would show anything after the given change to somebody; `isNews` says
 * what is news to them. After very many changes there are some, without a look at them all.
 */
export async function hasNewsOfEvents(
  reader: Reader,
  question: Question,
  isNews: (changed: ChangedEvent) => boolean,
): Promise<boolean> {
  const changed = await reader.all(findChanged, { ...question, limit: changedEventsMax })
  return changed.length === changedEventsMax || changed.some(isNews)
}

// The beginning of the text holds the etag.
const findChanged = statement<Question & { limit: number }, ChangedEvent>(
  ({ inTexts }) =>
    `select sequence, own, substr(wire, 1, 100) as wire from calendar_events
     where calendar_key = :calendarKey and sequence > :since
       and (:eventTypes = '[]' or event_type ${inTexts('eventTypes')})
     limit :limit`,
)
