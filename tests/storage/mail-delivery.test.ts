import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { deadJobs, jobCounts, retryDead } from '#/jobs/inspection.ts'
import type { JobKind } from '#/jobs/job.ts'
import type { Mail } from '#/jobs/mail/mail.ts'
import { latestMails } from '#/jobs/mail/store.ts'
import { jobs } from '#/jobs/tables.ts'
import type { Database } from '#/storage/port.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { adHocCommand, none } from '#/storage/sql/statement.ts'
import { engines } from '../support/engines.ts'
import { MailReceiver } from '../support/mail-receiver.ts'
import { newMail, PostOffice } from './mail-fixture.ts'

const dayMs = 86_400_000

const statesIn = async (database: Database) =>
  (await latestMails(database, 10)).map(({ state, attempts }) => [state, attempts])

const onlyMail = async (database: Database): Promise<Mail> => {
  const mails = await latestMails(database, 10)
  assert.equal(mails.length, 1)
  return mails[0]!
}

const messageIds = ({ received }: MailReceiver) => received.map(({ parsed }) => parsed.messageId)

for (const engine of engines) {
  const skip = engine.unavailable !== undefined

  describe(`mail on ${engine.name}`, { skip }, () => {
    it('is delivered once, with its whole content', async () => {
      await using receiver = await MailReceiver.open()
      await using database = await engine.open()
      await using office = new PostOffice(database, { smtpUrl: receiver.url })
      const calendar = { method: 'REQUEST', text: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' }
      await office.put(newMail({ calendar, fromName: 'Alice', replyTo: 'alice@example.com' }))
      await office.run()
      await office.run(dayMs)
      const [{ to, parsed } = assert.fail('no mail'), ...others] = receiver.received
      assert.deepEqual(others, [])
      assert.deepEqual(to, ['bob@example.com'])
      assert.equal(parsed.subject, 'Hello')
      assert.deepEqual(parsed.from, { name: 'Alice', address: 'no-reply@almanac.test' })
      const { messageId, ...mail } = await onlyMail(database)
      assert.equal(parsed.messageId, `<${messageId}>`)
      assert.match(messageId, /^[0-9a-f]{40}@almanac\.test$/)
      assert.equal(mail.state, 'sent')
      assert.equal(mail.attempts, 1)
      assert.equal(mail.sentAtMs, office.clock.nowMs() - dayMs)
      assert.deepEqual(await jobCounts(database), [])
    })

    it('is stored once, even if it is put repeatedly', async () => {
      await using receiver = await MailReceiver.open()
      await using database = await engine.open()
      await using office = new PostOffice(database, { smtpUrl: receiver.url })
      await office.put(newMail(), newMail())
      await office.put(newMail({ text: 'another text' }))
      await office.run()
      await office.put(newMail())
      await office.run()
      assert.equal(receiver.received.length, 1)
      assert.equal((await onlyMail(database)).textPart, 'Hello Bob\n')
    })

    it('that was sent is not sent again when its job is repeated', async () => {
      await using receiver = await MailReceiver.open()
      await using database = await engine.open()
      await using office = new PostOffice(database, { smtpUrl: receiver.url })
      await office.put(newMail())
      await office.run()
      await database.transaction((tx) =>
        tx.run(
          adHocCommand(() =>
            insertInto(jobs, {
              id: sql`'again'`,
              kind: sql`'mail.send'`,
              payload: sql`'{"mailId":"mail1"}'`,
              state: sql`'ready'`,
              due_at: sql`0`,
              attempts: sql`0`,
              created_at: sql`0`,
            }),
          ),
          none,
        ),
      )
      await office.run()
      assert.deepEqual(await jobCounts(database), [])
      assert.equal(receiver.received.length, 1)
    })

    it('whose sending is not recorded is sent again under the same Message-ID', async () => {
      await using receiver = await MailReceiver.open()
      await using database = await engine.open()
      let isCrashing = true
      const aroundSending = (kind: JobKind): JobKind => ({
        ...kind,
        run: (payload, context) =>
          kind.run(payload, isCrashing ? { ...context, database: unwritable(database) } : context),
      })
      await using office = new PostOffice(database, { smtpUrl: receiver.url, aroundSending })
      await office.put(newMail())
      await office.run()
      assert.deepEqual(await statesIn(database), [['waiting', 0]])
      isCrashing = false
      await office.run(10_000)
      const [first, second, ...others] = messageIds(receiver)
      assert.ok(first)
      assert.deepEqual([second, others], [first, []])
      assert.deepEqual(await statesIn(database), [['sent', 2]])
    })

    // The rules below do not depend on the engine.
    if (engine.kind !== 'sqlite') return

    it('is not sent unencrypted to another machine unless its URL allows it', async () => {
      await using receiver = await MailReceiver.open()
      await using database = await engine.open()
      // Leads to this machine, and does not look like it.
      const elsewhere = receiver.url.replace('127.0.0.1', '0.0.0.0')
      await using office = new PostOffice(database, { smtpUrl: elsewhere })
      await office.put(newMail())
      await office.run()
      assert.deepEqual(receiver.received, [])
      assert.deepEqual(await statesIn(database), [['waiting', 1]])
      await using careless = new PostOffice(database, { smtpUrl: `${elsewhere}?requireTLS=false` })
      await careless.put(newMail({ id: 'mail2' }))
      await careless.run(dayMs)
      assert.equal(receiver.received.length > 0, true)
    })

    it('does not exist when its transaction fails', async () => {
      await using database = await engine.open()
      await using office = new PostOffice(database)
      const failing = database.transaction(async (tx) => {
        await office.mails.put(tx, newMail())
        throw new Error('power cut')
      })
      await assert.rejects(failing, /power cut/)
      assert.equal((await latestMails(database, 10)).length, 0)
      assert.deepEqual(await jobCounts(database), [])
    })

    it('is tried again after a while when the server is not ready for it', async () => {
      await using receiver = await MailReceiver.open()
      await using database = await engine.open()
      await using office = new PostOffice(database, { smtpUrl: receiver.url })
      receiver.answerRecipient = () => ({ status: 450, text: 'greylisted' })
      await office.put(newMail())
      await office.run()
      const waiting = await onlyMail(database)
      assert.deepEqual([waiting.state, waiting.attempts], ['waiting', 1])
      assert.match(waiting.lastError!, /greylisted/)
      await office.run(9_999)
      assert.deepEqual(await statesIn(database), [['waiting', 1]])
      receiver.answerRecipient = () => undefined
      await office.run(1)
      assert.deepEqual(await statesIn(database), [['sent', 2]])
      assert.equal((await onlyMail(database)).lastError, null)
      assert.equal(receiver.received.length, 1)
    })

    it('is tried twelve times while the server is down, and is then shown as failed', async () => {
      const gone = await MailReceiver.open()
      const smtpUrl = gone.url
      await gone[Symbol.asyncDispose]()
      await using database = await engine.open()
      await using office = new PostOffice(database, { smtpUrl })
      await office.put(newMail())
      for (let attempt = 1; attempt <= 12; attempt++) {
        assert.deepEqual(await statesIn(database), [['waiting', attempt - 1]])
        await office.run(attempt === 1 ? 0 : 4 * 3_600_000)
      }
      const failed = await onlyMail(database)
      assert.deepEqual([failed.state, failed.attempts], ['failed', 12])
      assert.match(failed.lastError!, /ECONNREFUSED/)
      const [dead] = await deadJobs(database, 10)
      assert.equal(dead?.kind, 'mail.send')
      await retryDead(database, office.clock, dead.id)
      await office.run()
      assert.deepEqual(await statesIn(database), [['waiting', 1]])
    })

    it.each([
      ['recipient', (receiver: MailReceiver) => (receiver.answerRecipient = () => unknownUser)],
      ['mail', (receiver: MailReceiver) => (receiver.answerMail = () => unknownUser)],
    ] as const)('ends at once when the server refuses the %s for good', async (_, refuse) => {
      await using receiver = await MailReceiver.open()
      await using database = await engine.open()
      await using office = new PostOffice(database, { smtpUrl: receiver.url })
      refuse(receiver)
      await office.put(newMail())
      await office.run()
      await office.run(dayMs)
      const mail = await onlyMail(database)
      assert.deepEqual([mail.state, mail.attempts], ['failed', 1])
      assert.match(mail.lastError!, /550/)
      assert.deepEqual(await jobCounts(database), [])
    })

    it.each(['bob@example.com,eve@example.com', 'a<eve@example.com>', 'bob', 'a b@example.com'])(
      'is never handed over for the recipient %s',
      async (to) => {
        await using receiver = await MailReceiver.open()
        await using database = await engine.open()
        await using office = new PostOffice(database, { smtpUrl: receiver.url })
        await office.put(newMail({ to }))
        await office.run()
        assert.deepEqual(await statesIn(database), [['failed', 1]])
        assert.deepEqual(receiver.received, [])
      },
    )

    it('does not keep other mail from being sent', async () => {
      await using receiver = await MailReceiver.open()
      await using database = await engine.open()
      await using office = new PostOffice(database, { smtpUrl: receiver.url })
      receiver.answerRecipient = (address) =>
        address.startsWith('slow') ? { status: 450 } : undefined
      const mails = Array.from({ length: 20 }, (_, index) => {
        const to = `${index % 2 === 0 ? 'slow' : 'fine'}${index}@example.com`
        return newMail({ id: `mail${index}`, to })
      })
      await office.put(...mails)
      await office.run()
      assert.equal(receiver.received.length, 10)
      assert.equal(new Set(messageIds(receiver)).size, 10)
    })

    it('is stored for inspection if there is no mail server', async () => {
      await using database = await engine.open()
      await using office = new PostOffice(database)
      await office.put(newMail({ text: 'zero \0 byte' }))
      await office.run()
      const mail = await onlyMail(database)
      assert.deepEqual([mail.state, mail.attempts, mail.sentAtMs], ['kept', 0, null])
      assert.equal(mail.textPart, 'zero  byte')
      assert.equal(mail.senderName, 'Almanac')
      assert.deepEqual(await jobCounts(database), [])
    })
  })
}

/** Reads, and fails before it writes, as a process does that ends in between. */
const unwritable = (database: Database): Database =>
  Object.assign(Object.create(database) as Database, {
    first: database.first.bind(database),
    transaction: () => Promise.reject(new Error('power cut')),
  })

const unknownUser = { status: 550, text: 'no such user' }
