import { expect, it } from 'vitest'
import { expectRefusal, notFound } from '../support/refusal.ts'
import {
  berlin,
  calendarWith,
  mondayStarts,
  mondays,
  originalStartsOf,
  queryText,
  startsOf,
  timed,
  wholeDays,
} from '../support/series-bodies.ts'
import { onEveryEngine, type Site } from '../support/sites.ts'

onEveryEngine('instances of a series', (site) => {
  it('are its occurrences, each known by its original start', async () => {
    const { calendar, master } = await calendarWith(site, { ...mondays, location: 'Hall' })
    const instances = await calendar.instances(master.id)
    expect(originalStartsOf(instances)).toEqual(mondayStarts)
    const { recurrence: _, htmlLink, ...common } = master
    expect(instances[1]).toEqual({
      ...common,
      id: `${master.id}_20260608T070000Z`,
      htmlLink: expect.not.stringMatching(String(htmlLink)),
      start: { dateTime: '2026-06-08T09:00:00+02:00', timeZone: berlin },
      end: { dateTime: '2026-06-08T10:00:00+02:00', timeZone: berlin },
      originalStartTime: { dateTime: '2026-06-08T09:00:00+02:00', timeZone: berlin },
      recurringEventId: master.id,
    })
    expect(instances[0]!.htmlLink).toBe(htmlLink)
    for (const { etag, iCalUID } of instances) {
      expect({ etag, iCalUID }).toEqual({ etag: master.etag, iCalUID: master.iCalUID })
    }
  })

  it('are the same in every list and by themselves', async () => {
    const { calendar, master } = await calendarWith(site, mondays)
    const instances = await calendar.instances(master.id)
    expect(await calendar.expanded()).toEqual(instances)
    for (const instance of instances) expect(await calendar.get(instance.id)).toEqual(instance)
  })

  it('that were moved count at their new start, in the order of their original starts', async () => {
    const { calendar, ids, master } = await withIds(site)
    await calendar.patch(ids[1]!, timed('2026-07-20T09:00:00'))
    expect(originalStartsOf(await calendar.instances(master.id))).toEqual(mondayStarts)
    const july = { timeMin: '2026-07-01T00:00:00Z' }
    expect(originalStartsOf(await calendar.instances(master.id, july))).toEqual([mondayStarts[1]])
    const june = { timeMax: '2026-07-01T00:00:00Z' }
    const left = mondayStarts.filter((_, index) => index !== 1)
    expect(originalStartsOf(await calendar.instances(master.id, june))).toEqual(left)
  })

  it('that are cancelled are there if that is requested', async () => {
    const { calendar, ids, master } = await withIds(site)
    await calendar.delete(ids[2]!)
    const left = mondayStarts.filter((_, index) => index !== 2)
    expect(originalStartsOf(await calendar.instances(master.id))).toEqual(left)
    const all = await calendar.instances(master.id, { showDeleted: true })
    expect(originalStartsOf(all)).toEqual(mondayStarts)
    expect(all[2]).toMatchObject({ status: 'cancelled', start: mondayStart('15') })
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('are returned with the fields of the calendar, and without a sync token', async () => {
    const { calendar, master } = await calendarWith(site, mondays)
    const { json, headers } = await calendar.user.get(`${calendar.at(master.id)}/instances`)
    expect(json).toMatchObject({
      kind: 'calendar#events',
      etag: headers.etag,
      summary: 'Work',
      timeZone: berlin,
      accessRole: 'owner',
      defaultReminders: [],
      updated: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    })
    expect(json).not.toHaveProperty('nextSyncToken')
    expect(json).not.toHaveProperty('nextPageToken')
  })

  it.each([
    ['ends exactly at timeMin', { timeMin: '2026-06-08T08:00:00Z' }, [1, 2, 3]],
    ['has ended a second before timeMin', { timeMin: '2026-06-08T08:00:01Z' }, [2, 3]],
    ['begins exactly at timeMax', { timeMax: '2026-06-15T07:00:00Z' }, [0, 1]],
    ['begins a second before timeMax', { timeMax: '2026-06-15T07:00:01Z' }, [0, 1, 2]],
    [
      'is on during the whole window',
      { timeMin: '2026-06-08T07:10:00Z', timeMax: '2026-06-08T07:20:00Z' },
      [1],
    ],
  ])('are in a window as is one that %s', async (_, window, wanted) => {
    const { calendar, master } = await calendarWith(site, mondays)
    expect(originalStartsOf(await calendar.instances(master.id, window))).toEqual(
      wanted.map((index) => mondayStarts[index]),
    )
  })

  it('that are all-day events are in a window by the zone of the calendar', async () => {
    const { calendar, master } = await calendarWith(site, wholeDays)
    const window = { timeMin: '2026-06-02T22:00:01Z', timeMax: '2026-06-03T12:00:00Z' }
    expect(originalStartsOf(await calendar.instances(master.id, window))).toEqual(['20260603'])
    const edge = { timeMin: '2026-06-02T22:00:00Z', timeMax: '2026-06-03T12:00:00Z' }
    expect(originalStartsOf(await calendar.instances(master.id, edge))).toEqual([
      '20260602',
      '20260603',
    ])
  })

  it.each([
    ['UTC', '2026-06-08T07:00:00Z'],
    ['an offset', '2026-06-08T09:00:00+02:00'],
    ['another offset', '2026-06-08T02:00:00-05:00'],
  ])('are found by an original start in %s, also when moved', async (_, originalStart) => {
    const { calendar, ids, master } = await withIds(site)
    const query = { originalStart }
    expect(await calendar.instances(master.id, query)).toMatchObject([{ id: ids[1] }])
    const moved = await calendar.patch(ids[1]!, timed('2026-07-20T09:00:00'))
    expect(await calendar.instances(master.id, query)).toEqual([moved])
    await calendar.delete(ids[1]!)
    expect(await calendar.instances(master.id, query)).toEqual([])
    const all = await calendar.instances(master.id, { ...query, showDeleted: true })
    expect(all).toMatchObject([{ id: ids[1], status: 'cancelled' }])
  })

  it('that are all-day events are found by a date', async () => {
    const { calendar, master } = await calendarWith(site, wholeDays)
    const found = await calendar.instances(master.id, { originalStart: '2026-06-02' })
    expect(originalStartsOf(found)).toEqual(['20260602'])
    expect(await calendar.instances(master.id, { originalStart: '2026-07-02' })).toEqual([])
  })

  it('are not found by an original start that none has', async () => {
    const { calendar, master } = await calendarWith(site, mondays)
    for (const originalStart of ['2026-06-08T07:00:01Z', '2026-06-08', '1970-01-01T00:00:00Z']) {
      expect(await calendar.instances(master.id, { originalStart })).toEqual([])
    }
  })

  it('are shown in the zone that is requested', async () => {
    const { calendar, ids, master } = await withIds(site)
    await calendar.patch(ids[1]!, { summary: 'Retro' })
    const instances = await calendar.instances(master.id, { timeZone: 'UTC' })
    expect(startsOf(instances)).toEqual(
      ['01', '08', '15', '22'].map((day) => `2026-06-${day}T07:00:00`),
    )
    for (const { start, end, originalStartTime } of instances) {
      expect(originalStartTime).toEqual(start)
      expect(end.dateTime).toMatch(/T08:00:00Z$/)
    }
  })

  it('are given for the id of one of them as for the id of the series', async () => {
    const { calendar, ids, master } = await withIds(site)
    await calendar.patch(ids[1]!, { summary: 'Retro' })
    const instances = await calendar.instances(master.id)
    expect(await calendar.instances(ids[0]!)).toEqual(instances)
    expect(await calendar.instances(ids[1]!)).toEqual(instances)
  })

  it('do not exist for an event that does not repeat', async () => {
    const { calendar } = await withIds(site)
    const { id } = await calendar.insert(timed('2026-06-01T09:00:00'))
    const reply = await calendar.user.get(`${calendar.at(id)}/instances`)
    expectRefusal(reply, { status: 400, reason: 'invalid' })
  })

  it.each(['nothing', 'nothing_20260608T070000Z', 'a_b_c', '_20260608'])(
    'do not exist for %s, which is no event',
    async (id) => {
      const { calendar } = await withIds(site)
      expectRefusal(await calendar.user.get(`${calendar.at(id)}/instances`), notFound)
    },
  )

  it.each([
    [
      'an empty window',
      { timeMin: '2026-06-08T00:00:00Z', timeMax: '2026-06-08T00:00:00Z' },
      'timeRangeEmpty',
    ],
    ['a bound without an offset', { timeMin: '2026-06-08T00:00:00' }, 'badRequest'],
    ['an original start that is no time', { originalStart: 'monday' }, 'badRequest'],
    ['an unknown zone', { timeZone: 'Mars/Olympus' }, 'invalid'],
    ['a page of nothing', { maxResults: '0' }, 'invalidParameter'],
  ])('refuse %s', async (_, query, reason) => {
    const { calendar, master } = await calendarWith(site, mondays)
    const path = `${calendar.at(master.id)}/instances?${queryText(query as Record<string, string>)}`
    expectRefusal(await calendar.user.get(path), { status: 400, reason })
  })
})

const mondayStart = (day: string) => ({
  dateTime: `2026-06-${day}T09:00:00+02:00`,
  timeZone: berlin,
})

async function withIds(site: Site) {
  const { calendar, master } = await calendarWith(site, mondays)
  return {
    calendar,
    master,
    ids: mondayStarts.map((originalStart) => `${master.id}_${originalStart}`),
  }
}
