import type { Reader } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'

interface Question {
  readonly calendarKey: number
  /** The number of the last change that is known. */
  readonly since: number
  /** A JSON array; empty where all types count. */
  readonly eventTypes: string
}

/** Whether a sync of the events would show anything after the given change. */
export const hasNewsOfEvents = async (reader: Reader, question: Question): Promise<boolean> =>
  (await reader.first(findChanged, question)) !== undefined

const findChanged = statement<Question, { id: string }>(
  ({ inTexts }) =>
    `select id from calendar_events
     where calendar_key = :calendarKey and sequence > :since
       and (:eventTypes = '[]' or event_type ${inTexts('eventTypes')})
     limit 1`,
)
