import { expect, it } from 'vitest'
import { expectRefusal } from '../support/refusal.ts'
import {
  calendarWith,
  mondayStarts,
  mondays,
  originalStartsOf,
  timed,
} from '../support/series-bodies.ts'
import { onEveryEngine, type Site } from '../support/sites.ts'

const deleted = { status: 410, reason: 'deleted' }

onEveryEngine('deleting a series', (site) => {
  it('removes it and all of its instances from lists', async () => {
    const { calendar, master, second } = await deletedSeries(site)
    expect(await calendar.list()).toEqual([])
    expect(await calendar.expanded()).toEqual([])
    expect(await calendar.get(master.id)).toMatchObject({ id: master.id, status: 'cancelled' })
    expect(await calendar.get(second)).toMatchObject({ status: 'cancelled' })
    const first = await calendar.get(`${master.id}_20260601T070000Z`)
    expect(first).toMatchObject({ status: 'cancelled', recurringEventId: master.id })
    expectRefusal(await calendar.user.get(`${calendar.at(master.id)}/instances`), deleted)
    expectRefusal(await calendar.user.delete(calendar.at(master.id)), deleted)
    expectRefusal(await calendar.user.delete(calendar.at(second)), deleted)
    expectRefusal(await calendar.user.delete(calendar.at(first.id)), deleted)
  })

  it('shows each instance once as cancelled where these are requested', async () => {
    const { calendar, master } = await deletedSeries(site)
    const instances = await calendar.instances(master.id, { showDeleted: true })
    expect(originalStartsOf(instances)).toEqual(mondayStarts)
    const expanded = await calendar.list({ singleEvents: true, showDeleted: true })
    expect(originalStartsOf(expanded).sort()).toEqual(mondayStarts)
    for (const { status } of [...instances, ...expanded]) expect(status).toBe('cancelled')
  })

  it('reports the series and its exceptions to sync', async () => {
    const { calendar, master, second, third } = await disturbedSeries(site)
    const changes = await calendar.syncing()
    await calendar.delete(master.id)
    const told = await changes()
    expect(told.map(({ id }) => id).sort()).toEqual([master.id, second, third])
    expect(told.find(({ id }) => id === master.id)).toEqual({
      kind: 'calendar#event',
      etag: expect.any(String),
      id: master.id,
      status: 'cancelled',
    })
  })

  it('reports each instance to clients that sync instances', async () => {
    const { calendar, master } = await disturbedSeries(site)
    const changes = await calendar.syncing({ singleEvents: true })
    await calendar.delete(master.id)
    const told = await changes()
    expect(originalStartsOf(told).sort()).toEqual(mondayStarts)
    for (const { status, recurringEventId } of told) {
      expect({ status, recurringEventId }).toEqual({
        status: 'cancelled',
        recurringEventId: master.id,
      })
    }
    expect(await changes()).toEqual([])
  })

  it('is undone by the status confirmed, which restores exceptions', async () => {
    const { calendar, master, second, third } = await disturbedSeries(site)
    const before = await calendar.instances(master.id, { showDeleted: true })
    await calendar.delete(master.id)
    const back = await calendar.patch(master.id, { status: 'confirmed' })
    expect(back).toMatchObject({ id: master.id, status: 'confirmed', sequence: 2 })
    expect(back.recurrence).toEqual(mondays.recurrence)
    const after = await calendar.instances(master.id, { showDeleted: true })
    expect(after.map(told)).toEqual(before.map(told))
    expect(await calendar.get(second)).toMatchObject({ summary: 'Retro', status: 'confirmed' })
    expect(await calendar.get(third)).toMatchObject({ status: 'cancelled' })
    expect(await calendar.list()).toHaveLength(3)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('shows the series and its exceptions as cancelled where deleted events are requested', async () => {
    const { calendar, master, second, third } = await deletedSeries(site)
    const listed = await calendar.list({ showDeleted: true })
    expect(listed.map(({ id }) => id).sort()).toEqual([master.id, second, third])
    for (const { status, start } of listed) {
      expect(status).toBe('cancelled')
      expect(start).toBeDefined()
    }
  })

  it.each([1, 2, 3])('shows them once also in pages of %i', async (maxResults) => {
    const { calendar, master } = await deletedSeries(site)
    const query = { showDeleted: true, maxResults }
    expect(originalStartsOf(await calendar.instances(master.id, query))).toEqual(mondayStarts)
    const expanded = await calendar.list({ singleEvents: true, ...query })
    expect(originalStartsOf(expanded).sort()).toEqual(mondayStarts)
  })

  it('leaves nothing of it to be changed in one place', async () => {
    const { calendar, master, second } = await deletedSeries(site)
    for (const id of [second, `${master.id}_20260601T070000Z`]) {
      const path = calendar.at(id)
      expectRefusal(await calendar.user.patch(path, { status: 'confirmed' }), deleted)
      expectRefusal(await calendar.user.patch(path, { summary: 'No' }), deleted)
    }
    expect(await calendar.expanded()).toEqual([])
    await calendar.patch(master.id, { status: 'confirmed' })
    expect(await calendar.instances(master.id)).toHaveLength(3)
  })

  it('keeps its id and its identifier from being used again', async () => {
    const { calendar, master } = await deletedSeries(site)
    const path = `${calendar.path}/events`
    const duplicate = { status: 409, reason: 'duplicate' }
    expectRefusal(await calendar.user.post(path, { ...mondays, id: master.id }), duplicate)
  })
})

const told = ({ id, status, summary, start, end }: Record<string, unknown>) => ({
  id,
  status,
  summary,
  start,
  end,
})

/** Mondays, of which the second says something else and the third is cancelled. */
async function disturbedSeries(site: Site) {
  const { calendar, master } = await calendarWith(site, mondays)
  const second = `${master.id}_20260608T070000Z`
  const third = `${master.id}_20260615T070000Z`
  await calendar.patch(second, { summary: 'Retro', ...timed('2026-06-09T12:00:00') })
  await calendar.delete(third)
  return { calendar, master, second, third }
}

async function deletedSeries(site: Site) {
  const series = await disturbedSeries(site)
  await series.calendar.delete(series.master.id)
  return series
}
