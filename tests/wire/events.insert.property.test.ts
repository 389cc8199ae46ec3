import fc from 'fast-check'
import { expect, it } from 'vitest'
import { day, fullBody, hour, primaryEvents } from '../support/event-bodies.ts'
import { onEveryEngine, runsOn } from '../support/sites.ts'

const runs = 100

/** Values of the right kind, of a wrong kind, and of none. */
const anything = fc.oneof(
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      ...[null, true, -1, 2 ** 31, 1e308, '', '\0', '\ud800', '__proto__', 'x'.repeat(9000)],
      ...['UTC', '2026-05-01', '2026-05-01T09:00:00', '9999-12-31T23:59:59Z', 'RRULE:FREQ=DAILY'],
      ...['RDATE:99991231T000000Z', 'EXDATE', 'a@x.test', 'focusTime', 'cancelled', [], {}, [{}]],
    ),
  },
)
const side = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(hour.end, { ...hour.end, timeZone: 'Asia/Tokyo' }) },
  { weight: 2, arbitrary: fc.constantFrom(day.start, { date: '9999-12-31' }, hour.start) },
  {
    weight: 1,
    arbitrary: fc.dictionary(fc.constantFrom('date', 'dateTime', 'timeZone'), anything),
  },
  { weight: 1, arbitrary: anything },
)
const rules = fc
  .array(
    fc.constantFrom(
      ...['FREQ=DAILY', 'FREQ=SECONDLY', 'FREQ=YEARLY', 'COUNT=2', 'COUNT=0', 'INTERVAL=9999999'],
      ...['UNTIL=20260601', 'UNTIL=20260601T000000Z', 'BYDAY=5MO', 'BYMONTHDAY=31', 'BYMONTH=2'],
      ...['BYSETPOS=-1', 'BYYEARDAY=366', 'BYWEEKNO=53', 'WKST=SU', 'BYHOUR=25', 'X=Y', ''],
    ),
    { maxLength: 4 },
  )
  .map((parts) => `RRULE:${parts.join(';')}`)
const dates = fc.constantFrom(
  'RDATE:20260601T090000Z',
  'RDATE;VALUE=DATE:20260601',
  'RDATE;VALUE=PERIOD:20260601T090000Z/PT1H',
  'EXDATE:20260501T090000Z',
  'EXDATE;TZID=Asia/Tokyo:20260501T180000',
  'EXRULE:FREQ=DAILY',
)
const recurrence = fc.array(fc.oneof(rules, rules, dates), { maxLength: 3 })
const names = [
  ...Object.keys(fullBody),
  ...['id', 'iCalUID', 'attendees', 'attendeesOmitted', 'conferenceData', 'attachments'],
  ...['eventType', 'workingLocationProperties', 'focusTimeProperties', 'birthdayProperties'],
  ...['originalStartTime', 'eventLabelId', 'organizer', 'gadget', 'privateCopy'],
]
const bodies = fc
  .record({
    fields: fc.dictionary(
      fc.constantFrom(...names),
      fc.oneof(anything, fc.array(anything, { maxLength: 2 })),
      { maxKeys: 2 },
    ),
    times: fc.oneof(fc.constant({}), fc.record({ start: side, end: side })),
    repeating: fc.oneof(fc.constant({}), fc.constant({}), fc.record({ recurrence })),
  })
  .map(({ fields, times, repeating }) => ({ ...hour, ...times, ...repeating, ...fields }))

onEveryEngine('bodies of any form', (site) => {
  const flags =
    '?conferenceDataVersion=1&supportsAttachments=true&eventLabelVersion=1&maxAttendees=1'

  it('are answered or refused, and never break the server', async () => {
    const events = await primaryEvents(site)
    const { id } = await events.make(fullBody)
    await fc.assert(
      fc.asyncProperty(bodies, fc.constantFrom('', flags), async (body, query) => {
        const replies = [
          await events.insert(body, query),
          await events.patch(id, body, query),
          await events.put(id, body, query),
        ]
        for (const { status, text } of replies) {
          expect([200, 400, 409], `${JSON.stringify(body)}: ${text}`).toContain(status)
        }
      }),
      { numRuns: runsOn(site, runs) },
    )
    expect((await events.get(id)).status).toBe(200)
    expect((await events.user.get(events.path)).status).toBe(200)
  })
})
