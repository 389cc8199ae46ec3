import { expect, it } from 'vitest'
import { at, done, eventCalendar, primaryCalendar } from '../support/listed-events.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEmbeddedServer, onServers } from '../support/sites.ts'

const window = { timeMin: '2026-05-04T00:00:00Z', timeMax: '2026-05-05T00:00:00Z' }
const tenToEleven = { start: '2026-05-04T10:00:00Z', end: '2026-05-04T11:00:00Z' }
const notThere = { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] }
const tooMany = {
  errors: [{ domain: 'global', reason: 'tooManyCalendarsRequested' }],
  busy: [],
}

onServers('a free/busy query', (site) => {
  it('is answered under the ids as they were sent', async () => {
    const calendar = await primaryCalendar(site)
    await calendar.add()
    const shouted = calendar.id.toUpperCase()
    const items = [{ id: 'primary' }, { id: shouted }, { id: calendar.id }]
    const { calendars } = done(await calendar.owner.post('/freeBusy', { ...window, items }))
    expect(calendars).toEqual({
      primary: { busy: [tenToEleven] },
      [shouted]: { busy: [tenToEleven] },
      [calendar.id]: { busy: [tenToEleven] },
    })
  })

  it('answers for fifty calendars, and reports tooManyCalendarsRequested for the others', async () => {
    const calendar = await eventCalendar(site)
    const ids = Array.from({ length: 49 }, (_, index) => `nobody${index}@example.com`)
    const items = [...ids, calendar.id, 'primary', ids[0]!].map((id) => ({ id }))
    for (const calendarExpansionMax of [undefined, 50, 51, 1000]) {
      const body = { ...window, items, calendarExpansionMax }
      const { calendars } = done(await calendar.owner.post('/freeBusy', body))
      expect(calendars).toEqual({
        ...Object.fromEntries(ids.map((id) => [id, notThere])),
        [calendar.id]: { busy: [] },
        primary: tooMany,
      })
    }
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  // Scenario 100, its beginning.
  it.each([
    ['timeMin', { timeMax: window.timeMax }],
    ['timeMax', { timeMin: window.timeMin }],
    ['timeMin', {}],
    ['timeMin', { timeMin: null, timeMax: window.timeMax }],
  ])('needs %s', async (name, body) => {
    const user = await site.user()
    const items = [{ id: 'primary' }]
    expectRefusal(await user.post('/freeBusy', { ...body, items }), {
      status: 400,
      reason: 'required',
      domain: 'global',
      message: `Missing ${name} parameter.`,
    })
  })

  it('needs a body', async () => {
    const user = await site.user()
    expect((await user.post('/freeBusy')).status).toBe(400)
    expect((await user.post('/freeBusy', '[]')).status).toBe(400)
    expect((await user.post('/freeBusy', '{"timeMin":')).status).toBe(400)
  })

  it.each([
    ['ends before it begins', '2026-05-03T23:59:59Z'],
    ['has no length', '2026-05-04T00:00:00Z'],
    ['has no length but for milliseconds', '2026-05-04T00:00:00.999Z'],
    ['has no length in another offset', '2026-05-04T02:00:00+02:00'],
  ])('refuses a window that %s', async (_, timeMax) => {
    const user = await site.user()
    expectRefusal(await user.post('/freeBusy', { ...window, timeMax }), {
      status: 400,
      reason: 'timeRangeEmpty',
      domain: 'calendar',
    })
  })

  it('accepts a year at once, and refuses a window that is longer', async () => {
    const user = await site.user()
    const leapYear = { timeMin: '2028-01-01T00:00:00Z', timeMax: '2029-01-01T00:00:00Z' }
    expect((await user.post('/freeBusy', leapYear)).status).toBe(200)
    const longer = { ...leapYear, timeMax: '2029-01-01T00:00:01Z' }
    expectRefusal(await user.post('/freeBusy', longer), {
      status: 400,
      reason: 'timeRangeTooLong',
      domain: 'calendar',
    })
  })

  it.each(['2026-05-04', '2026-05-04T00:00:00', 'today', '', 7])(
    'refuses a window that begins at %j',
    async (timeMin) => {
      const user = await site.user()
      const { status } = await user.post('/freeBusy', { ...window, timeMin })
      expect(status).toBe(400)
    },
  )

  it.each(['Mars/Olympus', 'Tokyo Standard Time', ''])('refuses the zone %j', async (timeZone) => {
    const user = await site.user()
    expectRefusal(await user.post('/freeBusy', { ...window, timeZone }), {
      status: 400,
      reason: 'invalid',
    })
  })

  it.each(['groupExpansionMax', 'calendarExpansionMax'])('refuses a negative %s', async (name) => {
    const user = await site.user()
    expectRefusal(await user.post('/freeBusy', { ...window, [name]: -1 }), {
      status: 400,
      reason: 'invalid',
    })
  })

  it.each([
    ['no items', {}],
    ['an empty list', { items: [] }],
    ['items without ids', { items: [{}, { id: '' }] }],
  ])('about %s is answered with no calendars', async (_, body) => {
    const user = await site.user()
    expect(done(await user.post('/freeBusy', { ...window, ...body }))).toEqual({
      kind: 'calendar#freeBusy',
      timeMin: '2026-05-04T00:00:00.000Z',
      timeMax: '2026-05-05T00:00:00.000Z',
      calendars: {},
    })
  })

  it('is answered with its window in UTC, to the millisecond, whatever its offset was', async () => {
    const user = await site.user()
    const asked = {
      timeMin: '2026-05-04T02:00:00+02:00',
      timeMax: '2026-05-04T18:30:00.25-05:30',
      timeZone: 'Asia/Tokyo',
    }
    expect(done(await user.post('/freeBusy', asked))).toMatchObject({
      timeMin: '2026-05-04T00:00:00.000Z',
      timeMax: '2026-05-05T00:00:00.000Z',
    })
  })

  it('answers once for a calendar that is named twice', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add()
    const items = [{ id: calendar.id }, { id: calendar.id }]
    const reply = await calendar.owner.post('/freeBusy', { ...window, items })
    expect(done(reply).calendars).toEqual({ [calendar.id]: { busy: [tenToEleven] } })
    expect(reply.text.split(`"${calendar.id}"`)).toHaveLength(2)
  })

  it('distinguishes existing calendars from missing ones', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add()
    const strange = ['nobody@example.com', '__proto__', 'constructor', "' or 1=1 --"]
    const items = [...strange, calendar.id].map((id) => ({ id }))
    const { calendars } = done(await calendar.owner.post('/freeBusy', { ...window, items }))
    expect(Object.entries(calendars as object)).toEqual([
      ...strange.map((id) => [id, notThere]),
      [calendar.id, { busy: [tenToEleven] }],
    ])
  })

  it.each([
    [0, { primary: tooMany, 'nobody@example.com': tooMany }],
    [1, { primary: { busy: [] }, 'nobody@example.com': tooMany }],
    [2, { primary: { busy: [] }, 'nobody@example.com': notThere }],
  ])(
    'looks at no more than %i calendars where it says so',
    async (calendarExpansionMax, wanted) => {
      const user = await site.user()
      const items = [{ id: 'primary' }, { id: 'nobody@example.com' }]
      const body = { ...window, items, calendarExpansionMax }
      expect(done(await user.post('/freeBusy', body)).calendars).toEqual(wanted)
    },
  )

  it('is read even without a content type', async () => {
    const user = await site.user()
    const body = JSON.stringify({ ...window, items: [{ id: 'primary' }] })
    for (const headers of [{}, { 'Content-Type': 'application/json; charset=UTF-8' }]) {
      const { calendars } = done(await user.post('/freeBusy', body, headers))
      expect(calendars).toEqual({ primary: { busy: [] } })
    }
  })

  it('can ask for parts of the answer', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add(at('10:00', '11:00'))
    const reply = await calendar.owner.post('/freeBusy?fields=calendars', {
      ...window,
      items: [{ id: calendar.id }],
    })
    expect(done(reply)).toEqual({ calendars: { [calendar.id]: { busy: [tenToEleven] } } })
  })

  it('is a POST', async () => {
    const user = await site.user()
    expect((await user.get('/freeBusy')).status).toBe(404)
  })
})

onEmbeddedServer(
  'a free/busy query where the operator has set limits',
  (site) => {
    it('accepts as many days and calendars as they allow', async () => {
      const user = await site.user()
      const days90 = { timeMin: '2026-01-01T00:00:00Z', timeMax: '2026-04-01T00:00:00Z' }
      const items = [{ id: 'primary' }, { id: 'a@example.com' }, { id: 'b@example.com' }]
      const { calendars } = done(await user.post('/freeBusy', { ...days90, items }))
      expect(calendars).toEqual({
        primary: { busy: [] },
        'a@example.com': notThere,
        'b@example.com': tooMany,
      })
      const longer = { ...days90, timeMax: '2026-04-01T00:00:01Z' }
      expectRefusal(await user.post('/freeBusy', longer), {
        status: 400,
        reason: 'timeRangeTooLong',
        message: 'The requested time range is longer than 90 days.',
      })
    })
  },
  { ALMANAC_FREE_BUSY_DAYS_MAX: '90', ALMANAC_FREE_BUSY_CALENDARS_MAX: '2' },
)
