import { expect, it } from 'vitest'
import { expectRefusal } from '../support/refusal.ts'
import {
  calendarWith,
  mondayStarts,
  mondays,
  originalStartsOf,
  timed,
  wholeDays,
} from '../support/series-bodies.ts'
import { onEveryEngine, type Site } from '../support/sites.ts'

const deleted = { status: 410, reason: 'deleted' }

onEveryEngine('cancelling an instance', (site) => {
  it('leaves a tombstone for clients that expand series themselves', async () => {
    const { calendar, master, third } = await withThird(site)
    await calendar.delete(third)
    const listed = await calendar.list()
    expect(listed).toHaveLength(2)
    expect(listed).toContainEqual(master)
    expect(listed).toContainEqual({
      kind: 'calendar#event',
      etag: expect.any(String),
      id: third,
      status: 'cancelled',
      recurringEventId: master.id,
      originalStartTime: { dateTime: '2026-06-15T09:00:00+02:00', timeZone: 'Europe/Berlin' },
    })
    const left = mondayStarts.filter((_, index) => index !== 2)
    expect(originalStartsOf(await calendar.expanded())).toEqual(left)
    expect((await calendar.get(master.id)).recurrence).toEqual(mondays.recurrence)
  })

  it('is reported in the window of its original start, wherever it was moved', async () => {
    const { calendar, master, third } = await withThird(site)
    await calendar.patch(third, timed('2026-08-01T09:00:00'))
    await calendar.delete(third)
    const window = { timeMin: '2026-06-15T00:00:00Z', timeMax: '2026-06-16T00:00:00Z' }
    const listed = await calendar.list(window)
    expect(listed.map(({ id }) => id).sort()).toEqual([master.id, third])
    expect(await calendar.expanded(window)).toEqual([])
  })

  it('is undone by the status confirmed, with its content', async () => {
    const { calendar, third } = await withThird(site)
    const changed = await calendar.patch(third, {
      summary: 'Retro',
      ...timed('2026-06-16T09:00:00'),
    })
    await calendar.delete(third)
    expect(await calendar.patch(third, { location: 'Hall' })).toMatchObject({ status: 'cancelled' })
    const back = await calendar.patch(third, { status: 'confirmed' })
    const { etag: _, updated: __, sequence: ___, ...same } = changed
    expect(back).toMatchObject({ ...same, location: 'Hall' })
    expect(await calendar.expanded()).toHaveLength(4)
    await calendar.delete(third)
    expect(await calendar.expanded()).toHaveLength(3)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('is returned whole with showDeleted', async () => {
    const { calendar, master, third } = await withThird(site)
    const { start, end, originalStartTime, summary } = await calendar.get(third)
    await calendar.delete(third)
    const whole = { id: third, status: 'cancelled', start, end, originalStartTime, summary }
    const expanded = await calendar.expanded({ showDeleted: true })
    expect(originalStartsOf(expanded)).toEqual(mondayStarts)
    expect(expanded[2]).toMatchObject(whole)
    expect(await calendar.get(third)).toEqual(expanded[2])
    const listed = await calendar.list({ showDeleted: true })
    expect(listed).toHaveLength(2)
    expect(listed).toEqual(expect.arrayContaining([master, expanded[2]]))
  })

  it('is refused a second time, also for one that had changed', async () => {
    const { calendar, third } = await withThird(site)
    await calendar.patch(third, { summary: 'Retro' })
    await calendar.delete(third)
    expectRefusal(await calendar.user.delete(calendar.at(third)), deleted)
    expect(await calendar.get(third)).toMatchObject({ status: 'cancelled', summary: 'Retro' })
  })

  it.each(['patch', 'put'] as const)('is also done by the status in a %s', async (method) => {
    const { calendar, third } = await withThird(site)
    const instance = await calendar.get(third)
    const { status, json } = await calendar.user[method](calendar.at(third), {
      ...instance,
      status: 'cancelled',
    })
    expect(status).toBe(200)
    expect(json).toMatchObject({ id: third, status: 'cancelled' })
    expect(await calendar.expanded()).toHaveLength(3)
    expectRefusal(await calendar.user.delete(calendar.at(third)), deleted)
  })

  it('works for each of them until none is left, and the series stays', async () => {
    const { calendar, master } = await calendarWith(site, wholeDays)
    for (const originalStart of ['20260601', '20260602', '20260603']) {
      await calendar.delete(`${master.id}_${originalStart}`)
    }
    expect(await calendar.expanded()).toEqual([])
    expect(await calendar.instances(master.id)).toEqual([])
    expect(await calendar.get(master.id)).toEqual(master)
    expect(await calendar.list()).toHaveLength(4)
  })
})

async function withThird(site: Site) {
  const { calendar, master } = await calendarWith(site, mondays)
  return { calendar, master, third: `${master.id}_20260615T070000Z` }
}
