import type { Reader } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'
import type { EventRow } from './events.ts'

interface Question {
  readonly calendarKey: number
  /** The number of the last change that is known. */
  readonly since: number
  /** A JSON array; empty where all types count. */
  readonly eventTypes: string
}

/** What says for whom an event has changed. */
export type ChangedEvent = Pick<EventRow, 'sequence' | 'own' | 'wire'>

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
