import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectCheap } from '../support/cpu-time.ts'
import type { HttpReply } from '../support/http.ts'
import { eventsOf, walk } from '../support/imported-events.ts'
import { sharedCalendar } from '../support/listed-calendars.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onServers } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

const quickAdd = (
  user: WireUser,
  text: string,
  { calendarId, more = '' }: { calendarId?: string; more?: string } = {},
): Promise<HttpReply> =>
  user.post(`${eventsOf(calendarId)}/quickAdd?text=${encodeURIComponent(text)}${more}`)

// The clock is set here, so no other test may share the server.
onServers('events.quickAdd', (site) => {
  const turnClock = (body: object) => site.call('/_almanac/clock', { method: 'POST', body })
  // A Wednesday, at a quarter past ten in Berlin.
  beforeAll(() => turnClock({ now: '2026-05-27T08:15:42Z', frozen: true }))
  afterAll(() => turnClock({ reset: true }))

  async function berliner() {
    const user = await site.user()
    const { calendar } = await user.newCalendar({ timeZone: 'Europe/Berlin' })
    return { user, calendarId: calendar.id! }
  }

  it('makes series whose instances can be asked for', async () => {
    const { user, calendarId } = await berliner()
    const { json } = await quickAdd(user, 'Gym every Monday 6pm until June 20', { calendarId })
    expect(json.recurrence).toEqual(['RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20260620T215959Z'])
    const { items } = await walk(user, `${eventsOf(calendarId)}/${json.id}/instances`)
    expect(items.map(({ start }) => (start as { dateTime: string }).dateTime)).toEqual([
      '2026-06-01T18:00:00+02:00',
      '2026-06-08T18:00:00+02:00',
      '2026-06-15T18:00:00+02:00',
    ])
  })

  describe('asks for a text', () => {
    it.each(['', '?text=', '?text=%20%0A%09', '?text=%E3%80%80'])(
      'where it gets "%s"',
      async (query) => {
        const user = await site.user()
        const reply = await user.post(`${eventsOf()}/quickAdd${query}`)
        expectRefusal(reply, { status: 400, reason: 'required', location: 'text' })
        expect((await walk(user, eventsOf())).items).toEqual([])
      },
    )
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each([
    ['Call 2:15am March 28 2027', '03:15', '04:15'],
    ['Call 2:50am-3:20am March 28 2027', '03:50', '04:20'],
    ['Call 1:30am-3:30am March 28 2027', '01:30', '03:30'],
  ])('keeps the length of an event whose start clocks skip: %s', async (text, start, end) => {
    const { user, calendarId } = await berliner()
    const { json } = await quickAdd(user, text, { calendarId })
    const at = (time: string) => ({
      dateTime: `2027-03-28T${time}:00${time < '02' ? '+01:00' : '+02:00'}`,
      timeZone: 'Europe/Berlin',
    })
    expect(json).toMatchObject({ summary: 'Call', start: at(start), end: at(end) })
  })

  const timed = (start: string, end: string) => ({
    start: { dateTime: `2026-${start}:00+02:00`, timeZone: 'Europe/Berlin' },
    end: { dateTime: `2026-${end}:00+02:00`, timeZone: 'Europe/Berlin' },
  })
  const days = (start: string, end: string) => ({
    start: { date: `2026-${start}` },
    end: { date: `2026-${end}` },
  })

  it.each([
    [
      'Dinner with Sam 7pm tomorrow',
      { summary: 'Dinner with Sam', ...timed('05-28T19:00', '05-28T20:00') },
    ],
    ['Coffee 11am Friday', { summary: 'Coffee', ...timed('05-29T11:00', '05-29T12:00') }],
    [
      "Lunch at Mario's 12:30pm",
      { summary: 'Lunch', location: "Mario's", ...timed('05-27T12:30', '05-27T13:30') },
    ],
    [
      'Appointment at Somewhere on June 3rd 10am-10:25am',
      { summary: 'Appointment', location: 'Somewhere', ...timed('06-03T10:00', '06-03T10:25') },
    ],
    ['Holiday June 3', { summary: 'Holiday', ...days('06-03', '06-04') }],
    ['Trip June 3-5', { summary: 'Trip', ...days('06-03', '06-06') }],
    [
      'Standup every weekday 9am',
      {
        summary: 'Standup',
        recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
        ...timed('05-28T09:00', '05-28T10:00'),
      },
    ],
    [
      'Call 3pm PST',
      {
        summary: 'Call',
        start: { dateTime: '2026-05-28T00:00:00+02:00', timeZone: 'America/Los_Angeles' },
        end: { dateTime: '2026-05-28T01:00:00+02:00', timeZone: 'America/Los_Angeles' },
      },
    ],
    [
      'Call every day 15:00 UTC until June 3',
      {
        summary: 'Call',
        start: { dateTime: '2026-05-27T17:00:00+02:00', timeZone: 'UTC' },
        recurrence: ['RRULE:FREQ=DAILY;UNTIL=20260603T235959Z'],
      },
    ],
  ])('reads "%s" by the clock of the calendar', async (text, expected) => {
    const { user, calendarId } = await berliner()
    const { status, json } = await quickAdd(user, text, { calendarId })
    expect(status).toBe(200)
    expect(json).toMatchObject({ kind: 'calendar#event', status: 'confirmed', ...expected })
    expect(json.iCalUID).toBe(`${json.id}@google.com`)
    expect((await user.get(`${eventsOf(calendarId)}/${json.id}`)).json).toEqual(json)
  })

  it('turns addresses into attendees and removes them from the title', async () => {
    const { user, calendarId } = await berliner()
    const text = 'Lunch with a@example.com, b@example.com 1pm'
    const { json } = await quickAdd(user, text, { calendarId })
    expect(json).toMatchObject({
      summary: 'Lunch',
      attendees: [
        { email: 'a@example.com', responseStatus: 'needsAction' },
        { email: 'b@example.com', responseStatus: 'needsAction' },
      ],
    })
  })

  it('makes events as long as the caller has set', async () => {
    const { user, calendarId } = await berliner()
    expect((await user.changeSetting('defaultEventLength', '25')).status).toBe(200)
    const { json } = await quickAdd(user, 'Coffee 11am', { calendarId })
    expect(json).toMatchObject(timed('05-27T11:00', '05-27T11:25'))
  })

  it('reads in the zone of the calendar, not in that of the caller', async () => {
    const user = await site.user()
    const { calendar } = await user.newCalendar({ timeZone: 'Asia/Tokyo' })
    const { json: here } = await quickAdd(user, 'Tea 11am')
    expect(here.start).toMatchObject({ dateTime: '2026-05-27T11:00:00Z' })
    // It is a quarter past five in the afternoon there.
    const { json: there } = await quickAdd(user, 'Tea 11am', { calendarId: calendar.id! })
    expect(there.start).toMatchObject({ dateTime: '2026-05-28T11:00:00+09:00' })
  })

  it('reads the text from a form, as some clients send it', async () => {
    const user = await site.user()
    const body = new URLSearchParams({ text: 'Tea & cake 11am', sendUpdates: 'none' }).toString()
    const { status, json } = await user.post(`${eventsOf()}/quickAdd`, body, form)
    expect([status, json.summary]).toEqual([200, 'Tea & cake'])
  })

  it('accepts sendUpdates, and rejects unknown values', async () => {
    const user = await site.user()
    for (const more of [
      '&sendUpdates=all',
      '&sendUpdates=externalOnly',
      '&sendNotifications=true',
    ]) {
      expect((await quickAdd(user, 'Tea', { more })).status).toBe(200)
    }
    const reply = await quickAdd(user, 'Tea', { more: '&sendUpdates=some' })
    expectRefusal(reply, { status: 400, reason: 'invalidParameter', location: 'sendUpdates' })
    expect((await walk(user, eventsOf())).items).toHaveLength(3)
  })

  it('is for writers', async () => {
    const { guest, calendarId } = await sharedCalendar(site)
    const reply = await quickAdd(guest, 'Tea', { calendarId })
    expectRefusal(reply, { status: 403, reason: 'requiredAccessLevel' })
    expectRefusal(await quickAdd(guest, 'Tea', { calendarId: 'nosuch' }), notFound)
  })

  it.each([
    ['a right-to-left text', '\u05d0\u05e8\u05d5\u05d7\u05ea \u05e2\u05e8\u05d1 7pm'],
    ['emoji', '\u{1f382} party 7pm \u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
    ['only signs', '!?#&%+=;"\'<>'],
    ['only digits', '99999999999999999999'],
    ['a day that there is not', 'Tea February 30'],
    ['an hour that there is not', 'Tea 25:99'],
    ['a year beyond all calendars', 'Tea 1 January 999999'],
    ['a time without end', 'Tea for 99999999999 years'],
    ['a wait without end', 'Tea in 999999999999 days'],
    ['a count without end', 'Tea every day for 999999999 times'],
    ['every kind of time', 'every tomorrow today yesterday 7pm 8am 3-5 June noon until now'],
    ['the first hour of the year 1', 'Tea 0001-01-01 00:00'],
    ['the last day of the year 9999', 'Tea 9999-12-31 23:30'],
    ['a year before there were any', 'Tea 0000-01-01'],
    ['many addresses', `Tea with ${'a@example.com, '.repeat(60)}`],
    ['many ats', '@ at '.repeat(180)],
    ['many quotes', '"'.repeat(900)],
    ['a long word', 'x'.repeat(8000)],
    ['a long sentence', 'tea at 7pm with '.repeat(500)],
    ['a long row of figures', '1'.repeat(8000)],
    ['many dashes', '3-'.repeat(4000)],
  ])('answers %s with an event or a refusal, and soon', async (_, text) => {
    const user = await site.user()
    const body = new URLSearchParams({ text }).toString()
    const { status, json } = await expectCheap(site.server, () =>
      user.post(`${eventsOf()}/quickAdd`, body, form),
    )
    expect([200, 400]).toContain(status)
    const { items } = await walk(user, eventsOf())
    expect(items).toEqual(status === 200 ? [json] : [])
  })

  it('refuses a text of a megabyte', async () => {
    const user = await site.user()
    const body = new URLSearchParams({ text: 'tea '.repeat(250_000) }).toString()
    const reply = await user.post(`${eventsOf()}/quickAdd`, body, form)
    expectRefusal(reply, { status: 400, reason: 'invalidParameter', location: 'text' })
    const { status } = await quickAdd(user, 'tea '.repeat(10_000))
    expect([400, 414, 431]).toContain(status)
    expect((await walk(user, eventsOf())).items).toEqual([])
  })
})
