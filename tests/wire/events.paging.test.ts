import { beforeAll, expect, it } from 'vitest'
import {
  at,
  daily,
  days,
  type EventCalendar,
  eventCalendar,
  idsOf,
  moment,
  type Query,
} from '../support/listed-events.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine, type Site } from '../support/sites.ts'

const invalidPageToken = {
  status: 400,
  reason: 'invalid',
  message: 'Invalid page token value.',
  location: 'pageToken',
}

const lists: readonly Query[] = [
  {},
  { showDeleted: true },
  { singleEvents: true },
  { singleEvents: true, showDeleted: true },
  { singleEvents: true, orderBy: 'startTime' },
  { singleEvents: true, orderBy: 'updated' },
  { orderBy: 'updated' },
  { timeMin: moment('12:00'), timeMax: moment('00:00', '2026-05-07') },
  { timeMin: moment('12:00'), timeMax: moment('00:00', '2026-05-07'), singleEvents: true },
  { q: 'red' },
  { q: 'red', singleEvents: true },
  { iCalUID: 'abcde@google.com' },
  { iCalUID: 'abcde@google.com', singleEvents: true, orderBy: 'updated' },
]

onEveryEngine('pages of events', (site) => {
  let mixed: EventCalendar
  beforeAll(async () => {
    mixed = await mixedCalendar(site)
  })

  it.each(lists)('return the whole list when joined, for any size: %j', async (query) => {
    const calendar = mixed
    const { items: whole } = await calendar.list(query)
    expect(whole!.length).toBeGreaterThan(2)
    for (const maxResults of [1, 2, 5, whole!.length - 1, whole!.length]) {
      const pages = await calendar.walk({ ...query, maxResults })
      expect(pages.flatMap(({ items }) => items)).toEqual(whole)
      expect(pages).toHaveLength(Math.ceil(whole!.length / maxResults))
      for (const page of pages.slice(0, -1)) expect(page).not.toHaveProperty('nextSyncToken')
    }
  })

  it('continue after the last event that was given, when that has been removed', async () => {
    const calendar = await eventCalendar(site)
    for (const id of ['aaaaa', 'bbbbb', 'ccccc', 'ddddd']) await calendar.add({ id })
    for (const query of [{}, { singleEvents: true }]) {
      const { items, nextPageToken } = await calendar.list({ ...query, maxResults: 2 })
      expect(idsOf(items!)).toEqual(['aaaaa', 'bbbbb'])
      await calendar.remove('bbbbb')
      const rest = await calendar.items({ ...query, pageToken: nextPageToken! })
      expect(idsOf(rest)).toEqual(['ccccc', 'ddddd'])
      await calendar.patch('bbbbb', { status: 'confirmed' })
    }
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  // Scenario 56.
  it('contain 250 events by default', async () => {
    const calendar = await eventCalendar(site)
    await addMany(calendar, 251)
    const pages = await calendar.walk()
    expect(pages.map(({ items }) => items!.length)).toEqual([250, 1])
    expect(pages.map((page) => ['nextPageToken' in page, 'nextSyncToken' in page])).toEqual([
      [true, false],
      [false, true],
    ])
    expect(new Set(pages.flatMap(({ items }) => idsOf(items!))).size).toBe(251)
  })

  // Scenario 57.
  it('contain 2500 events at most', async () => {
    const calendar = await eventCalendar(site)
    for (const month of ['05', '06', '07', '08']) {
      await calendar.add({ ...at('10:00', '11:00', `2026-${month}-01`), ...daily(700) })
    }
    for (const maxResults of [5000, 2147483647]) {
      const pages = await calendar.walk({ singleEvents: true, maxResults })
      expect(pages.map(({ items }) => items!.length)).toEqual([2500, 300])
    }
  })

  it.each(['0', '-1', 'abc', '1.5', '1e1'])('cannot have the size %s', async (maxResults) => {
    const calendar = await eventCalendar(site)
    expectRefusal(await calendar.ask({ maxResults }), {
      status: 400,
      reason: 'invalidParameter',
      location: 'maxResults',
    })
  })

  it('may change their size, and what is shown of them, on the way', async () => {
    const calendar = mixed
    const whole = await calendar.items()
    const { items, nextPageToken } = await calendar.list({ maxResults: 3 })
    const rest = await calendar.list({
      maxResults: 100,
      pageToken: nextPageToken!,
      prettyPrint: false,
      fields: 'items',
    })
    expect([...items!, ...rest.items!]).toEqual(whole)
  })

  // Scenario 58.
  it.each<[Query, Query]>([
    [{ timeMin: moment('00:00') }, { timeMin: moment('00:01') }],
    [{ timeMin: moment('00:00') }, {}],
    [{}, { timeMin: moment('00:00') }],
    [{}, { timeMax: moment('00:00', '2027-01-01') }],
    [{}, { singleEvents: true }],
    [{}, { showDeleted: true }],
    [{}, { orderBy: 'updated' }],
    [{ q: 'red' }, { q: 'blue' }],
    [{ singleEvents: true, orderBy: 'startTime' }, { singleEvents: true }],
    [{}, { eventTypes: 'default' }],
    [{}, { timeZone: 'Asia/Tokyo' }],
    [{}, { maxAttendees: 1 }],
  ])('of %j do not go on with %j', async (query, other) => {
    const calendar = mixed
    const { nextPageToken: pageToken } = await calendar.list({ ...query, maxResults: 1 })
    expectRefusal(await calendar.ask({ ...other, pageToken: pageToken! }), invalidPageToken)
    expect((await calendar.ask({ ...query, pageToken: pageToken! })).status).toBe(200)
  })

  it('are not found by a token that is none, or of another list', async () => {
    const [calendar, other] = [mixed, await eventCalendar(site)]
    const { nextPageToken, nextSyncToken } = {
      ...(await calendar.list()),
      ...(await calendar.list({ maxResults: 1 })),
    }
    const settings = (await calendar.owner.get('/users/me/settings?maxResults=1')).json
    const instances = await calendar.owner.get(`${calendar.events}/abcde/instances?maxResults=1`)
    for (const pageToken of [
      'garbage',
      'AAAA',
      'x'.repeat(3000),
      nextSyncToken!,
      settings.nextPageToken!,
      instances.json.nextPageToken!,
    ]) {
      expectRefusal(await calendar.ask({ pageToken }), invalidPageToken)
    }
    expectRefusal(await other.ask({ pageToken: nextPageToken! }), invalidPageToken)
  })

  it('may be walked by another who has the same role', async () => {
    const calendar = mixed
    const guest = await calendar.guest(site, 'owner')
    const { items, nextPageToken } = await calendar.list({ maxResults: 2 })
    const rest = await calendar.items({ pageToken: nextPageToken! }, guest)
    expect(idsOf([...items!, ...rest])).toEqual(idsOf(await calendar.items()))
  })

  it('lose no whole day if the clocks of the zone skip midnight or show it twice', async () => {
    for (const [timeZone, day, next] of [
      ['Africa/Cairo', '2026-04-24', '2026-04-25'],
      ['America/Havana', '2026-11-01', '2026-11-02'],
    ] as const) {
      const calendar = await eventCalendar(site, { timeZone })
      for (const summary of ['a', 'b', 'c']) await calendar.add({ summary, ...days(day, next) })
      await calendar.add({ summary: 'd', ...days(day, next), ...daily() })
      const query = { singleEvents: true, orderBy: 'startTime' }
      const whole = await calendar.items(query)
      expect(whole).toHaveLength(6)
      const pages = await calendar.walk({ ...query, maxResults: 1 })
      expect(pages.flatMap(({ items }) => items)).toEqual(whole)
    }
  })
})

/** Events of every kind, some of them at the same time. */
async function mixedCalendar(site: Site): Promise<EventCalendar> {
  const calendar = await eventCalendar(site)
  const { id } = await calendar.add({ id: 'abcde', summary: 'red', ...daily(5) })
  await calendar.patch(`${id}_20260505T100000Z`, { summary: 'blue' })
  await calendar.patch(`${id}_20260506T100000Z`, { ...at('10:00', '12:00', '2026-05-05') })
  await calendar.remove(`${id}_20260507T100000Z`)
  await calendar.add({ summary: 'red', ...days('2026-05-05', '2026-05-06'), ...daily(3) })
  for (const summary of ['red', 'red', 'blue']) await calendar.add({ summary })
  for (const summary of ['red', 'red', 'blue']) {
    await calendar.add({ summary, ...days('2026-05-05', '2026-05-06') })
  }
  await calendar.add({ summary: 'red', ...at('22:00', '23:00') })
  await calendar.remove((await calendar.add({ summary: 'red' })).id)
  await calendar.remove((await calendar.add({ summary: 'red', ...daily(2) })).id)
  return calendar
}

async function addMany(calendar: EventCalendar, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => index)
  for (let from = 0; from < count; from += 50) {
    const some = numbers.slice(from, from + 50)
    await Promise.all(some.map((number) => calendar.add({ summary: String(number) })))
  }
}
