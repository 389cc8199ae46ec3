import type { Transaction } from '#/storage/port.ts'
import { adHocStatement, none } from '#/storage/statement.ts'

/** Adds the user `u`, as the tables of calendars want to know one. */
export async function addReminded(tx: Transaction): Promise<void> {
  await tx.run(addUser, none)
  await tx.run(addCalendarUser, none)
}

const addUser = adHocStatement(
  `insert into users (id, email, name, created_at) values ('u', 'u@example.com', '', 0)`,
)

const addCalendarUser = adHocStatement(
  `insert into calendar_users (user_id, settings_sequence) values ('u', 0)`,
)
