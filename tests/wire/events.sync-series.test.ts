import { expect, it } from 'vitest'
import { at, daily, days, eventCalendar, idsOf } from '../support/listed-events.ts'
import { onEveryEngine } from '../support/sites.ts'

const single = { singleEvents: true }

onEveryEngine('syncing series', (site) => {
  it('returns the instances of a series in pages, too', async () => {
    const calendar = await eventCalendar(site)
    const syncToken = await calendar.syncToken(single)
    const { id } = await calendar.add({ ...daily(5) })
    const other = await calendar.add()
    const whole = await calendar.changes(syncToken, single)
    expect(whole).toHaveLength(6)
    for (const maxResults of [1, 2, 5, 6]) {
      const pages = await calendar.walk({ ...single, syncToken, maxResults })
      expect(pages.flatMap(({ items }) => items)).toEqual(whole)
      expect(pages).toHaveLength(Math.ceil(6 / maxResults))
    }
    expect(idsOf(whole)).toContain(`${id}_20260508T100000Z`)
    expect(idsOf(whole)).toContain(other.id)
  })

  it('returns a changed instance as itself, and a missing one as cancelled', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ ...daily() })
    const token = await calendar.syncToken()
    const changed = await calendar.patch(`${id}_20260505T100000Z`, { summary: 'x' })
    await calendar.remove(`${id}_20260506T100000Z`)
    for (const query of [{}, single]) {
      const [first, second, ...rest] = await calendar.changes(token, query)
      expect(first).toEqual(changed)
      expect(second).toEqual({
        kind: 'calendar#event',
        etag: expect.any(String),
        id: `${id}_20260506T100000Z`,
        status: 'cancelled',
        recurringEventId: id,
        originalStartTime: { dateTime: '2026-05-06T12:00:00+02:00', timeZone: 'UTC' },
      })
      expect(rest).toEqual([])
    }
  })

  it('returns the instances that a series has lost, each once', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ ...daily(4) })
    await calendar.patch(`${id}_20260506T100000Z`, { summary: 'exception' })
    const token = await calendar.syncToken()
    await calendar.patch(id, { recurrence: ['RRULE:FREQ=DAILY;UNTIL=20260504T235959Z'] })
    const told = await calendar.changes(token, single)
    expect(told.map(({ id: each, status }) => [each, status]).sort()).toEqual([
      [`${id}_20260504T100000Z`, 'confirmed'],
      [`${id}_20260505T100000Z`, 'cancelled'],
      [`${id}_20260506T100000Z`, 'cancelled'],
      [`${id}_20260507T100000Z`, 'cancelled'],
    ])
    const unexpanded = await calendar.changes(token)
    expect(unexpanded.map(({ id: each, status }) => [each, status]).sort()).toEqual([
      [id, 'confirmed'],
      [`${id}_20260506T100000Z`, 'cancelled'],
    ])
  })

  it('reports where a moved series is, and where it no longer is', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ ...daily(2) })
    const token = await calendar.syncToken(single)
    await calendar.patch(id, at('12:00', '13:00'))
    const told = await calendar.changes(token, single)
    expect(told.map(({ id: each, status }) => [each, status]).sort()).toEqual([
      [`${id}_20260504T100000Z`, 'cancelled'],
      [`${id}_20260504T120000Z`, 'confirmed'],
      [`${id}_20260505T100000Z`, 'cancelled'],
      [`${id}_20260505T120000Z`, 'confirmed'],
    ])
  })

  it('returns the instances of a series that has become a single event', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ ...daily(2) })
    const syncToken = await calendar.syncToken(single)
    await calendar.patch(id, { recurrence: [] })
    const whole = await calendar.changes(syncToken, single)
    expect(whole.map(({ id: each, status }) => [each, status])).toEqual([
      [id, 'confirmed'],
      [`${id}_20260504T100000Z`, 'cancelled'],
      [`${id}_20260505T100000Z`, 'cancelled'],
    ])
    const pages = await calendar.walk({ ...single, syncToken, maxResults: 1 })
    expect(pages.flatMap(({ items }) => items)).toEqual(whole)
  })

  it('returns all-day series by their days', async () => {
    const calendar = await eventCalendar(site, { timeZone: 'America/Los_Angeles' })
    const { id } = await calendar.add({ ...days('2026-05-04', '2026-05-05'), ...daily(2) })
    const token = await calendar.syncToken(single)
    await calendar.remove(id)
    expect(await calendar.changes(token, single)).toMatchObject([
      { id: `${id}_20260504`, originalStartTime: { date: '2026-05-04' } },
      { id: `${id}_20260505`, originalStartTime: { date: '2026-05-05' } },
    ])
  })
})
