import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyText } from '../support/any-text.ts'
import { failuresOf } from '../support/civil.ts'
import { eventsOf, newEvent, threeDays } from '../support/imported-events.ts'
import { runAlmanac } from '../support/server.ts'
import { onServers, runsOn } from '../support/sites.ts'

const runs = 400

const oddText = fc.oneof(
  fc.string({ maxLength: 20 }),
  anyText({ maxLength: 20 }),
  fc.constantFrom('', '\0', '__proto__', 'primary', '*', 'UTC', 'a@example.com', 'cancelled'),
)

const oddNumber = fc.constantFrom(0, 1, -1, 2.5, 1e9, 1e300, -1e15, Number.MAX_SAFE_INTEGER)
const oddValue = fc.oneof(oddText, oddNumber, fc.anything({ maxDepth: 2 }))
const boolean = fc.constantFrom('true', 'false', '1', 'x')

const day = fc.constantFrom('2026-05-04', '2026-05-05', '0001-01-01', '9999-12-31', '2024-02-29')
const clock = fc.constantFrom('00:00:00', '10:30:00', '23:59:59', '23:59:60', '02:30:00.123')
const offset = fc.constantFrom('', 'Z', '+02:00', '-12:00', '+14:00')
const moment = fc.tuple(day, clock, offset).map(([date, time, zone]) => `${date}T${time}${zone}`)
const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Apia', 'nowhere')

const time = fc.oneof(
  { weight: 4, arbitrary: day.map((date) => ({ date })) },
  { weight: 6, arbitrary: fc.record({ dateTime: moment, timeZone: zone }) },
  { weight: 2, arbitrary: fc.record({ dateTime: moment }) },
  { weight: 1, arbitrary: oddValue },
)

const part = fc.constantFrom(
  'FREQ=DAILY',
  'FREQ=MONTHLY',
  'FREQ=SECONDLY',
  'COUNT=3',
  'COUNT=0',
  'UNTIL=20260601T000000Z',
  'UNTIL=20260601',
  'INTERVAL=7',
  'BYDAY=MO,-1FR',
  'BYMONTHDAY=31,-31',
  'BYSETPOS=-1',
  'BYYEARDAY=366',
  'WKST=SU',
  'X=Y',
)
const rule = fc.oneof(
  fc.uniqueArray(part, { minLength: 1, maxLength: 5 }).map((parts) => `RRULE:${parts.join(';')}`),
  fc.constantFrom('EXDATE;TZID=Europe/Berlin:20260504T100000', 'RDATE;VALUE=DATE:20260510'),
  oddText,
)

const maybe = <T>(likely: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: likely }, { weight: 1, arbitrary: oddValue })

/** Most of what is sent is nearly right, so that it comes as far as possible. */
const someOf = (members: Readonly<Record<string, fc.Arbitrary<unknown>>>, maxLength: number) =>
  fc
    .uniqueArray(fc.constantFrom(...Object.keys(members)), { maxLength })
    .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, members[name]!]))))

const times = fc.oneof(
  { weight: 1, arbitrary: fc.record({ start: time, end: time }) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(day, fc.constantFrom('UTC', 'Europe/Berlin'), fc.nat(9))
      .map(([date, timeZone, hour]) => ({
        start: { dateTime: `${date}T0${hour}:00:00`, timeZone },
        end: { dateTime: `${date}T1${hour}:00:00`, timeZone },
      })),
  },
  { weight: 3, arbitrary: day.map((date) => ({ start: { date }, end: { date } })) },
)

const event = fc
  .tuple(
    times,
    someOf(
      {
        summary: maybe(oddText),
        description: maybe(oddText),
        status: maybe(fc.constantFrom('confirmed', 'tentative', 'cancelled')),
        visibility: maybe(fc.constantFrom('private', 'public')),
        recurrence: maybe(fc.array(rule, { maxLength: 3 })),
        iCalUID: maybe(fc.constantFrom('one@example.com', 'two@example.com')),
        sequence: maybe(fc.nat(5)),
        originalStartTime: time,
        attendees: maybe(fc.array(fc.record({ email: fc.emailAddress() }), { maxLength: 3 })),
        organizer: oddValue,
        reminders: maybe(fc.constant({ useDefault: false })),
        extendedProperties: maybe(
          fc.record({ private: fc.dictionary(oddText, oddValue, { maxKeys: 3 }) }),
        ),
        eventType: maybe(fc.constantFrom('default', 'focusTime', 'birthday', 'fromMail')),
        colorId: maybe(fc.constantFrom('1', '11', '12')),
        conferenceData: oddValue,
        attachments: oddValue,
        source: oddValue,
      },
      4,
    ),
  )
  .map(([when, more]) => ({ ...when, ...more }))

