import { expect, it } from 'vitest'
import { share } from '../support/listed-calendars.ts'
import { calendarWith, mondays, SeriesCalendar, type WireEvent } from '../support/series-bodies.ts'
import { onEveryEngine, type Site } from '../support/sites.ts'

onEveryEngine('the visibility of an instance', (site) => {
  it('deletes exceptions with it, and nothing else of them', async () => {
    const { calendar, ids } = await withSeries(site, 'default')
    const before = await calendar.patch(ids[0]!, { summary: 'Kick-off' })
    await calendar.delete(ids[2]!)
    await calendar.patch(ids[1]!, { visibility: 'private' })
    const { etag: _, updated: __, ...kept } = before
    expect(await calendar.get(ids[0]!)).toMatchObject({ ...kept, visibility: 'private' })
    expect(await calendar.get(ids[2]!)).toMatchObject({
      status: 'cancelled',
      visibility: 'private',
    })
  })

  it('reports the series to sync as well', async () => {
    const { calendar, master, ids } = await withSeries(site, 'default')
    const changes = await calendar.syncing()
    await calendar.patch(ids[1]!, { visibility: 'private' })
    expect((await changes()).map(({ id }) => id).sort()).toEqual([master.id, ids[1]])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each([
    ['default', 'private'],
    ['default', 'confidential'],
    ['public', 'private'],
    ['public', 'default'],
  ])('makes the whole series follow from %s to %s', async (before, after) => {
    const { calendar, master, ids } = await withSeries(site, before)
    const changed = await calendar.patch(ids[1]!, { summary: 'Retro', visibility: after })
    expect(changed).toMatchObject({ id: ids[1], summary: 'Retro' })
    const series = await calendar.get(master.id)
    expect(series).toMatchObject({ summary: 'Stand-up', sequence: 0 })
    expect(series.etag).not.toBe(master.etag)
    const all = [changed, series, ...(await calendar.instances(master.id))]
    expect(all.map(visibilityOf)).toEqual(Array(6).fill(after))
  })

  it.each([
    ['private', 'default'],
    ['private', 'public'],
    ['confidential', 'public'],
    ['default', 'public'],
  ])('does not change from %s to %s', async (before, after) => {
    const { calendar, master, ids } = await withSeries(site, before)
    const instance = await calendar.get(ids[1]!)
    expect(await calendar.patch(ids[1]!, { visibility: after })).toEqual(instance)
    expect(await calendar.list()).toEqual([master])
    const changed = await calendar.patch(ids[1]!, { summary: 'Retro', visibility: after })
    expect(changed.summary).toBe('Retro')
    expect(visibilityOf(changed)).toBe(before)
    expect(await calendar.get(master.id)).toEqual(master)
  })

  it('is not lost by a PUT that leaves it out', async () => {
    const { calendar, ids } = await withSeries(site, 'private')
    const { start, end } = await calendar.get(ids[1]!)
    const { json } = await calendar.user.put(calendar.at(ids[1]!), { start, end, summary: 'Retro' })
    expect(json).toMatchObject({ summary: 'Retro', visibility: 'private' })
  })

  it('follows the series when that is opened again', async () => {
    const { calendar, master, ids } = await withSeries(site, 'default')
    await calendar.patch(ids[1]!, { visibility: 'private' })
    await calendar.patch(master.id, { visibility: 'public' })
    for (const { visibility } of await calendar.instances(master.id)) {
      expect(visibility).toBe('public')
    }
  })

  it('hides all instances from readers at once', async () => {
    const { calendar, master, ids } = await withSeries(site, 'default')
    const guest = await site.user()
    const calendarId = calendar.path.slice('/calendars/'.length)
    await share(calendar.user, calendarId, { with: `user:${guest.email}`, as: 'reader' })
    const seen = new SeriesCalendar(guest, calendar.path)
    expect(await seen.get(ids[3]!)).toMatchObject({ summary: 'Stand-up' })
    await calendar.patch(ids[1]!, { visibility: 'private' })
    for (const instance of await seen.instances(master.id)) {
      expect(instance).toMatchObject({ visibility: 'private', recurringEventId: master.id })
      expect(instance).not.toHaveProperty('summary')
    }
  })
})

/** The default is not shown. */
const visibilityOf = ({ visibility = 'default' }: WireEvent) => visibility

async function withSeries(site: Site, visibility: string) {
  const { calendar, master } = await calendarWith(site, { ...mondays, visibility })
  const ids = (await calendar.instances(master.id)).map(({ id }) => id)
  return { calendar, master, ids }
}
