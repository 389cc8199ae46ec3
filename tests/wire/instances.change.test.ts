import { expect, it } from 'vitest'
import { expectRefusal } from '../support/refusal.ts'
import {
  berlin,
  calendarWith,
  mondayStarts,
  mondays,
  originalStartsOf,
  timed,
  wholeDays,
} from '../support/series-bodies.ts'
import { onEveryEngine, type Site } from '../support/sites.ts'

onEveryEngine('changing an instance', (site) => {
  it('changes that one and leaves the series as it was', async () => {
    const { calendar, master, second } = await withSecond(site)
    const changed = await calendar.patch(second, { summary: 'Retro' })
    expect(changed).toMatchObject({
      id: second,
      summary: 'Retro',
      recurringEventId: master.id,
      iCalUID: master.iCalUID,
      originalStartTime: { dateTime: '2026-06-08T09:00:00+02:00', timeZone: berlin },
    })
    expect(changed.etag).not.toBe(master.etag)
    expect(await calendar.get(second)).toEqual(changed)
    expect(await calendar.get(master.id)).toEqual(master)
    const listed = await calendar.list()
    expect(listed).toHaveLength(2)
    expect(listed).toEqual(expect.arrayContaining([master, changed]))
    const summaries = ['Stand-up', 'Retro', 'Stand-up', 'Stand-up']
    expect((await calendar.instances(master.id)).map(({ summary }) => summary)).toEqual(summaries)
    expect((await calendar.expanded()).map(({ summary }) => summary)).toEqual(summaries)
  })

  it('replaces it with PUT, clearing what the body omits', async () => {
    const { calendar, master } = await calendarWith(site, { ...mondays, location: 'Hall' })
    const second = `${master.id}_20260608T070000Z`
    const { start, end } = await calendar.get(second)
    const body = { start, end, summary: 'Retro', id: 'other', recurringEventId: 'other' }
    const { status, json } = await calendar.user.put(calendar.at(second), body)
    expect(status).toBe(200)
    expect(json).toMatchObject({ id: second, recurringEventId: master.id, summary: 'Retro' })
    expect(json).not.toHaveProperty('location')
    expect(await calendar.get(second)).toEqual(json)
    expect((await calendar.get(master.id)).location).toBe('Hall')
  })

  it('finds a changed one by its own words, and not by those of its series', async () => {
    const { calendar, second } = await withSecond(site)
    const changed = await calendar.patch(second, { summary: 'Retro' })
    expect(await calendar.expanded({ q: 'retro' })).toEqual([changed])
    const others = await calendar.expanded({ q: 'stand-up' })
    expect(originalStartsOf(others)).toEqual(mondayStarts.filter((_, index) => index !== 1))
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each([
    ['later that day', timed('2026-06-08T15:00:00')],
    ['to another day', timed('2026-06-10T09:00:00')],
    ['before the series', timed('2026-01-01T09:00:00')],
    ['after the series', timed('2027-01-01T09:00:00')],
    ['onto the next instance', timed('2026-06-15T09:00:00')],
    ['to another zone', timed('2026-06-08T09:00:00', { zone: 'Asia/Tokyo' })],
    ['to whole days', { start: { date: '2026-06-09' }, end: { date: '2026-06-11' } }],
  ])('keeps its id and original start when it is moved %s', async (_, times) => {
    const { calendar, master, second } = await withSecond(site)
    const { id, originalStartTime } = await calendar.get(second)
    const moved = await calendar.patch(second, times)
    expect(moved).toMatchObject({ id, originalStartTime, sequence: 1 })
    expect(moved.start.date ?? moved.start.timeZone).toBe(
      'date' in times.start ? times.start.date : times.start.timeZone,
    )
    expect(originalStartsOf(await calendar.instances(master.id))).toEqual(mondayStarts)
    const originalStart = originalStartTime.dateTime!
    expect(await calendar.instances(master.id, { originalStart })).toEqual([moved])
    const unencoded = originalStart.replace('+', ' ')
    expect(await calendar.instances(master.id, { originalStart: unencoded })).toEqual([moved])
    expect(await calendar.expanded()).toHaveLength(4)
    const back = await calendar.patch(second, timed('2026-06-08T09:00:00'))
    expect(back).toMatchObject({
      id,
      originalStartTime,
      start: { dateTime: '2026-06-08T09:00:00+02:00', timeZone: berlin },
    })
  })

  it('moves an all-day event to a time and back', async () => {
    const { calendar, master } = await calendarWith(site, wholeDays)
    const id = `${master.id}_20260602`
    const original = { id, originalStartTime: { date: '2026-06-02' } }
    expect(await calendar.patch(id, timed('2026-06-05T09:00:00'))).toMatchObject({
      ...original,
      start: { dateTime: '2026-06-05T09:00:00+02:00' },
    })
    const day = { start: { date: '2026-06-02' }, end: { date: '2026-06-03' } }
    expect(await calendar.patch(id, day)).toMatchObject({ ...original, ...day })
  })

  it('can patch the times as clients do, with null for the form that goes', async () => {
    const { calendar, second } = await withSecond(site)
    const none = { dateTime: null, timeZone: null }
    const moved = await calendar.patch(second, {
      start: { date: '2026-06-08', ...none },
      end: { date: '2026-06-09', ...none },
    })
    expect(moved.start).toEqual({ date: '2026-06-08' })
    expect(moved.originalStartTime).toHaveProperty('dateTime')
  })

  it('accepts what it has returned, and nothing has changed', async () => {
    const { calendar, master, second } = await withSecond(site)
    const instance = await calendar.get(second)
    const { json } = await calendar.user.put(calendar.at(second), instance)
    expect(json).toEqual(instance)
    expect(await calendar.patch(second, {})).toEqual(instance)
    expect(await calendar.patch(second, { summary: 'Stand-up' })).toEqual(instance)
    expect(await calendar.list()).toEqual([master])
  })

  it.each([
    ['a rule', { recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] }, 'invalid'],
    ['an end before its start', { end: timed('2026-06-07T09:00:00').end }, 'timeRangeEmpty'],
    ['an unknown colour', { colorId: '99' }, 'invalid'],
  ])('refuses %s and keeps it in its series', async (_, patch, reason) => {
    const { calendar, master, second } = await withSecond(site)
    const instance = await calendar.get(second)
    const { recurrence: __, ...body } = { ...instance, ...patch, recurrence: undefined }
    expectRefusal(await calendar.user.patch(calendar.at(second), patch), { status: 400, reason })
    const put = await calendar.user.put(calendar.at(second), { ...body, ...patch })
    expectRefusal(put, { status: 400, reason })
    await calendar.patch(second, { summary: 'Retro' })
    expectRefusal(await calendar.user.patch(calendar.at(second), patch), { status: 400, reason })
    expect(await calendar.get(master.id)).toEqual(master)
  })

  it('has reminders of its own', async () => {
    const { calendar, master, second } = await withSecond(site)
    const reminders = { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] }
    const changed = await calendar.patch(second, { reminders })
    expect(changed).toMatchObject({ id: second, reminders, updated: master.updated })
    expect(await calendar.get(second)).toEqual(changed)
    const all = await calendar.instances(master.id)
    expect(all.map((instance) => instance.reminders)).toEqual([
      { useDefault: true },
      reminders,
      { useDefault: true },
      { useDefault: true },
    ])
  })

  it('counts revisions if its time changes, and not for its texts', async () => {
    const { calendar, master, second } = await withSecond(site)
    expect(await calendar.patch(second, { summary: 'Retro' })).toMatchObject({ sequence: 0 })
    const moved = await calendar.patch(second, timed('2026-06-09T09:00:00'))
    expect(moved.sequence).toBe(1)
    const reply = await calendar.user.patch(calendar.at(second), { sequence: 0, summary: 'Late' })
    expectRefusal(reply, { status: 400, reason: 'invalid' })
    await calendar.delete(second)
    expect(await calendar.get(second)).toMatchObject({ sequence: 2 })
    expect(await calendar.patch(second, { status: 'confirmed' })).toMatchObject({ sequence: 3 })
    expect((await calendar.get(master.id)).sequence).toBe(0)
  })
})

async function withSecond(site: Site) {
  const { calendar, master } = await calendarWith(site, mondays)
  return { calendar, master, second: `${master.id}_20260608T070000Z` }
}
