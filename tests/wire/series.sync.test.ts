import { expect, it } from 'vitest'
import {
  calendarWith,
  mondayStarts,
  mondays,
  newSeriesCalendar,
  originalStartsOf,
  type SeriesCalendar,
  seriesOf,
  statusesOf,
  timed,
  type WireEvent,
  wholeDays,
} from '../support/series-bodies.ts'
import { onEveryEngine, type Site } from '../support/sites.ts'

type Change = (calendar: SeriesCalendar, id: string) => Promise<unknown>

const changes: [string, Change][] = [
  ['a text', (calendar, id) => calendar.patch(id, { location: 'Hall' })],
  ['nothing', (calendar, id) => calendar.patch(id, { summary: 'Stand-up' })],
  [
    'the length',
    (calendar, id) => calendar.patch(id, timed('2026-06-01T09:00:00', { minutes: 5 })),
  ],
  ['the time of day', (calendar, id) => calendar.patch(id, timed('2026-06-01T10:00:00'))],
  ['fewer of them', (calendar, id) => calendar.patch(id, rule('FREQ=WEEKLY;COUNT=2'))],
  ['more of them', (calendar, id) => calendar.patch(id, rule('FREQ=WEEKLY;COUNT=9'))],
  ['another rhythm', (calendar, id) => calendar.patch(id, rule('FREQ=WEEKLY;INTERVAL=2;COUNT=3'))],
  [
    'one left out',
    (calendar, id) =>
      calendar.patch(id, {
        recurrence: [...mondays.recurrence, 'EXDATE:20260608T070000Z'],
      }),
  ],
  ['one cancelled', (calendar, id) => calendar.delete(`${id}_20260601T070000Z`)],
  [
    'one restored',
    (calendar, id) => calendar.patch(`${id}_20260615T070000Z`, { status: 'confirmed' }),
  ],
  [
    'one moved',
    (calendar, id) => calendar.patch(`${id}_20260601T070000Z`, timed('2026-06-02T09:00:00')),
  ],
  [
    'an exception',
    (calendar, id) => calendar.patch(`${id}_20260608T070000Z`, { summary: 'Review' }),
  ],
  ['the end of all', (calendar, id) => calendar.delete(id)],
  ['one instead of many', (calendar, id) => calendar.patch(id, { recurrence: [] })],
  [
    'an end and a new beginning',
    async (calendar, id) => {
      await calendar.delete(id)
      await calendar.patch(id, { status: 'confirmed' })
    },
  ],
  [
    'several things in turn',
    async (calendar, id) => {
      await calendar.patch(id, timed('2026-06-01T10:00:00'))
      await calendar.patch(id, rule('FREQ=DAILY;COUNT=3'))
      await calendar.delete(`${id}_20260602T080000Z`)
      await calendar.patch(id, rule('FREQ=DAILY;COUNT=2'))
    },
  ],
]

