import { expect, it } from 'vitest'
import { at, daily, days, eventCalendar, moment, titlesOf } from '../support/listed-events.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

const byStart = { orderBy: 'startTime', singleEvents: true }

onEveryEngine('the order of a list of events', (site) => {
  // Scenario 54.
  it('is that of the starts on request, which needs single events', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ summary: 'third', ...at('12:00', '13:00') })
    await calendar.add({ summary: 'first', ...at('08:00', '09:00') })
    await calendar.add({ summary: 'second', ...at('09:00', '18:00') })
    expect(await calendar.titles(byStart)).toEqual(['first', 'second', 'third'])
    const refused = await calendar.ask({ orderBy: 'startTime' })
    expectRefusal(refused, { status: 400, reason: 'badRequest', location: 'orderBy' })
    expect(refused.json.error!.message).toMatch(/^The requested ordering is not available/)
    for (const query of [{ singleEvents: false }, { timeMin: moment('00:00') }, { q: 'x' }]) {
      const reply = await calendar.ask({ orderBy: 'startTime', ...query })
      expectRefusal(reply, { status: 400, reason: 'badRequest' })
    }
  })

  it('of equal starts is that of the ends, and then that of the ids', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ id: 'ccccc', ...at('10:00', '11:00') })
    await calendar.add({ id: 'aaaaa', ...at('10:00', '12:00') })
    await calendar.add({ id: 'bbbbb', ...at('10:00', '11:00') })
    await calendar.add({ id: 'ddddd', ...at('10:00', '10:00') })
    const ids = (await calendar.items(byStart)).map(({ id }) => id)
    expect(ids).toEqual(['ddddd', 'bbbbb', 'ccccc', 'aaaaa'])
  })

  it('puts all-day events at midnight in the zone of the calendar', async () => {
    const calendar = await eventCalendar(site, { timeZone: 'America/Los_Angeles' })
    await calendar.add({ summary: 'before', ...at('06:59', '07:30') })
    await calendar.add({ summary: 'day', ...days('2026-05-04', '2026-05-05') })
    await calendar.add({ summary: 'with it', ...at('07:00', '07:30') })
    await calendar.add({ summary: 'after', ...at('07:01', '07:30') })
    await calendar.add({
      summary: 'days',
      ...days('2026-05-03', '2026-05-05'),
      recurrence: ['RRULE:FREQ=DAILY;COUNT=2'],
    })
    const ordered = ['days', 'before', 'with it', 'day', 'days', 'after']
    expect(await calendar.titles(byStart)).toEqual(ordered)
    const pages = await calendar.walk({ ...byStart, maxResults: 1 })
    expect(pages.flatMap(({ items }) => titlesOf(items!))).toEqual(ordered)
  })

  it('mixes instances, moved ones and single events', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ summary: 'series', ...daily() })
    await calendar.patch(`${id}_20260504T100000Z`, {
      summary: 'moved',
      ...at('09:00', '10:00', '2026-05-06'),
    })
    await calendar.add({ summary: 'single', ...at('09:30', '10:00', '2026-05-06') })
    expect(await calendar.titles(byStart)).toEqual(['series', 'moved', 'single', 'series'])
  })

  it('of cancelled instances is that of the places they had', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ ...daily() })
    await calendar.remove(`${id}_20260505T100000Z`)
    const items = await calendar.items({ ...byStart, showDeleted: true })
    expect(items.map(({ status }) => status)).toEqual(['confirmed', 'cancelled', 'confirmed'])
  })

  it('is that of the last changes on request', async () => {
    const calendar = await eventCalendar(site)
    const titles = ['a', 'b', 'c', 'd']
    const ids: string[] = []
    for (const summary of titles) ids.push((await calendar.add({ summary })).id)
    await calendar.patch(ids[1]!, { location: 'here' })
    const items = await calendar.items({ orderBy: 'updated' })
    const updates = items.map(({ updated }) => String(updated))
    expect(updates).toEqual([...updates].sort())
    expect(titlesOf(items).toSorted()).toEqual(titles)
    const pages = await calendar.walk({ orderBy: 'updated', maxResults: 1 })
    expect(pages.flatMap(({ items: page }) => page!)).toEqual(items)
  })

  it('of changes contains the instances of a series as often as any other list', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ recurrence: ['RRULE:FREQ=DAILY'], summary: 'endless' })
    await calendar.add({ ...daily(800), summary: 'long' })
    const listed = async (query: object) =>
      (await calendar.walk({ singleEvents: true, maxResults: 2500, ...query }))
        .flatMap(({ items }) => items!.map(({ id }) => id))
        .sort()
    for (const window of [{}, { timeMin: moment('00:00', '2028-05-04') }]) {
      expect(await listed({ orderBy: 'updated', ...window })).toEqual(await listed(window))
    }
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('cannot be any other', async () => {
    const calendar = await eventCalendar(site)
    expectRefusal(await calendar.ask({ orderBy: 'summary' }), {
      status: 400,
      reason: 'invalidParameter',
      location: 'orderBy',
    })
  })
})
