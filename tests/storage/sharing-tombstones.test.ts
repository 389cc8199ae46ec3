import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { silentLog } from '#/kernel/log.ts'
import { tombstonePurge } from '#/services/calendar/writing/sweep.ts'
import { engines } from '../support/engines.ts'
import { enqueueAll, workerFor } from './jobs-fixture.ts'
import { sharingAt } from './sharing-fixture.ts'

const guests = ['older', 'oldest-kept', 'stays'] as const

for (const engine of engines) {
  const skip = engine.unavailable !== undefined

  describe(`the purge of what was removed on ${engine.name}`, { skip }, () => {
    it('keeps what is as old as the oldest sync token can be, and purges what is older', async () => {
      await using place = await engine.place()
      await using sharing = await sharingAt(place)
      const { database, calendar, clock, grant } = sharing
      const ann = await sharing.newUser('ann')
      const startMs = clock.nowMs()
      const put = (guest: string, to: 'reader' | 'none') =>
        database.transaction((tx) => grant(tx, ann, { ruleId: `user:${guest}@example.com`, to }))
      const { key: calendarKey } = (await calendar.calendars.find(ann.email))!
      const giveUpName = (name: string, changeNumber: number) =>
        database.transaction((tx) =>
          calendar.objects.giveUpName(
            tx,
            { calendarKey, name, userId: ann.userId },
            { changeNumber, atMs: clock.nowMs() },
          ),
        )
      for (const guest of guests) await put(guest, 'reader')
      await put('older', 'none')
      await giveUpName('older.ics', 1)
      clock.set({ mode: 'frozen', atMs: startMs + 1 })
      await put('oldest-kept', 'none')
      await giveUpName('oldest-kept.ics', 2)
      clock.set({ mode: 'frozen', atMs: startMs + 1 + calendar.syncTokenLifetimeMs })
      const kind = tombstonePurge(calendar)
      await using worker = workerFor({ database, clock, log: silentLog, kinds: [kind] })
      // Twice, because a job may run again.
      const run = { kind: kind.kind, payload: null }
      await enqueueAll(database, clock, [run, run])
      await worker.runDue()
      const left = await calendar.rules.page(database, {
        calendarId: ann.email,
        after: '',
        since: -1,
        withRemoved: 1,
        limit: 10,
      })
      assert.deepEqual(
        left.map(({ ruleId, role }) => `${ruleId} ${role}`),
        [
          'user:ann@example.com owner',
          'user:oldest-kept@example.com none',
          'user:stays@example.com reader',
        ],
      )
      const names = await calendar.objects.heads(database, { calendarKey, after: 0, limit: 10 })
      assert.deepEqual(
        names.map(({ name }) => name),
        ['oldest-kept.ics'],
      )
    })
  })
}
