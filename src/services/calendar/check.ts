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
    for (const { id } of await snapshot.all(withoutOwnersRule, none)) {
      problems.push(`The calendar ${id} has no rule for its owner.`)
    }
    for (const { id } of await snapshot.all(withoutOwnersEntry, none)) {
      problems.push(`The calendar ${id} is not on the list of its owner.`)
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

const withoutOwnersRule = statement<object, { id: string }>(
  `select c.id from calendars c join users u on u.id = c.owner_id
   where not exists (select 1 from calendar_acl a
     where a.calendar_id = c.id and a.rule_id = 'user:' || u.email and a.role = 'owner')`,
)

const withoutOwnersEntry = statement<object, { id: string }>(
  `select c.id from calendars c
   where not exists (select 1 from calendar_list l
     where l.user_id = c.owner_id and l.calendar_id = c.id and l.is_deleted = 0)`,
)
