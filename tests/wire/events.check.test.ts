import { expect, it } from 'vitest'
import { as, calendars } from '../support/calling.ts'
import { hourOn } from '../support/imported-events.ts'
import { runAlmanac, wireEngines } from '../support/server.ts'
import { openDatabaseFile } from '../support/tampering.ts'

const isEvent = "id = 'event1'"

it.each([
  [
    'another id than its text',
    `update calendar_events set id = 'event2' where ${isEvent}`,
    'The event event2 does not agree with its text.',
  ],
  [
    'another number than its text',
    `update calendar_events set change_number = change_number - 1 where ${isEvent}`,
    'The event event1 does not agree with its text.',
  ],
  [
    'a text that cannot be read',
    `update calendar_events set wire = '{' where ${isEvent}`,
    'The event event1 does not agree with its text.',
  ],
  [
    'a text that says it is there when it is not',
    `update calendar_events set presence = 'tombstone' where ${isEvent}`,
    'The event event1 does not agree with its text.',
  ],
  [
    'a number that its calendar has not reached',
    'update calendars set change_number = 1 where is_primary = 1',
    'The event event1 has a number that its calendar has not reached.',
  ],
  [
    'a key of no calendar',
    `update calendar_events set calendar_key = 1 where ${isEvent}`,
    'The event event1 is on no calendar.',
  ],
])('the check finds an event with %s', async (_, damage, problem) => {
  const { problems } = await checkedAfter({ id: 'event1', ...hourOn(4) }, damage)
  expect(problems).toContain(problem)
})

it('the check finds an exception without its series', async () => {
  const recurrence = ['RRULE:FREQ=DAILY;COUNT=3']
  const series = { id: 'event1', ...hourOn(4), recurrence }
  const { problems } = await checkedAfter(series, `delete from calendar_events where ${isEvent}`)
  expect(problems).toContain('The exception event1_20260505T100000Z has no series.')
})

it('the check finds nothing wrong with what is still to be swept', async () => {
  const { problems, code } = await checkedAfter(
    { id: 'event1', ...hourOn(4) },
    [
      `update calendar_events set calendar_key = 1 where ${isEvent}`,
      `insert into jobs (id, kind, payload, state, due_at, attempts, created_at)
     values ('job1', 'calendar.sweep', '{"calendarKey":1}', 'ready', 1, 0, 1)`,
    ].join(';'),
  )
  expect([code, problems]).toEqual([0, 'No problems found.\n'])
})

it('the check finds nothing wrong with reminders that one user has changed', async () => {
  const reminders = { useDefault: false }
  const { problems, code } = await checkedAfter({ id: 'event1', ...hourOn(4) }, '', { reminders })
  expect([code, problems]).toEqual([0, 'No problems found.\n'])
})

/** What the command finds in a database with one event, after something has happened to it. */
async function checkedAfter(event: object, damage: string, change: object = {}) {
  await using place = await wireEngines[0]!.place()
  const server = await place.start()
  const { token } = await server.mint()
  const me = as(server.base, token)
  const path = `${calendars}/primary/events`
  expect((await me.post(path, event)).status).toBe(200)
  await me.patch(`${path}/event1`, change)
  // Only series have such an instance.
  await me.patch(`${path}/event1_20260505T100000Z`, { summary: 'Other' })
  await server.stop()
  using database = openDatabaseFile(place.environment.ALMANAC_DATA_DIR!)
  database.exec(damage)
  database.close()
  const { code, stdout, stderr } = await runAlmanac(['check'], place.environment)
  return { code, problems: stdout + stderr }
}
