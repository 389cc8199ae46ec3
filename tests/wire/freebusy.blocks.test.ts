import { expect, it } from 'vitest'
import { importEvent } from '../support/imported-events.ts'
import {
  at,
  days,
  done,
  type EventCalendar,
  eventCalendar,
  moment,
  primaryCalendar,
} from '../support/listed-events.ts'
import { onEveryEngine } from '../support/sites.ts'

const day = { timeMin: moment('00:00'), timeMax: moment('00:00', '2026-05-05') }

type Period = { readonly start: string; readonly end: string }

/** The periods of the fourth of May, or of another window, as the owner is told of them. */
async function periods({ owner, id }: EventCalendar, wishes: object = {}): Promise<Period[]> {
  const reply = await owner.post('/freeBusy', { ...day, ...wishes, items: [{ id }] })
  return (done(reply).calendars as Record<string, { busy: Period[] }>)[id]!.busy
}

const period = (start: string, end: string) => ({ start: moment(start), end: moment(end) })

const absence = {
  eventType: 'outOfOffice',
  outOfOfficeProperties: { autoDeclineMode: 'declineNone' },
}
const focus = { eventType: 'focusTime', focusTimeProperties: { chatStatus: 'doNotDisturb' } }
const home = {
  eventType: 'workingLocation',
  workingLocationProperties: { type: 'homeOffice', homeOffice: {} },
}

