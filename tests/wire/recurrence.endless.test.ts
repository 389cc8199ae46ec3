import { expect, it } from 'vitest'
import {
  calendarWith,
  originalStartsOf,
  seriesOf,
  startsOf,
  wholeDays,
} from '../support/series-bodies.ts'
import { onEveryEngine } from '../support/sites.ts'

const daily = seriesOf('RRULE:FREQ=DAILY')
const mostOfOne = 730

onEveryEngine('series without an end', (site) => {
  it('return a limited number of instances if no end is requested', async () => {
    const { calendar, master } = await calendarWith(site, daily)
    const listed = await calendar.list({ singleEvents: true })
    expect(listed).toHaveLength(mostOfOne)
    expect(new Set(originalStartsOf(listed)).size).toBe(mostOfOne)
    expect(originalStartsOf(await calendar.instances(master.id))).toEqual(originalStartsOf(listed))
  })

  it.each([
    ['five years', '2031-06-02', '2031-06-09', 7],
    ['a thousand years', '3026-06-02', '3026-06-09', 7],
    ['the last days that dates can name', '9999-12-24', '9999-12-31', 7],
  ])('reach windows after %s', async (_, first, last, count) => {
    const { calendar, master } = await calendarWith(site, daily)
    const window = { timeMin: `${first}T00:00:00Z`, timeMax: `${last}T00:00:00Z` }
    const listed = await calendar.expanded(window)
    expect(listed).toHaveLength(count)
    expect(await calendar.instances(master.id, window)).toEqual(listed)
    expect(await calendar.list(window)).toMatchObject([{ id: master.id }])
    expect(await calendar.get(listed[3]!.id)).toEqual(listed[3])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('return as many from a later beginning on', async () => {
    const { calendar, master } = await calendarWith(site, daily)
    const timeMin = '2031-06-01T00:00:00Z'
    const listed = await calendar.expanded({ timeMin, maxResults: 400 })
    expect(listed).toHaveLength(mostOfOne)
    expect(startsOf(listed)[0]).toBe('2031-06-01T09:00:00')
    const instances = await calendar.instances(master.id, { timeMin, maxResults: 400 })
    expect(instances).toEqual(listed)
  })

  it('return any of their instances by its original start', async () => {
    for (const body of [daily, { ...wholeDays, recurrence: ['RRULE:FREQ=DAILY'] }]) {
      const { calendar, master } = await calendarWith(site, body)
      const window = { timeMin: '2031-06-02T00:00:00Z', timeMax: '2031-06-09T00:00:00Z' }
      const [, , wanted] = await calendar.instances(master.id, window)
      const { dateTime, date } = wanted!.originalStartTime!
      const originalStart = String(dateTime ?? date)
      expect(await calendar.instances(master.id, { originalStart })).toEqual([wanted])
      const others = { timeMax: '2031-06-01T00:00:00Z' }
      expect(await calendar.instances(master.id, { originalStart, ...others })).toEqual([])
    }
  })

  it('return a whole window, however many these are', async () => {
    const { calendar } = await calendarWith(site, daily)
    const window = { timeMin: '2026-01-01T00:00:00Z', timeMax: '2036-06-01T00:00:00Z' }
    expect(await calendar.expanded({ ...window, maxResults: 2500 })).toHaveLength(3653)
  })

  it('do not limit one that ends', async () => {
    const { calendar, master } = await calendarWith(site, seriesOf('RRULE:FREQ=DAILY;COUNT=1000'))
    expect(await calendar.list({ singleEvents: true })).toHaveLength(1000)
    expect(await calendar.instances(master.id, { maxResults: 300 })).toHaveLength(1000)
  })

  it('go further if they are rarer', async () => {
    const { calendar, master } = await calendarWith(site, {
      ...wholeDays,
      recurrence: ['RRULE:FREQ=YEARLY'],
    })
    const instances = await calendar.instances(master.id)
    expect(instances).toHaveLength(mostOfOne)
    expect(startsOf(instances).at(-1)).toBe('2755-06-01')
  })

  it('have no instances before they start', async () => {
    const { calendar, master } = await calendarWith(site, daily)
    const window = { timeMax: '2026-06-01T07:00:00Z' }
    expect(await calendar.expanded(window)).toEqual([])
    expect(await calendar.list(window)).toEqual([])
    expect(await calendar.instances(master.id, window)).toEqual([])
  })
})
