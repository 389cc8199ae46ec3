import { expect, it } from 'vitest'
import { calendarWith, mondays, seriesOf, timed, wholeDays } from '../support/series-bodies.ts'
import { onEveryEngine, type Site } from '../support/sites.ts'

const day = (date: string) => ({ timeMin: `${date}T00:00:00Z`, timeMax: `${date}T23:59:59Z` })

onEveryEngine('a series in a window', (site) => {
  it('is there if one of its instances is', async () => {
    const { calendar, master } = await calendarWith(site, mondays)
    expect(await calendar.list(day('2026-06-15'))).toEqual([master])
    expect(await calendar.list(day('2026-06-16'))).toEqual([])
    expect(await calendar.list({ timeMin: '2026-06-22T08:00:00Z' })).toEqual([])
    expect(await calendar.list({ timeMin: '2026-06-22T07:59:59Z' })).toEqual([master])
  })

  it('contains an exception both at its start and at its original start', async () => {
    const { calendar, master, second } = await withSecond(site)
    const moved = await calendar.patch(second, timed('2026-07-01T09:00:00'))
    expect(await calendar.list(day('2026-07-01'))).toEqual([moved])
    const there = await calendar.list(day('2026-06-08'))
    expect(there).toHaveLength(2)
    expect(there).toEqual(expect.arrayContaining([master, moved]))
    expect(await calendar.expanded(day('2026-06-08'))).toEqual([])
    expect(await calendar.expanded(day('2026-07-01'))).toEqual([moved])
  })

  it('orders moved instances by their new start', async () => {
    const { calendar, second } = await withSecond(site)
    await calendar.patch(second, timed('2026-06-30T09:00:00'))
    await calendar.insert({ summary: 'Once', ...timed('2026-06-22T09:00:00', { minutes: 30 }) })
    const expanded = await calendar.expanded()
    expect(expanded.map(({ start }) => start.dateTime?.slice(0, 10))).toEqual([
      '2026-06-01',
      '2026-06-15',
      '2026-06-22',
      '2026-06-22',
      '2026-06-30',
    ])
    // Of what begins together the shorter comes first.
    expect(expanded[2]!.summary).toBe('Once')
  })

  it('starts its all-day events when the zone of the calendar does', async () => {
    const { calendar, master } = await calendarWith(site, wholeDays)
    const evening = { timeMin: '2026-06-01T21:00:00Z', timeMax: '2026-06-01T22:00:00Z' }
    expect(await calendar.expanded(evening)).toMatchObject([{ id: `${master.id}_20260601` }])
    const night = { timeMin: '2026-06-01T22:00:00Z', timeMax: '2026-06-01T23:00:00Z' }
    expect(await calendar.expanded(night)).toMatchObject([{ id: `${master.id}_20260602` }])
    await calendar.user.patch(calendar.path, { timeZone: 'America/New_York' })
    expect(await calendar.expanded(night)).toMatchObject([{ id: `${master.id}_20260601` }])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('lasts into a window from long before it', async () => {
    const { calendar, master } = await calendarWith(
      site,
      seriesOf('RRULE:FREQ=MONTHLY;COUNT=3', { minutes: 10 * 24 * 60 }),
    )
    const expanded = await calendar.expanded(day('2026-07-08'))
    expect(expanded).toMatchObject([{ id: `${master.id}_20260701T070000Z` }])
    expect(await calendar.list(day('2026-07-08'))).toEqual([master])
  })

  it('starts its all-day events later if the clocks skip midnight', async () => {
    const { calendar, master } = await calendarWith(
      site,
      {
        start: { date: '2026-03-28' },
        end: { date: '2026-03-29' },
        recurrence: ['RRULE:FREQ=DAILY;COUNT=3'],
      },
      { zone: 'Asia/Beirut' },
    )
    // The 29th begins at one o'clock, which is 22:00 in UTC.
    const before = { timeMin: '2026-03-28T21:00:00Z', timeMax: '2026-03-28T22:00:00Z' }
    expect(await calendar.expanded(before)).toMatchObject([{ id: `${master.id}_20260328` }])
    expect(await calendar.instances(master.id, before)).toMatchObject([
      { id: `${master.id}_20260328` },
    ])
    const after = { timeMin: '2026-03-28T22:00:01Z', timeMax: '2026-03-28T23:00:00Z' }
    expect(await calendar.expanded(after)).toMatchObject([{ id: `${master.id}_20260329` }])
    expect(await calendar.instances(master.id, after)).toMatchObject([
      { id: `${master.id}_20260329` },
    ])
  })

  it('is found by its identifier, with what differs or as its instances', async () => {
    const { calendar, master, second } = await withSecond(site)
    await calendar.insert(mondays)
    const changed = await calendar.patch(second, { summary: 'Retro' })
    const { iCalUID } = master
    const listed = await calendar.list({ iCalUID })
    expect(listed).toHaveLength(2)
    expect(listed).toEqual(expect.arrayContaining([master, changed]))
    const expanded = await calendar.expanded({ iCalUID })
    expect(expanded).toEqual(await calendar.instances(master.id))
    for (const event of expanded) expect(event.iCalUID).toBe(iCalUID)
  })
})

async function withSecond(site: Site) {
  const { calendar, master } = await calendarWith(site, mondays)
  return { calendar, master, second: `${master.id}_20260608T070000Z` }
}
