import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import type { JobKind, NewJob } from '#/jobs/job.ts'
import type { Mails } from '#/jobs/mail/mails.ts'
import { latestMails } from '#/jobs/mail/store.ts'
import {
  calendarMail,
  eventMailJob,
  sharingMailJob,
} from '#/services/calendar/mail/calendar-mail.ts'
import { Calendars } from '#/services/calendar/store/calendars.ts'
import { Changes } from '#/services/calendar/store/changes.ts'
import { Channels } from '#/services/calendar/store/channels.ts'
import { UserSettings } from '#/services/calendar/store/user-settings.ts'
import type { Database } from '#/storage/port.ts'
import { engines } from '../support/engines.ts'
import { eventMail } from '../support/event-mails.ts'
import { enqueueAll, TestClock } from './jobs-fixture.ts'
import { PostOffice } from './mail-fixture.ts'

const writing =
  (database: Database) =>
  (mails: Mails): JobKind[] => {
    const changes = new Changes()
    const calendars = new Calendars(database, { changes, channels: new Channels() })
    const settings = new UserSettings(database, changes)
    const origin = () => 'https://almanac.test'
    const parts = { calendars, mails, clock: new TestClock(), origin, settings }
    return [calendarMail(parts) as JobKind]
  }

for (const engine of engines) {
  describe(`mail of the calendar on ${engine.name}`, {
    skip: engine.unavailable !== undefined,
  }, () => {
    const written = async (database: Database, ...jobs: NewJob[]) => {
      await using office = new PostOffice(database, { kinds: writing(database) })
      await enqueueAll(database, office.clock, jobs)
      await office.run()
      return latestMails(database, 100)
    }

    it('about an event is written to every recipient, once for a change', async () => {
      await using database = await engine.open()
      const job = eventMailJob(eventMail())
      assert.equal((await written(database, job, job)).length, 2)
      const mails = await written(database, job, eventMailJob(eventMail({}, { changeId: 'next' })))
      assert.equal(mails.length, 4)
      assert.deepEqual(new Set(mails.map(({ recipient }) => recipient)).size, 2)
      for (const { calendarMethod, calendarPart, state } of mails) {
        assert.deepEqual([calendarMethod, state], ['REQUEST', 'kept'])
        assert.match(calendarPart!, /^BEGIN:VCALENDAR\r\n/)
      }
    })

    it('does not mention a deleted calendar', async () => {
      await using database = await engine.open()
      const scope = { type: 'user', value: 'bob@example.com' } as const
      const grant = { calendarId: 'gone', role: 'reader', sharedBy: 'alice@example.com' } as const
      assert.equal((await written(database, sharingMailJob(scope, grant)!)).length, 0)
    })
  })
}
