import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { migrations } from '#/storage/migration.ts'
import type { Transaction } from '#/storage/port.ts'
import { adHocStatement, none } from '#/storage/statement.ts'
import { engines } from '../support/engines.ts'
import { addReminded } from './reminders-fixture.ts'

const byMail = '{"method":"email","minutes":10}'
const byPopup = '{"method":"popup","minutes":10}'
const mailed = '{"type":"eventCreation","method":"email"}'

for (const engine of engines) {
  const skip = engine.unavailable !== undefined

  describe(`the schema of reminders on ${engine.name}`, { skip }, () => {
    it('finds the reminders by mail that there are, and those alone', async () => {
      await using place = await engine.place()
      {
        await using old = await place.open({
          migrations: migrations.filter(({ number }) => number < 8),
        })
        await old.transaction(fill)
      }
      await using database = await place.open()
      const rows = await database.all(reminding, none)
      assert.deepEqual(
        rows.map(({ id, remindAt }) => [id, remindAt]),
        [
          ['event-mail', 0],
          ['list-mail', 0],
        ],
      )
    })
  })
}

async function fill(tx: Transaction): Promise<void> {
  await addReminded(tx)
  const own = (reminder: string) => `{"reminders":{"u":{"overrides":[${reminder}]}}}`
  await tx.run(addEvent, { id: 'event-mail', presence: 'live', own: own(byMail) })
  await tx.run(addEvent, { id: 'event-popup', presence: 'live', own: own(byPopup) })
  await tx.run(addEvent, { id: 'event-gone', presence: 'gone', own: own(byMail) })
  await tx.run(addEvent, { id: 'event-plain', presence: 'live', own: '' })
  const choices = (reminder: string) =>
    `{"defaultReminders":[${reminder}],"notifications":[${mailed}]}`
  await tx.run(addEntry, { id: 'list-mail', isHidden: 0, choices: choices(byMail) })
  await tx.run(addEntry, { id: 'list-hidden', isHidden: 1, choices: choices(byMail) })
  await tx.run(addEntry, { id: 'list-popup', isHidden: 0, choices: choices(byPopup) })
}

const addEvent = adHocStatement<{ id: string; presence: string; own: string }>(
  `insert into calendar_events (calendar_key, id, kind, presence, is_all_day, is_busy, start_ms,
     end_ms, sequence, updated_at, event_type, visibility, creator_id, zone, words, properties, own,
     wire)
   values (1, :id, 'single', :presence, 0, 1, 0, 1, 1, 0, 'default', 'default', 'u', 'UTC', '', '',
     :own, '{}')`,
)

const addEntry = adHocStatement<{ id: string; isHidden: number; choices: string }>(
  `insert into calendar_list (user_id, calendar_id, is_hidden, is_deleted, choices, sequence,
     changed_at)
   values ('u', :id, :isHidden, 0, :choices, 1, 0)`,
)

const reminding = adHocStatement<typeof none, { id: string; remindAt: number }>(
  `select id, remind_at as "remindAt" from calendar_events where remind_at is not null
   union all
   select calendar_id as id, remind_at as "remindAt" from calendar_list where remind_at is not null
   order by id`,
)
