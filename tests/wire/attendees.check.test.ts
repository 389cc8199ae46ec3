import { describe, expect, it } from 'vitest'
import { as, calendars } from '../support/calling.ts'
import { hourOn } from '../support/imported-events.ts'
import { embeddedEngine, runAlmanac, type ServerPlace, wireEngines } from '../support/server.ts'
import { tamper } from '../support/tampering.ts'

const path = `${calendars}/primary/events`
const eventId = 'event1'

describe.each(wireEngines)('attendee copies that are behind on $name', (engine) => {
  it('are found by the check, and updated by a server', async () => {
    await using place = await engine.place()
    await leaveCopyBehind(place)
    const problem = `A copy of the event ${eventId} is behind it. A server brings it up to date.\n`
    expect(await checked(place)).toEqual({ code: 1, output: problem })
    // Now a job follows it.
    expect(await checked(place)).toEqual({ code: 0, output: 'No problems found.\n' })
    await expectSummary(place, 'Dinner')
  })

  // The rules below do not depend on the engine.
  if (engine !== embeddedEngine) return

  it('are updated after their job had failed permanently', async () => {
    await using place = await engine.place()
    await leaveCopyBehind(place)
    await tamper(
      place,
      `insert into jobs (id, kind, payload, state, due_at, attempts, created_at, finished_at, last_error)
       select 'job1', 'calendar.reconcile',
         '{"key":' || key || ',"id":"${eventId}","calendarIds":["bob@almanac.test"],' ||
           '"by":{"userId":"","email":""},"sendUpdates":"none"}',
         'dead', 1, 20, 1, 2, 'no luck'
       from calendars where id = 'ann@almanac.test'`,
    )
    const problem = 'A job calendar.reconcile failed for good (no luck). A server tries it again.\n'
    expect(await checked(place)).toEqual({ code: 1, output: problem })
    await expectSummary(place, 'Dinner')
    expect(await checked(place)).toEqual({ code: 0, output: 'No problems found.\n' })
  })
})

const isCopy = `copy_of is not null and id = '${eventId}'`

/** Puts an attendee copy back to what it was before the organizer changed the event. */
async function leaveCopyBehind(place: ServerPlace): Promise<void> {
  await using server = await place.start()
  const { token, email } = await server.mint({ email: 'ann@almanac.test' })
  const bob = await server.mint({ email: 'bob@almanac.test' })
  const ann = as(server.base, token)
  const attendees = [{ email }, { email: bob.email }]
  expect((await ann.post(path, { id: eventId, ...hourOn(4), attendees })).status).toBe(200)
  await tamper(place, `create table kept as select * from calendar_events where ${isCopy}`)
  const changes = { summary: 'Dinner', attendees: [{ email: bob.email }] }
  expect((await ann.patch(`${path}/${eventId}`, changes)).status).toBe(200)
  await server.stop()
  await tamper(
    place,
    `delete from calendar_events where ${isCopy};
     insert into calendar_events select * from kept;
     drop table kept`,
  )
}

async function checked({ environment }: ServerPlace) {
  const { code, stdout, stderr } = await runAlmanac(['check'], environment)
  return { code, output: stdout + stderr }
}

async function expectSummary(place: ServerPlace, summary: string): Promise<void> {
  await using server = await place.start()
  const { token } = await server.mint({ email: 'bob@almanac.test' })
  const bob = as(server.base, token)
  const shown = async () => (await bob.get(`${path}/${eventId}`)).json.summary
  await expect.poll(shown).toBe(summary)
  await server.stop()
}
