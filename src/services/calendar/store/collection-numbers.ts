import type { Reader } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'

/** The numbers of the last changes of calendars, by their ids; calendars that are gone have none. */
export async function calendarNumbers(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await reader.all(findCalendars, { ids: JSON.stringify(ids) })
  return new Map(rows.map(({ id, sequence }) => [id, sequence]))
}

export interface UserNumbers {
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
