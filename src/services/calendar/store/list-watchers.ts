import type { Reader } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'

interface Page {
  readonly after: string
  readonly now: number
  readonly limit: number
}

/** Users whose list of calendars is watched, in the order of their ids. */
export async function listWatchersAfter(reader: Reader, page: Page): Promise<string[]> {
  return (await reader.all(findWatchers, page)).map(({ userId }) => userId)
}

/** Those of them who have one of the calendars on the list. */
export async function listWatchersWith(
  reader: Reader,
  { calendarIds, ...page }: Page & { readonly calendarIds: readonly string[] },
): Promise<string[]> {
  const rows = await reader.all(findWith, { ...page, calendarIds: JSON.stringify(calendarIds) })
  return rows.map(({ userId }) => userId)
}

const findWatchers = statement<Page, { userId: string }>(
  `select distinct owner as "userId" from channels
   where kind = 'calendarList' and expires_at > :now and owner > :after
   order by owner limit :limit`,
)

const findWith = statement<Page & { calendarIds: string }, { userId: string }>(
  ({ inTexts }) => `select distinct c.owner as "userId"
   from calendar_list l join channels c on c.owner = l.user_id and c.kind = 'calendarList'
   where l.calendar_id ${inTexts('calendarIds')} and l.is_deleted = 0
     and c.expires_at > :now and c.owner > :after
   order by c.owner limit :limit`,
)
