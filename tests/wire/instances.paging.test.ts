import { expect, it } from 'vitest'
import { expectRefusal } from '../support/refusal.ts'
import {
  calendarWith,
  originalStartsOf,
  seriesOf,
  timed,
  type WireEvent,
} from '../support/series-bodies.ts'
import { onEveryEngine, type Site } from '../support/sites.ts'

const week = seriesOf('RRULE:FREQ=DAILY;COUNT=7')

onEveryEngine('paging through instances', (site) => {
  it.each([1, 2, 3, 4])(
    'joins to the whole with pages of %i if many differ from the series',
    async (maxResults) => {
      const { calendar, master } = await disturbedWeek(site)
      const left = ['20260604T070000Z', '20260605T070000Z', '20260607T070000Z']
      expect(originalStartsOf(await calendar.instances(master.id, { maxResults }))).toEqual(left)
      const all = await calendar.instances(master.id, { showDeleted: true })
      expect(all).toHaveLength(7)
      const query = { maxResults, showDeleted: true }
      expect(await calendar.instances(master.id, query)).toEqual(all)
    },
  )

  it.each([1, 2, 3, 4])(
    'loses nothing of an expanded list with pages of %i if many differ from the series',
    async (maxResults) => {
      const { calendar } = await disturbedWeek(site)
      await calendar.insert(timed('2026-06-05T12:00:00'))
      await calendar.insert(timed('2026-06-06T12:00:00'))
      const starts = (events: readonly WireEvent[]) => events.map(({ start }) => start.dateTime)
      expect(starts(await calendar.expanded({ maxResults }))).toEqual([
        '2026-06-04T09:00:00+02:00',
        '2026-06-05T12:00:00+02:00',
        '2026-06-06T12:00:00+02:00',
        '2026-06-07T09:00:00+02:00',
        '2026-06-09T09:00:00+02:00',
      ])
    },
  )

  it('continues in its order while instances change', async () => {
    const { calendar, master } = await calendarWith(site, week)
    const path = `${calendar.at(master.id)}/instances?maxResults=3`
    const { json: first } = await calendar.user.get(path)
    await calendar.delete(`${master.id}_20260602T070000Z`)
    await calendar.patch(`${master.id}_20260605T070000Z`, timed('2026-05-01T09:00:00'))
    const { json: second } = await calendar.user.get(`${path}&pageToken=${first.nextPageToken}`)
    expect(originalStartsOf(second.items as WireEvent[])).toEqual([
      '20260604T070000Z',
      '20260605T070000Z',
      '20260606T070000Z',
    ])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each([1, 2, 3, 6, 7, 8])('joins to the whole with pages of %i', async (maxResults) => {
    const { calendar, master } = await calendarWith(site, week)
    const whole = await calendar.instances(master.id)
    expect(whole).toHaveLength(7)
    expect(await calendar.instances(master.id, { maxResults })).toEqual(whole)
  })

  it('binds a page to the series and to what was requested', async () => {
    const { calendar, master } = await calendarWith(site, week)
    const other = await calendar.insert(week)
    const path = `${calendar.at(master.id)}/instances`
    const { json } = await calendar.user.get(`${path}?maxResults=2`)
    const token = `maxResults=2&pageToken=${json.nextPageToken}`
    const refused = { status: 400, reason: 'invalid', message: 'Invalid page token value.' }
    expect((await calendar.user.get(`${path}?${token}`)).status).toBe(200)
    expectRefusal(await calendar.user.get(`${path}?${token}&showDeleted=true`), refused)
    expectRefusal(await calendar.user.get(`${path}?${token}&timeMin=2026-01-01T00:00:00Z`), refused)
    expectRefusal(await calendar.user.get(`${calendar.at(other.id)}/instances?${token}`), refused)
    expectRefusal(await calendar.user.get(`${calendar.path}/events?${token}`), refused)
    expectRefusal(await calendar.user.get(`${path}?pageToken=garbage`), refused)
  })
})

/** Seven days, of which four are cancelled and one is moved behind the last. */
async function disturbedWeek(site: Site) {
  const { calendar, master } = await calendarWith(site, week)
  for (const day of ['01', '02', '03', '06']) {
    await calendar.delete(`${master.id}_202606${day}T070000Z`)
  }
  await calendar.patch(`${master.id}_20260605T070000Z`, timed('2026-06-09T09:00:00'))
  return { calendar, master }
}