onEveryEngine('keeping up with a series', (site) => {
  it('returns the series alone when it has changed', async () => {
    const { calendar, master } = await disturbedSeries(site)
    const changes = await calendar.syncing()
    const changed = await calendar.patch(master.id, { summary: 'Daily' })
    const told = await changes()
    expect(told).toContainEqual(changed)
    // The cancelled one has no summary of its own, so it has changed with its series.
    expect(told.map(({ id }) => id).sort()).toEqual([master.id, `${master.id}_20260615T070000Z`])
  })

  it('returns an instance alone when it has changed', async () => {
    const { calendar, master } = await calendarWith(site, mondays)
    const changes = await calendar.syncing()
    const expandedChanges = await calendar.syncing({ singleEvents: true })
    const changed = await calendar.patch(`${master.id}_20260608T070000Z`, { summary: 'Retro' })
    expect(await changes()).toEqual([changed])
    expect(await expandedChanges()).toEqual([changed])
  })

  it('returns all instances when their series has changed', async () => {
    const { calendar, master } = await calendarWith(site, mondays)
    const changes = await calendar.syncing({ singleEvents: true })
    await calendar.patch(master.id, { location: 'Hall' })
    expect(await changes()).toEqual(await calendar.expanded())
  })

  it('returns lost instances as cancelled, by their original starts', async () => {
    const { calendar, master } = await calendarWith(site, mondays)
    const changes = await calendar.syncing({ singleEvents: true })
    await calendar.patch(master.id, rule('FREQ=WEEKLY;COUNT=2'))
    const told = await changes()
    expect(originalStartsOf(told)).toEqual(mondayStarts)
    expect(told[3]).toEqual({
      kind: 'calendar#event',
      etag: expect.any(String),
      id: `${master.id}_20260622T070000Z`,
      status: 'cancelled',
      recurringEventId: master.id,
      originalStartTime: { dateTime: '2026-06-22T09:00:00+02:00', timeZone: 'Europe/Berlin' },
    })
  })

  it('returns lost instances whole with showDeleted', async () => {
    const { calendar, master } = await calendarWith(site, mondays)
    const [, , , last] = await calendar.expanded()
    const changes = await calendar.syncing({ singleEvents: true, showDeleted: true })
    await calendar.patch(master.id, rule('FREQ=WEEKLY;COUNT=2'))
    const { start, originalStartTime, htmlLink, summary } = last!
    const told = await changes()
    expect(told[3]).toMatchObject({ id: last!.id, status: 'cancelled', summary, htmlLink })
    expect(told[3]).toMatchObject({ start, end: last!.end, originalStartTime })
    expect(told[3]).not.toHaveProperty('recurrence')
  })

  it.each([1, 2, 3])('is the same in pages of %i', async (maxResults) => {
    const { calendar, master } = await disturbedSeries(site)
    const whole = await calendar.syncing({ singleEvents: true })
    const paged = await calendar.syncing({ singleEvents: true, maxResults })
    await calendar.patch(master.id, { ...rule('FREQ=DAILY;COUNT=4'), location: 'Hall' })
    await calendar.insert(timed('2026-06-03T12:00:00'))
    expect(await paged()).toEqual(await whole())
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each(changes)(
    'with its instances gives the new list from the old one after %s',
    async (_, change) => {
      const { calendar, master } = await disturbedSeries(site)
      const kept = new Map((await calendar.expanded()).map((event) => [event.id, event]))
      const changes = await calendar.syncing({ singleEvents: true })
      await change(calendar, master.id)
      expectReplayed(kept, { told: await changes(), now: await calendar.expanded() })
    },
  )

  it.each(changes)('updates the old list to the new one after %s', async (_, change) => {
    const { calendar, master } = await disturbedSeries(site)
    const kept = new Map((await calendar.list()).map((event) => [event.id, event]))
    const changes = await calendar.syncing()
    await change(calendar, master.id)
    const told = await changes()
    expect(new Set(told.map(({ id }) => id)).size).toBe(told.length)
    for (const event of told) {
      const isGone = event.status === 'cancelled' && event.recurringEventId === undefined
      if (isGone) kept.delete(event.id)
      else kept.set(event.id, event)
    }
    const now = await calendar.list()
    for (const event of now) expect(kept.get(event.id)).toEqual(event)
    // What a series has given up may stay known as cancelled.
    const isListed = new Set(now.map(({ id }) => id))
    for (const { id, status } of kept.values()) {
      if (!isListed.has(id)) expect({ id, status }).toEqual({ id, status: 'cancelled' })
    }
  })

  it('with its instances follows it to all-day events and back', async () => {
    const { calendar, master } = await disturbedSeries(site)
    const kept = new Map((await calendar.expanded()).map((event) => [event.id, event]))
    const changes = await calendar.syncing({ singleEvents: true })
    const days = { start: { date: '2026-06-01' }, end: { date: '2026-06-02' } }
    await calendar.patch(master.id, days)
    const told = await changes()
    expectReplayed(kept, { told, now: await calendar.expanded() })
    await calendar.patch(master.id, timed('2026-06-01T09:00:00'))
    expectReplayed(kept, { told: await changes(), now: await calendar.expanded() })
  })

  it.each([1, 2, 50])(
    'tells days from instances at midnight of UTC, in pages of %i',
    async (maxResults) => {
      const midnight = timed('2026-06-01T00:00:00', { zone: 'UTC' })
      const { calendar, master } = await calendarWith(site, {
        ...midnight,
        recurrence: ['RRULE:FREQ=DAILY;COUNT=4'],
      })
      await calendar.patch(`${master.id}_20260602T000000Z`, { summary: 'Review' })
      await calendar.delete(`${master.id}_20260603T000000Z`)
      const kept = new Map((await calendar.expanded()).map((event) => [event.id, event]))
      const changes = await calendar.syncing({ singleEvents: true, maxResults })
      for (const times of [wholeDays, midnight]) {
        await calendar.patch(master.id, { start: times.start, end: times.end })
        expectReplayed(kept, { told: await changes(), now: await calendar.expanded() })
      }
    },
  )

  it('with its instances starts at the time of its first start', async () => {
    const calendar = await newSeriesCalendar(site)
    const { id } = await calendar.insert({ summary: 'Once', ...timed('2026-06-01T09:00:00') })
    const kept = new Map((await calendar.expanded()).map((event) => [event.id, event]))
    const changes = await calendar.syncing({ singleEvents: true })
    await calendar.patch(id, { recurrence: mondays.recurrence })
    expectReplayed(kept, { told: await changes(), now: await calendar.expanded() })
    await calendar.patch(id, { location: 'Hall' })
    expect(await changes()).toEqual(await calendar.expanded())
    await calendar.patch(id, { recurrence: [] })
    await calendar.patch(id, { recurrence: mondays.recurrence })
    expectReplayed(kept, { told: await changes(), now: await calendar.expanded() })
  })

  it('returns an endless series as in a list, and from a year ago on', async () => {
    const { calendar, master } = await calendarWith(
      site,
      seriesOf('RRULE:FREQ=DAILY', { start: '2001-01-01T09:00:00' }),
    )
    const changes = await calendar.syncing({ singleEvents: true })
    await calendar.patch(master.id, { location: 'Hall' })
    const whole = await changes()
    expect(whole).toHaveLength(2 * 730)
    expect(whole[0]!.start.dateTime).toBe('2001-01-01T09:00:00+01:00')
    const told = whole.slice(730)
    const moment = Temporal.Instant.from(told[0]!.start.dateTime!)
    const today = Temporal.Instant.from(String((await calendar.get(master.id)).updated))
    const daysAgo = moment.until(today).total('hours') / 24
    // The first of its daily instances after that moment, whatever time of day it is now.
    expect(daysAgo).toBeGreaterThan(364.9)
    expect(daysAgo).toBeLessThanOrEqual(366)
  })
})

const rule = (text: string) => ({ recurrence: [`RRULE:${text}`] })

/** Replays what was told over what was known, and holds it against what there is. */
function expectReplayed(
  kept: Map<string, WireEvent>,
  { told, now }: { told: readonly WireEvent[]; now: readonly WireEvent[] },
): void {
  expect(new Set(told.map(({ id }) => id)).size).toBe(told.length)
  for (const event of told) {
    if (event.status === 'cancelled') kept.delete(event.id)
    else kept.set(event.id, event)
  }
  expect(statusesOf([...kept.values()])).toEqual(statusesOf(now))
  for (const event of now) expect(kept.get(event.id)).toEqual(event)
}

/** Mondays, of which the second says something else and the third is cancelled. */
async function disturbedSeries(site: Site) {
  const { calendar, master } = await calendarWith(site, mondays)
  await calendar.patch(`${master.id}_20260608T070000Z`, {
    summary: 'Retro',
    ...timed('2026-06-09T12:00:00'),
  })
  await calendar.delete(`${master.id}_20260615T070000Z`)
  return { calendar, master }
}
