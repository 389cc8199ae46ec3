import { describe, expect, it } from 'vitest'
import { as, calendars, until } from '../support/calling.ts'
import { answersIn } from '../support/guests.ts'
import { hourOn } from '../support/imported-events.ts'
import { runAlmanac, type ServerPlace, wireEngines } from '../support/server.ts'
import { rowsOf, tamper } from '../support/tampering.ts'

const guestsCount = 20
const eventsCount = 8
const path = `${calendars}/primary/events`

// Writes are answered before the calendars of attendees follow, so that the crash comes in between.
const impatient = { ALMANAC_ATTENDEE_WAIT_MS: '0' }

for (const engine of wireEngines) {
  const skip = engine.unavailable !== undefined
  describe(`a crash between a write and its reconciliation on ${engine.name}`, { skip }, () => {
    it('leaves no attendee without the event', async () => {
      await using place = await engine.place()
      const { server, organizer, guests, attendees } = await sceneAt(place)
      const me = as(server.base, organizer.token)
      const bodies = Array.from({ length: eventsCount }, (_, number) => ({
        summary: `Event ${number}`,
        attendees,
        ...hourOn(4),
      }))
      const replies = await Promise.all(bodies.map((body) => me.post(path, body)))
      await server.kill()
      expect(replies.map(({ status }) => status)).toEqual(bodies.map(() => 200))
      const { base } = await restart(place)
      const expected = bodies.map(({ summary }) => summary)
      for (const { token } of guests) {
        const summaries = async () => {
          const { json } = await as(base, token).get(path)
          return json.items!.map(({ summary }) => String(summary)).sort()
        }
        await until(summaries, (found) => found.length >= eventsCount)
        expect(await summaries()).toEqual(expected)
      }
      await expectSound(place)
    })

    it('leaves no response unknown to the organizer, nor to other attendees', async () => {
      await using place = await engine.place()
      const { server, organizer, guests, attendees } = await sceneAt(place)
      const me = as(server.base, organizer.token)
      const { json: event } = await me.post(path, { attendees, ...hourOn(4) })
      const target = `${path}/${event.id}`
      for (const { token } of guests) {
        await until(
          () => as(server.base, token).get(target),
          ({ status }) => status === 200,
        )
      }
      const replies = await Promise.all(
        guests.map(({ email, token }) =>
          as(server.base, token).patch(target, {
            attendees: [{ email, responseStatus: 'accepted' }],
            attendeesOmitted: true,
          }),
        ),
      )
      await server.kill()
      expect(replies.map(({ status }) => status)).toEqual(guests.map(() => 200))
      const { base } = await restart(place)
      const accepted = Object.fromEntries(guests.map(({ email }) => [email, 'accepted']))
      for (const { token } of [organizer, ...guests]) {
        const answers = async () => answersIn((await as(base, token).get(target)).json)
        const isWanted = (found: object) => JSON.stringify(found) === JSON.stringify(accepted)
        await until(answers, isWanted)
      }
      await expectSound(place)
    })
  })
}

async function sceneAt(place: ServerPlace) {
  const server = await place.startProcess(impatient)
  const organizer = await server.mint()
  const guests = await Promise.all(
    Array.from({ length: guestsCount }, (_, index) =>
      server.mint({ email: `guest${String(index).padStart(2, '0')}@example.com` }),
    ),
  )
  return { server, organizer, guests, attendees: guests.map(({ email }) => ({ email })) }
}

/** Starts a server where another was killed in the middle of reconciliations. */
async function restart(place: ServerPlace) {
  const unfinished = `select id from prompt_jobs where kind = 'calendar.reconcile'`
  expect((await rowsOf(place, unfinished)).length).toBeGreaterThan(0)
  // As if the leases of the process that is gone had run out.
  await tamper(place, 'update prompt_jobs set leased_until = 0')
  return place.start()
}

async function expectSound(place: ServerPlace): Promise<void> {
  const { code, stdout } = await runAlmanac(['check'], place.environment)
  expect([code, stdout]).toEqual([0, 'No problems found.\n'])
}
