import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { mailPurge } from '#/jobs/mail/purge.ts'
import { latestMails } from '#/jobs/mail/store.ts'
import { engines } from '../support/engines.ts'
import { enqueueAll } from './jobs-fixture.ts'
import { newMail, PostOffice } from './mail-fixture.ts'

const dayMs = 86_400_000
const purge = { kind: 'mail.purge', payload: null }

for (const engine of engines) {
  describe(`old mail on ${engine.name}`, { skip: engine.unavailable !== undefined }, () => {
    it('is deleted after the retention period, in any quantity', async () => {
      await using database = await engine.open()
      const kinds = () => [mailPurge({ mailKeepDays: 30 })]
      await using office = new PostOffice(database, { kinds })
      // More than one transaction deletes; on PostgreSQL, where writing them takes long, some.
      const count = engine.kind === 'sqlite' ? 600 : 20
      const mails = Array.from({ length: count }, (_, index) => newMail({ id: `old${index}` }))
      await office.put(...mails)
      await office.run(dayMs)
      await office.put(newMail({ id: 'young' }))
      await enqueueAll(database, office.clock, [purge])
      await office.run()
      assert.equal((await latestMails(database, 1000)).length, count + 1)
      await enqueueAll(database, office.clock, [{ ...purge, dueAtMs: office.clock.nowMs() + 1 }])
      await office.run(29 * dayMs + 1)
      assert.deepEqual(
        (await latestMails(database, 1000)).map(({ id }) => id),
        ['young'],
      )
    })

    it('that is not delivered yet is not deleted', async () => {
      await using database = await engine.open()
      const kinds = () => [mailPurge({ mailKeepDays: 1 })]
      await using office = new PostOffice(database, { kinds, smtpUrl: 'smtp://127.0.0.1:1' })
      await office.put(newMail())
      await office.run()
      await enqueueAll(database, office.clock, [purge])
      await office.run(2 * dayMs)
      const [mail] = await latestMails(database, 10)
      assert.equal(mail?.state, 'waiting')
    })
  })
}
