import { users } from '#/auth/tables.ts'
import { calendarUsers } from '#/services/calendar/store/tables.ts'
import type { Transaction } from '#/storage/port.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { adHocCommand, none } from '#/storage/sql/statement.ts'

/** Adds the user `u`, as the tables of calendars want to know one. */
export async function addReminded(tx: Transaction): Promise<void> {
  await tx.run(addUser, none)
  await tx.run(addCalendarUser, none)
}

const addUser = adHocCommand(() =>
  insertInto(users, {
    id: sql`'u'`,
    email: sql`'u@example.com'`,
    name: sql`''`,
    created_at: sql`0`,
  }),
)

const addCalendarUser = adHocCommand(() =>
  insertInto(calendarUsers, {
    user_id: sql`'u'`,
    settings_change_number: sql`0`,
    list_change_number: sql`0`,
    list_runs: sql`''`,
    settings_runs: sql`''`,
  }),
)