onEveryEngine('a calendar is busy', (site) => {
  it.each([
    ['needsAction', 1],
    ['tentative', 1],
    ['accepted', 1],
    ['declined', 0],
  ])('with an invitation whose answer is %s: %i', async (responseStatus, count) => {
    const calendar = await primaryCalendar(site)
    const reply = await importEvent(calendar.owner, {
      organizer: { email: 'host@elsewhere.example' },
      attendees: [{ email: calendar.id.toUpperCase(), responseStatus }, { email: 'x@y.example' }],
    })
    expect(reply.status).toBe(200)
    expect(await periods(calendar)).toHaveLength(count)
  })

  it('as an invitation is declined and accepted again', async () => {
    const calendar = await primaryCalendar(site)
    const answered = (responseStatus: string) => ({
      attendees: [{ email: calendar.id, responseStatus }],
    })
    const { json } = await importEvent(calendar.owner, {
      organizer: { email: 'host@elsewhere.example' },
      ...answered('accepted'),
    })
    for (const [responseStatus, count] of [
      ['declined', 0],
      ['tentative', 1],
      ['declined', 0],
      ['accepted', 1],
    ] as const) {
      await calendar.patch(json.id!, answered(responseStatus))
      expect(await periods(calendar)).toHaveLength(count)
    }
  })

  // Scenario 99.
  it('at once during what touches, and not during what is transparent or cancelled', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add(at('10:00', '11:00'))
    await calendar.add(at('09:00', '10:00'))
    await calendar.add({ ...at('12:00', '13:00'), transparency: 'transparent' })
    await calendar.remove((await calendar.add(at('14:00', '15:00'))).id)
    expect(await periods(calendar)).toEqual([period('09:00', '11:00')])
  })

  it('in a window in the midst of something that lasts for years', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({
      start: { dateTime: '2020-01-01T00:00:00Z' },
      end: { dateTime: '2029-12-01T00:00:00Z' },
    })
    await calendar.add(at('10:00', '10:00'))
    expect(await periods(calendar)).toEqual([{ start: day.timeMin, end: day.timeMax }])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each([
    ['an event', {}],
    ['an opaque event', { transparency: 'opaque' }],
    ['a tentative event', { status: 'tentative' }],
    ['a private event', { visibility: 'private' }],
    ['a confidential event', { visibility: 'confidential' }],
    ['a public event', { visibility: 'public' }],
    ['focus time', focus],
    ['an absence', absence],
    [
      'an event that others decline',
      { attendees: [{ email: 'x@y.example', responseStatus: 'declined' }] },
    ],
  ])('during %s', async (_, body) => {
    const calendar = await primaryCalendar(site)
    await calendar.add(body)
    expect(await periods(calendar)).toEqual([period('10:00', '11:00')])
  })

  it.each([
    ['a transparent event', { transparency: 'transparent' }],
    ['an event without length', at('10:00', '10:00')],
    ['an hour at a working location', home],
    ['a day at a working location', { ...home, ...days('2026-05-04', '2026-05-05') }],
    [
      'a birthday',
      {
        eventType: 'birthday',
        visibility: 'private',
        transparency: 'transparent',
        ...days('2026-05-04', '2026-05-05'),
        recurrence: ['RRULE:FREQ=YEARLY'],
      },
    ],
    [
      'a transparent whole day',
      { ...days('2026-05-04', '2026-05-05'), transparency: 'transparent' },
    ],
  ])('not during %s', async (_, body) => {
    const calendar = await primaryCalendar(site)
    await calendar.add(body)
    expect(await periods(calendar)).toEqual([])
  })

  it('not during an event that is cancelled, by either way', async () => {
    const calendar = await eventCalendar(site)
    const [one, other] = [await calendar.add(), await calendar.add(at('12:00', '13:00'))]
    await calendar.remove(one.id)
    await calendar.patch(other.id, { status: 'cancelled' })
    expect(await periods(calendar)).toEqual([])
  })

  it.each([
    [
      'one within another',
      [
        ['09:00', '12:00'],
        ['10:00', '11:00'],
      ],
      [['09:00', '12:00']],
    ],
    [
      'one over the next',
      [
        ['09:00', '10:30'],
        ['10:00', '11:00'],
      ],
      [['09:00', '11:00']],
    ],
    [
      'the same twice',
      [
        ['09:00', '10:00'],
        ['09:00', '10:00'],
      ],
      [['09:00', '10:00']],
    ],
    [
      'a long one over the gap of two',
      [
        ['09:00', '10:00'],
        ['11:00', '12:00'],
        ['09:30', '11:30'],
      ],
      [['09:00', '12:00']],
    ],
    [
      'a minute between two',
      [
        ['10:01', '11:00'],
        ['09:00', '10:00'],
      ],
      [
        ['09:00', '10:00'],
        ['10:01', '11:00'],
      ],
    ],
    [
      'a moment within a gap',
      [
        ['09:00', '10:00'],
        ['10:30', '10:30'],
      ],
      [['09:00', '10:00']],
    ],
  ])('in order and without overlap, with %s', async (_, events, wanted) => {
    const calendar = await eventCalendar(site)
    for (const [start, end] of events) await calendar.add(at(start!, end!))
    expect(await periods(calendar)).toEqual(wanted.map(([start, end]) => period(start!, end!)))
  })

  it.each([
    ['10:30', '12:00', [['10:30', '11:00']]],
    ['09:00', '10:30', [['10:00', '10:30']]],
    ['10:15', '10:45', [['10:15', '10:45']]],
    ['10:00', '11:00', [['10:00', '11:00']]],
    ['11:00', '12:00', []],
    ['09:00', '10:00', []],
  ])('within a window from %s to %s', async (start, end, wanted) => {
    const calendar = await eventCalendar(site)
    await calendar.add()
    const window = { timeMin: moment(start), timeMax: moment(end) }
    const expected = wanted.map((each) => period(each[0]!, each[1]!))
    expect(await periods(calendar, window)).toEqual(expected)
  })

  it('does not look at milliseconds of the window', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add()
    const window = { timeMin: '2026-05-04T10:30:00.999Z', timeMax: '2026-05-04T10:59:59.999Z' }
    expect(await periods(calendar, window)).toEqual([
      { start: '2026-05-04T10:30:00Z', end: '2026-05-04T10:59:59Z' },
    ])
  })

  // Scenario 100, its end.
  it.each([
    ['Asia/Tokyo', '2026-05-04T19:00:00+09:00', '2026-05-04T20:00:00+09:00'],
    ['America/New_York', '2026-05-04T06:00:00-04:00', '2026-05-04T07:00:00-04:00'],
    ['Asia/Kathmandu', '2026-05-04T15:45:00+05:45', '2026-05-04T16:45:00+05:45'],
    ['UTC', '2026-05-04T10:00:00Z', '2026-05-04T11:00:00Z'],
  ])('at the same instants in %s', async (timeZone, start, end) => {
    const calendar = await eventCalendar(site)
    await calendar.add()
    expect(await periods(calendar)).toEqual([period('10:00', '11:00')])
    expect(await periods(calendar, { timeZone })).toEqual([{ start, end }])
  })

  it('with the offset of each end, on both sides of a change of the clocks', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add(days('2026-03-29', '2026-03-30'))
    const window = { timeMin: '2026-03-28T00:00:00Z', timeMax: '2026-03-31T00:00:00Z' }
    expect(await periods(calendar, { ...window, timeZone: 'Europe/Berlin' })).toEqual([
      { start: '2026-03-29T00:00:00+01:00', end: '2026-03-30T00:00:00+02:00' },
    ])
  })

  it.each([
    ['Europe/Berlin', '2026-05-04', '2026-05-03T22:00:00Z', '2026-05-04T22:00:00Z'],
    ['America/Los_Angeles', '2026-05-04', '2026-05-04T07:00:00Z', '2026-05-05T07:00:00Z'],
    ['Pacific/Kiritimati', '2026-05-04', '2026-05-03T10:00:00Z', '2026-05-04T10:00:00Z'],
    ['Pacific/Niue', '2026-05-04', '2026-05-04T11:00:00Z', '2026-05-05T11:00:00Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    ['Africa/Cairo', '2026-04-23', '2026-04-22T22:00:00Z', '2026-04-23T22:00:00Z'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z'],
    ['America/Havana', '2026-10-31', '2026-10-31T04:00:00Z', '2026-11-01T04:00:00Z'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
    ['Asia/Beirut', '2026-10-24', '2026-10-23T21:00:00Z', '2026-10-24T22:00:00Z'],
    // The clocks were turned back a minute after midnight.
    ['America/St_Johns', '2010-11-07', '2010-11-07T02:30:00Z', '2010-11-08T03:30:00Z'],
  ])('in %s all of the day %s', async (timeZone, date, start, end) => {
    const next = Temporal.PlainDate.from(date).add({ days: 1 }).toString()
    const before = Temporal.PlainDate.from(date).subtract({ days: 2 })
    const recurrence = ['RRULE:FREQ=DAILY;INTERVAL=2;COUNT=3']
    const ways = [
      days(date, next),
      { ...days(`${before}`, `${before.add({ days: 1 })}`), recurrence },
    ]
    for (const way of ways) {
      const calendar = await eventCalendar(site, { timeZone })
      await calendar.add(way)
      const hours = { ofStart: Temporal.Instant.from(start), ofEnd: Temporal.Instant.from(end) }
      // Whichever hour the window begins or ends with, only what is in it is told.
      const around = {
        from: hours.ofStart.subtract({ hours: 3 }),
        to: hours.ofEnd.add({ hours: 3 }),
      }
      const window = { timeMin: `${around.from}`, timeMax: `${around.to}` }
      expect(await periods(calendar, window)).toEqual([{ start, end }])
      for (const minutes of [15, 60, 90, 180]) {
        const early = { ...window, timeMax: `${hours.ofStart.add({ minutes })}` }
        expect(await periods(calendar, early)).toEqual([{ start, end: early.timeMax }])
        const late = { ...window, timeMin: `${hours.ofEnd.subtract({ minutes })}` }
        expect(await periods(calendar, late)).toEqual([{ start: late.timeMin, end }])
      }
      expect(await periods(calendar, { ...window, timeMax: start })).toEqual([])
      expect(await periods(calendar, { ...window, timeMin: end })).toEqual([])
    }
  })

  it('not on a day that the zone has left out', async () => {
    const calendar = await eventCalendar(site, { timeZone: 'Pacific/Apia' })
    await calendar.add(days('2011-12-30', '2011-12-31'))
    const window = { timeMin: '2011-12-28T00:00:00Z', timeMax: '2012-01-02T00:00:00Z' }
    expect(await periods(calendar, window)).toEqual([])
  })
})
