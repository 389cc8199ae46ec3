import type { Database } from '#/storage/port.ts'
import { none, statement } from '#/storage/statement.ts'

/** What is wrong with the rows of this service: empty when all is well. */
export function calendarProblems(database: Database): Promise<string[]> {
  return database.snapshot(async (snapshot) => {
    const problems: string[] = []
    for await (const row of snapshot.rows('calendars')) {
      if (!isSound(row.wire, row))
        problems.push(`The calendar ${row.id} does not agree with its text.`)
    }
    for (const { email } of await snapshot.all(usersWithoutPrimary, none)) {
      problems.push(`The user ${email} has no primary calendar.`)
    }
    return problems
  })
}

function isSound(wire: unknown, { id, etag }: { id?: unknown; etag?: unknown }): boolean {
  try {
    const calendar = JSON.parse(String(wire)) as Record<string, unknown>
    return calendar.id === id && calendar.etag === etag
  } catch {
    return false
  }
}

const usersWithoutPrimary = statement<object, { email: string }>(
  `select email from users u
   where not exists (select 1 from calendars c where c.owner_id = u.id and c.is_primary = 1)`,
)
