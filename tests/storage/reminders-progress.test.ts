import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import {
  noteClockSet,
  settleProgress,
  writeUnlessOvertaken,
} from '#/services/calendar/reminders/progress.ts'
import { calendarList } from '#/services/calendar/store/tables.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { adHocCommand, adHocQuery, none } from '#/storage/sql/statement.ts'
import { engines } from '../support/engines.ts'
import { addReminded } from './reminders-fixture.ts'

const first = Date.UTC(2026, 4, 1)
const muchLater = Date.UTC(2026, 4, 20)
const later = Date.UTC(2026, 4, 2)

for (const engine of engines) {
  const skip = engine.unavailable !== undefined

  describe(`the progress of reminders on ${engine.name}`, { skip }, () => {
    it('is known when the clock is turned back before a pass has ended', async () => {
      await using place = await engine.place()
      await using database = await place.open()
      let nowMs = first
      const given = { database, presentMs: () => Promise.resolve(nowMs) }
      await settleProgress(given)
      await database.transaction(async (tx) => {
        await addReminded(tx)
        await tx.run(addEntry, { remindAt: later })
      })

      nowMs = muchLater
      const { text } = await settleProgress(given)
      await writeUnlessOvertaken(database, text, (tx) =>
        tx.run(putOff, { remindAt: muchLater + 1 }),
      )
      // It does not end, as the clock is set meanwhile.
      nowMs = first + 1
      await noteClockSet(database, nowMs)
      nowMs = later
      await noteClockSet(database, nowMs)

      await settleProgress(given)
      assert.equal((await database.first(reminding, none))?.remindAt, later)
    })
  })
}

const addEntry = adHocCommand<{ remindAt: number }>(({ remindAt }) =>
  insertInto(calendarList, {
    user_id: sql`'u'`,
    calendar_id: sql`'u@example.com'`,
    is_hidden: sql`0`,
    is_deleted: sql`0`,
    choices: sql`'{}'`,
    change_number: sql`1`,
    changed_at: sql`0`,
    remind_at: remindAt,
  }),
)

const putOff = adHocCommand<{ remindAt: number }>(
  ({ remindAt }) => sql`update ${calendarList} set remind_at = ${remindAt}`,
)

const reminding = adHocQuery<typeof none, { remindAt: number }>(
  () => sql`select remind_at as "remindAt" from ${calendarList}`,
)
