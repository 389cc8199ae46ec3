import { expect, it } from 'vitest'
import { expectRefusal, notFound } from '../support/refusal.ts'
import {
  calendarWith,
  mondayStarts,
  mondays,
  originalStartsOf,
  statusesOf,
  timed,
} from '../support/series-bodies.ts'
import { onEveryEngine, type Site } from '../support/sites.ts'

const untilFirst = { recurrence: ['RRULE:FREQ=WEEKLY;UNTIL=20260602T000000Z'] }

const moves: [string, object][] = [
  ['UNTIL', untilFirst],
  ['COUNT', { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=1'] }],
  ['EXDATE', { recurrence: [...mondays.recurrence, 'EXDATE:20260608T070000Z,20260615T070000Z'] }],
  ['another time of day', timed('2026-06-01T10:00:00')],
  ['another weekday', timed('2026-06-02T09:00:00')],
  ['another zone', timed('2026-06-01T09:00:00', { zone: 'America/New_York' })],
  ['a later start', timed('2026-06-22T09:00:00')],
  ['whole days', { start: { date: '2026-06-01' }, end: { date: '2026-06-02' } }],
]

onEveryEngine('exceptions whose place a series gives up', (site) => {
  it('have plain instances in their places when the series is long again', async () => {
    const { calendar, master, second, third } = await withExceptions(site)
    await calendar.patch(master.id, untilFirst)
    await calendar.patch(master.id, { recurrence: mondays.recurrence, location: 'Hall' })
    const instances = await calendar.instances(master.id)
    expect(originalStartsOf(instances)).toEqual(mondayStarts)
    expect(await calendar.expanded()).toEqual(instances)
    for (const { summary, location, status, start, originalStartTime } of instances) {
      expect({ summary, location, status }).toEqual({
        summary: 'Stand-up',
        location: 'Hall',
        status: 'confirmed',
      })
      expect(start).toEqual(originalStartTime)
    }
    expect(await calendar.get(second)).toEqual(instances[1])
    expect(await calendar.patch(third, { summary: 'Again' })).toMatchObject({ status: 'confirmed' })
  })

  it('are returned in their current state when the series was trimmed and restored in between', async () => {
    const { calendar, master, second, third } = await withExceptions(site)
    const changes = await calendar.syncing()
    const expandedChanges = await calendar.syncing({ singleEvents: true })
    await calendar.patch(master.id, untilFirst)
    await calendar.patch(master.id, { recurrence: mondays.recurrence })
    const told = statusesOf(await changes())
    expect(told[second] ?? 'confirmed').toBe('confirmed')
    expect(told[third] ?? 'confirmed').toBe('confirmed')
    const expanded = await expandedChanges()
    expect(originalStartsOf(expanded).sort()).toEqual(mondayStarts)
    expect(new Set(Object.values(statusesOf(expanded)))).toEqual(new Set(['confirmed']))
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each(moves)('are deleted after %s, and sync reports them', async (_, patch) => {
    const { calendar, master, second, third } = await withExceptions(site)
    const changes = await calendar.syncing()
    await calendar.patch(master.id, patch)
    expect(await calendar.list()).toMatchObject([{ id: master.id }])
    const instances = await calendar.instances(master.id, { showDeleted: true })
    expect(instances.map(({ id }) => id)).not.toContain(second)
    expect(instances.map(({ id }) => id)).not.toContain(third)
    expect(instances.map(({ summary }) => summary)).not.toContain('Retro')
    expect(await calendar.expanded()).toEqual(instances)
    const told = await changes()
    expect(told).toHaveLength(3)
    expect(statusesOf(told)).toEqual({
      [master.id]: 'confirmed',
      [second]: 'cancelled',
      [third]: 'cancelled',
    })
    expect(await changes()).toEqual([])
  })

  it('are read as cancelled, and cannot return by themselves', async () => {
    const { calendar, master, second } = await withExceptions(site)
    await calendar.patch(master.id, untilFirst)
    expect(await calendar.get(second)).toMatchObject({ status: 'cancelled' })
    const path = calendar.at(second)
    expectRefusal(await calendar.user.delete(path), { status: 410, reason: 'deleted' })
    expectRefusal(await calendar.user.patch(path, { status: 'confirmed' }), notFound)
    expect(await calendar.expanded()).toHaveLength(1)
    expect(await calendar.list()).toHaveLength(1)
  })
})

/** Mondays, of which the second says something else and the third is cancelled. */
async function withExceptions(site: Site) {
  const { calendar, master } = await calendarWith(site, mondays)
  const second = `${master.id}_20260608T070000Z`
  const third = `${master.id}_20260615T070000Z`
  await calendar.patch(second, { summary: 'Retro', ...timed('2026-06-09T12:00:00') })
  await calendar.delete(third)
  return { calendar, master, second, third }
}
