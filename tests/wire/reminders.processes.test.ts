import { describe, expect, it } from 'vitest'
import { as, calendars, until } from '../support/calling.ts'
import type { OutgoingMail } from '../support/outbox.ts'
import { at, clockAt, email, own } from '../support/reminded.ts'
import {
  type ServerPlace,
  type ServerProcess,
  type TestServer,
  wireEngines,
} from '../support/server.ts'

const eventsCount = 12

for (const engine of wireEngines) {
  const skip = engine.unavailable !== undefined
  describe(`reminders over a crash on ${engine.name}`, { skip }, () => {
    it('are all sent, and once, when the server dies while it sends them', async () => {
      await using place = await engine.place()
      const first = await prepared(place)
      await clockAt(siteOf(first), at('08:50:00'))
      const some = await until(
        () => mailsOf(first),
        ({ length }) => length > 0,
      )
      await first.kill()
      expect(some.length).toBeLessThanOrEqual(2 * eventsCount)

      const second = await place.startProcess()
      await clockAt(siteOf(second), at('08:55:00'))
      await expectAllOnce(second)
      await second.kill()

      const third = await place.start()
      await clockAt(siteOf(third), at('07:00:00'))
      await clockAt(siteOf(third), at('09:00:00'))
      const { token } = await third.mint()
      await mark(third, token)
      await expectAllOnce(third, 1)
    })
  })
}

for (const engine of wireEngines.filter(({ name }) => name.startsWith('postgres'))) {
  const skip = engine.unavailable !== undefined
  describe(`reminders of two processes on ${engine.name}`, { skip }, () => {
    it('are sent once, whichever process finds them', async () => {
      await using place = await engine.place()
      const [first, second] = await Promise.all([prepared(place), place.start()])
      // Each setting of the clock is a job of its own, and both processes take jobs.
      const times = ['08:49:00', '08:50:00', '08:51:00', '08:48:00', '08:52:00', '08:53:00']
      for (const [index, time] of times.entries()) {
        await clockAt(siteOf(index % 2 === 0 ? first : second), at(time))
      }
      await expectAllOnce(second)
      await clockAt(siteOf(second), at('08:00:00'))
      await clockAt(siteOf(first), at('09:00:00'))
      const { token } = await first.mint()
      await mark(first, token)
      await expectAllOnce(second, 1)
    })

    it('are sent by the other one when one of them dies', async () => {
      await using place = await engine.place()
      const [first, second] = await Promise.all([prepared(place), place.start()])
      await clockAt(siteOf(first), at('08:50:00'))
      await first.kill()
      await clockAt(siteOf(second), at('08:51:00'))
      await expectAllOnce(second)
    })
  })
}

const siteOf = ({ base }: TestServer) => ({
  call: (path: string, call: { method?: string; body?: unknown } = {}) =>
    as(base)[call.method === 'POST' ? 'post' : 'get'](path, call.body as never),
})

/** A server with events that are to be reminded of at ten to nine, by choice and by default. */
async function prepared(place: ServerPlace): Promise<ServerProcess> {
  const server = await place.startProcess()
  await clockAt(siteOf(server), at('08:00:00'))
  const { email: address, token } = await server.mint()
  const user = as(server.base, token)
  const entry = { defaultReminders: [email(10)] }
  const set = await user.patch(`/calendar/v3/users/me/calendarList/${address}`, entry)
  expect(set.status).toBe(200)
  const bodies = Array.from({ length: eventsCount }, (_, index) => [
    { summary: `chosen ${index}`, ...hourFrom('09:00:00'), ...own(email(10)) },
    { summary: `default ${index}`, ...hourFrom('09:00:00') },
  ]).flat()
  const made = await Promise.all(bodies.map((body) => user.post(eventsPath, body)))
  expect(made.map(({ status }) => status)).toEqual(bodies.map(() => 200))
  return server
}

const eventsPath = `${calendars}/primary/events`
const hourFrom = (time: string) => ({
  start: { dateTime: at(time) },
  end: { dateTime: at('12:00:00') },
})

/** Has something else reminded of, so that all that could come before has come. */
async function mark(server: TestServer, token: string): Promise<void> {
  const body = { summary: 'mark', ...hourFrom('09:30:00'), ...own(email(10)) }
  expect((await as(server.base, token).post(eventsPath, body)).status).toBe(200)
  await clockAt(siteOf(server), at('09:20:00'))
  await until(
    () => mailsOf(server),
    (mails) => mails.some(({ subject }) => subject.startsWith('Reminder: mark @')),
    30_000,
  )
}

async function mailsOf(server: TestServer): Promise<readonly OutgoingMail[]> {
  const { json } = await as(server.base).get('/_almanac/outbox')
  return (json as unknown as { mails: OutgoingMail[] }).mails
}

async function expectAllOnce(server: TestServer, more = 0): Promise<void> {
  const expected = 2 * eventsCount + more
  const mails = await until(
    () => mailsOf(server),
    ({ length }) => length >= expected,
    30_000,
  )
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(expected)
  expect(mails).toHaveLength(expected)
}
