import { beforeAll, expect, it } from 'vitest'
import type { HttpReply, WireBody } from '../support/http.ts'
import { eventsOf, hourOn, newEvent, walk } from '../support/imported-events.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

const at = (dateTime: string, timeZone?: string) => ({ dateTime, ...(timeZone && { timeZone }) })
const between = (start: string, end: string) => ({ start: at(start), end: at(end) })
const days = (start: string, end: string) => ({ start: { date: start }, end: { date: end } })

/** Never our fault, always in the form that clients read, and never for long. */
function expectCivil({ status, text, json }: HttpReply): void {
  expect(status, text).toBeLessThan(500)
  if (status < 400) return
  expect(json.error?.errors[0]?.reason).toMatch(/^\w+$/)
  expect(text).not.toMatch(/node_modules|\.ts:\d+/)
}

/** What a list shows, and the etag that changes with it. */
async function listed(user: WireUser): Promise<Pick<WireBody, 'etag' | 'items'>> {
  const { etag, items } = (await user.get(`${eventsOf()}?showDeleted=true`)).json
  return { etag: etag!, items: items! }
}

/** All that is kept of what was sent. */
const kept = async (user: WireUser) => (await walk(user, eventsOf(), { showDeleted: 'true' })).items

onEveryEngine('a hostile event', (site) => {
  it.each([
    ['in the year 0', between('0000-01-01T00:00:00Z', '0000-01-01T01:00:00Z')],
    ['in the year 1', between('0001-01-01T00:00:00Z', '0001-01-01T01:00:00Z')],
    ['on the first day of the year 0', days('0000-01-01', '0000-01-02')],
    ['in the year 9999', between('9999-12-31T22:00:00Z', '9999-12-31T23:00:00Z')],
    ['on the last day of the year 9999', days('9999-12-31', '9999-12-31')],
    [
      'that ends in the year 10000 elsewhere',
      between('9999-12-31T23:30:00-12:00', '9999-12-31T23:59:59-12:00'),
    ],
    [
      'that begins before the year 0 elsewhere',
      between('0000-01-01T00:00:00+14:00', '0000-01-01T01:00:00+14:00'),
    ],
    ['of nearly ten thousand years', between('0000-01-01T00:00:00Z', '9999-12-31T00:00:00Z')],
    ['in a leap second', between('2016-12-31T23:59:60Z', '2017-01-01T00:00:00Z')],
    [
      'in a gap of the clock',
      {
        start: at('2026-03-29T02:30:00', 'Europe/Berlin'),
        end: at('2026-03-29T03:30:00', 'Europe/Berlin'),
      },
    ],
    ['with parts of a second', between('2026-05-04T10:00:00.999999999Z', '2026-05-04T11:00:00.1Z')],
    [
      'that repeats from the year 0 on',
      {
        ...between('0000-01-01T00:00:00Z', '0000-01-01T01:00:00Z'),
        recurrence: ['RRULE:FREQ=YEARLY'],
      },
    ],
    [
      'that repeats from the year 9999 on',
      { ...days('9999-12-30', '9999-12-31'), recurrence: ['RRULE:FREQ=DAILY'] },
    ],
  ])('%s is kept or refused as a whole, and can be listed', async (_, body) => {
    const user = await site.user()
    const reply = await user.post(eventsOf(), { timeZone: 'UTC', ...body })
    expectCivil(reply)
    const isKept = reply.status === 200
    expect(await kept(user)).toEqual(isKept ? [reply.json] : [])
    for (const query of [
      'singleEvents=true&orderBy=startTime&maxResults=3',
      'timeMin=0000-01-01T00:00:00Z&timeMax=9999-12-31T23:59:59Z&singleEvents=true&maxResults=3',
      'orderBy=updated',
      'timeZone=Pacific/Kiritimati',
      'timeZone=Etc/GMT%2B12',
    ]) {
      const listed = await user.get(`${eventsOf()}?${query}`)
      expectCivil(listed)
      expect(listed.status).toBe(200)
    }
    if (!isKept) return
    const path = `${eventsOf()}/${reply.json.id}`
    expectCivil(await user.get(`${path}/instances?maxResults=3`))
    expect((await user.patch(path, { summary: 'Changed' })).status).toBe(200)
    expect((await user.delete(path)).status).toBe(204)
  })

  it.each([
    ['a summary of 100 kB', { summary: 'x'.repeat(100_000) }],
    ['a description of 100 kB of signs', { description: '<'.repeat(100_000) }],
    [
      'a text from right to left',
      { summary: '\u202e\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627\u202c' },
    ],
    [
      'emoji',
      {
        summary:
          '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466} \u{1f3f3}\ufe0f\u200d\u{1f308} \u{1f1e8}\u{1f1ed}',
      },
    ],
    [
      'control characters and newlines',
      { description: 'a\u0001\u001f\u007f\u0085\u2028\u2029\r\n\tb' },
    ],
    ['combining marks', { location: `Z${'\u0301'.repeat(200)}algo` }],
    [
      'what other languages read',
      { summary: `'; drop table calendar_events; -- ${'$'}{7*7} %s \\x00 \\u0000` },
    ],
  ])('with %s comes back as it was sent', async (_, body) => {
    const user = await site.user()
    const { status, json } = await user.post(eventsOf(), { ...hourOn(4), ...body })
    expect(status).toBe(200)
    expect(json).toMatchObject(body)
    expect(await kept(user)).toEqual([json])
  })

  it('with half of a character is refused, or returns the same every time', async () => {
    const user = await site.user()
    const text = JSON.stringify({ ...hourOn(4), summary: 'SUMMARY' })
    for (const half of ['\\ud800', '\\udc00 tail', 'head \\ud83d']) {
      const body = text.replace('SUMMARY', half)
      const reply = await user.post(eventsOf(), body, { 'Content-Type': 'application/json' })
      expectCivil(reply)
      if (reply.status !== 200) continue
      expect(reply.json.summary!.isWellFormed()).toBe(true)
      expect((await user.get(`${eventsOf()}/${reply.json.id}`)).text).toBe(reply.text)
    }
  })

  it('with names of prototypes among its properties keeps them as names', async () => {
    const user = await site.user()
    const text = `{"start":{"date":"2026-05-04"},"end":{"date":"2026-05-05"},
      "__proto__":{"summary":"polluted"},"constructor":{"prototype":{"status":"x"}},
      "extendedProperties":{"private":{"__proto__":"p","constructor":"c","toString":"t"},
        "__proto__":{"shared":{"a":"b"}},"shared":{"hasOwnProperty":"h"}}}`
    const reply = await user.post(eventsOf(), text, { 'Content-Type': 'application/json' })
    expect(reply.status).toBe(200)
    expect(reply.json).not.toHaveProperty('summary')
    const { private: own, shared } = reply.json.extendedProperties as Record<string, object>
    expect(Object.entries(own!).sort()).toEqual([
      ['__proto__', 'p'],
      ['constructor', 'c'],
      ['toString', 't'],
    ])
    expect(Object.entries(shared!)).toEqual([['hasOwnProperty', 'h']])
    const query = 'privateExtendedProperty=__proto__%3Dp&privateExtendedProperty=constructor%3Dc'
    expect((await user.get(`${eventsOf()}?${query}`)).json.items).toHaveLength(1)
    const patch = '{"extendedProperties":{"private":{"__proto__":null,"constructor":"d"}}}'
    const patched = await user.patch(`${eventsOf()}/${reply.json.id}`, patch, {
      'Content-Type': 'application/json',
    })
    const left = (patched.json.extendedProperties as { private: object }).private
    expect(Object.entries(left).sort()).toEqual([
      ['constructor', 'd'],
      ['toString', 't'],
    ])
  })

  it.each([
    'a%2Fb',
    '..%2F..',
    '%2e%2e',
    '%00',
    '%ff',
    'a'.repeat(5_000),
    '%F0%9F%8E%82',
    '__proto__',
    '_',
    '_20260504',
    'abcde_99999999T999999Z',
    'abcde_20260230',
  ])('that is asked for by the id %s is not found, or not understood', async (id) => {
    const user = await site.user()
    await newEvent(user, { id: 'abcde' })
    const path = `${eventsOf()}/${id}`
    for (const reply of [
      await user.get(path),
      await user.patch(path, { summary: 'x' }),
      await user.put(path, hourOn(4)),
      await user.delete(path),
      await user.get(`${path}/instances`),
      await user.post(`${path}/move?destination=primary`),
    ]) {
      expectCivil(reply)
      expect([400, 404, 405, 414]).toContain(reply.status)
    }
    expect(await kept(user)).toMatchObject([{ id: 'abcde', summary: 'Talk' }])
  })

  it('with a thousand-letter id is an event like any other', async () => {
    const user = await site.user()
    const event = await newEvent(user, {
      id: 'v'.repeat(1024),
      recurrence: ['RRULE:FREQ=DAILY;COUNT=2'],
    })
    const { items } = await walk(user, `${eventsOf()}/${event.id}/instances`)
    expect(items).toHaveLength(2)
    const patched = await user.patch(`${eventsOf()}/${items[1]!.id}`, { summary: 'Other' })
    expect(patched.status).toBe(200)
    expectRefusal(await user.get(`${eventsOf()}/${'v'.repeat(1023)}`), notFound)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  let victim: WireUser
  let untouched: Pick<WireBody, 'etag' | 'items'>
  beforeAll(async () => {
    victim = await site.user()
    untouched = await listed(victim)
  })

  it.each([
    ['that ends before it starts', between('2026-05-04T10:00:00Z', '2026-05-04T09:00:00Z')],
    ['that ends before it starts by days', days('2026-05-04', '2026-05-03')],
    [
      'that ends before it starts by zones',
      between('2026-05-04T10:00:00Z', '2026-05-04T10:00:00+14:00'),
    ],
    [
      'that begins on a day and ends at a time',
      { start: { date: '2026-05-04' }, end: hourOn(4).end },
    ],
    [
      'that begins at a time and ends on a day',
      { start: hourOn(4).start, end: { date: '2026-05-05' } },
    ],
    [
      'with a day and a time at once',
      { start: { date: '2026-05-04', ...hourOn(4).start }, end: hourOn(4).end },
    ],
    [
      'in a zone that there is not',
      { start: at('2026-05-04T10:00:00', 'Mars/Olympus'), end: hourOn(4).end },
    ],
    [
      'in a zone with a windowed name',
      { start: at('2026-05-04T10:00:00', 'Eastern Standard Time'), end: hourOn(4).end },
    ],
    [
      'in a zone of another object',
      { start: at('2026-05-04T10:00:00', '__proto__'), end: hourOn(4).end },
    ],
    [
      'in a zone of ten thousand letters',
      { start: at('2026-05-04T10:00:00', 'x'.repeat(10_000)), end: hourOn(4).end },
    ],
    ['on a day that there is not', days('2026-02-30', '2026-03-01')],
    ['in a month that there is not', between('2026-13-01T00:00:00Z', '2026-13-01T01:00:00Z')],
    ['at an hour that there is not', between('2026-05-04T25:00:00Z', '2026-05-04T26:00:00Z')],
    ['in a year of five figures', between('10000-01-01T00:00:00Z', '10000-01-01T01:00:00Z')],
    ['in a year with a sign', between('+002026-05-04T10:00:00Z', '+002026-05-04T11:00:00Z')],
    [
      'at a time that is a number',
      { start: { dateTime: 1777888800000 }, end: { dateTime: 1777892400000 } },
    ],
    ['at a time that is a list', { start: ['2026-05-04T10:00:00Z'], end: hourOn(4).end }],
    ['at a time that is a text', { start: '2026-05-04T10:00:00Z', end: hourOn(4).end }],
    ['with empty times', { start: {}, end: {} }],
    ['with an offset of a day', between('2026-05-04T10:00:00+24:00', '2026-05-04T11:00:00+24:00')],
    ['with a summary that is an object', { ...hourOn(4), summary: { toString: 'x' } }],
    ['with a status that there is not', { ...hourOn(4), status: 'constructor' }],
    [
      'with 10,000 attendees',
      {
        ...hourOn(4),
        attendees: Array.from({ length: 10_000 }, (_, n) => ({ email: `g${n}@example.com` })),
      },
    ],
    ['with an attendee that is null', { ...hourOn(4), attendees: [null] }],
    ['with an attendee without an address', { ...hourOn(4), attendees: [{}] }],
    ['with NUL in its title', { ...hourOn(4), summary: 'a\0b' }],
    ['with NUL in a property', { ...hourOn(4), extendedProperties: { private: { a: 'x\0y' } } }],
    ['with an id of other letters', { ...hourOn(4), id: '../../etc' }],
    ['with a very long id', { ...hourOn(4), id: 'a'.repeat(1025) }],
    ['with a very long identifier', { ...hourOn(4), iCalUID: 'a'.repeat(1025) }],
    ['with a revision beyond all numbers', { ...hourOn(4), sequence: 1e300 }],
    [
      'with a million minutes to remind',
      {
        ...hourOn(4),
        reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 1e6 }] },
      },
    ],
    [
      'with a source that runs',
      { ...hourOn(4), source: { url: 'javascript:alert(1)', title: 'x' } },
    ],
  ])('%s is refused and leaves nothing', async (_, body) => {
    const reply = await victim.post(eventsOf(), body)
    expectCivil(reply)
    expect(reply.status).toBe(400)
    expect(await listed(victim)).toEqual(untouched)
  })

  it('nested beyond the bound is refused', async () => {
    const user = await site.user()
    for (const depth of [65, 1_000, 100_000]) {
      const deep = `{"gadget":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`
      const reply = await user.post(eventsOf(), deep, { 'Content-Type': 'application/json' })
      expectCivil(reply)
      expect(reply.status).toBe(400)
    }
    expect(await kept(user)).toEqual([])
  })
})