const common = {
  timeZone: fc.oneof(zone, oddText),
  maxAttendees: fc.constantFrom('0', '1', 'x'),
  fields: fc.constantFrom('*', 'items(id)', 'id', '', 'items(', 'nosuch'),
}
const ofLists = {
  ...common,
  singleEvents: boolean,
  showDeleted: boolean,
  orderBy: fc.constantFrom('startTime', 'updated', 'x'),
  timeMin: fc.oneof(moment, oddText),
  timeMax: fc.oneof(moment, oddText),
  updatedMin: fc.oneof(moment, oddText),
  q: oddText,
  iCalUID: fc.constantFrom('one@example.com', '', '@google.com'),
  privateExtendedProperty: oddText,
  eventTypes: fc.constantFrom('default', 'fromGmail', 'x'),
  maxResults: fc.constantFrom('0', '1', '3', '2501', '-1', 'x', '1e3'),
  pageToken: oddText,
  syncToken: oddText,
  originalStart: fc.oneof(moment, oddText),
}
const ofWrites = {
  ...common,
  conferenceDataVersion: fc.constantFrom('0', '1', '2'),
  supportsAttachments: boolean,
  sendUpdates: fc.constantFrom('all', 'none', 'x'),
}

const queryOf = (params: Readonly<Record<string, fc.Arbitrary<string>>>) =>
  someOf(params, 3).map((chosen) =>
    Object.entries(chosen)
      .map(([name, value]) => `${name}=${encodeURIComponent(String(value).toWellFormed())}`)
      .join('&'),
  )

const eventId = fc.constantFrom(
  'series1',
  'series1_20260504T100000Z',
  'series1_20260505T100000Z',
  'single1',
  'nosuch',
  '_',
)

type Call = readonly [method: string, path: string, query: string]

const at = (method: string, path: fc.Arbitrary<string>, query: fc.Arbitrary<string>) =>
  fc.tuple(fc.constant(method), path, query) as fc.Arbitrary<Call>

const lists = queryOf(ofLists)
const writes = queryOf(ofWrites)
const destination = fc
  .constantFrom('', 'primary', 'OTHER', 'nosuch')
  .map((id) => `destination=${id}`)

const call = fc.oneof(
  at('GET', fc.constant(''), lists),
  at('POST', fc.constant(''), writes),
  at('POST', fc.constant('/import'), writes),
  at('POST', fc.constant('/quickAdd'), queryOf({ text: oddText })),
  at(
    'GET',
    eventId.map((id) => `/${id}`),
    queryOf(common),
  ),
  at(
    'GET',
    eventId.map((id) => `/${id}/instances`),
    lists,
  ),
  at(
    'PATCH',
    eventId.map((id) => `/${id}`),
    writes,
  ),
  at(
    'PUT',
    eventId.map((id) => `/${id}`),
    writes,
  ),
  at(
    'DELETE',
    eventId.map((id) => `/${id}`),
    writes,
  ),
  at(
    'POST',
    eventId.map((id) => `/${id}/move`),
    destination,
  ),
)

onServers('whatever is asked of events', (site) => {
  it('is answered or refused in good form, and leaves nothing wrong behind', async () => {
    const user = await site.user()
    await newEvent(user, { id: 'series1', ...threeDays })
    await newEvent(user, { id: 'single1' })
    const other = (await user.newCalendar()).calendar.id!
    await fc.assert(
      fc.asyncProperty(call, event, fc.boolean(), async ([method, path, asked], body, isOther) => {
        const identified = path === '/import' ? { iCalUID: 'three@example.com', ...body } : body
        const text = JSON.stringify(identified, (_, value) =>
          typeof value === 'bigint' ? 7 : value,
        )
        const reply = await user.call(
          `${eventsOf(isOther ? other : undefined)}${path}?${asked.replace('OTHER', other)}`,
          {
            method,
            headers: { 'Content-Type': 'application/json' },
            ...(['GET', 'DELETE'].includes(method) ? {} : { body: text }),
          },
        )
        expect(reply.status, reply.text).toBeLessThan(500)
        if (reply.status >= 400) expect(reply.json.error?.errors[0]?.reason).toMatch(/^\w+$/)
      }),
      { numRuns: runsOn(site, runs) },
    )
    const listed = await user.get(`${eventsOf()}?showDeleted=true&maxResults=2500`)
    expect(listed.status, listed.text).toBe(200)
    const single = await user.get(`${eventsOf()}?singleEvents=true&maxResults=2500`)
    expect(single.status, single.text).toBe(200)
    expect(failuresOf(site.server)).toEqual([])
    const { stdout } = await runAlmanac(['check'], site.place.environment)
    expect(stdout).toBe('No problems found.\n')
  })
})
