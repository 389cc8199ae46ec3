import { expect, it } from 'vitest'
import { daily, eventCalendar, idsOf, titlesOf } from '../support/listed-events.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

// The clock stands where a test has put it, so no other test may share the server.
onEveryEngine('polling for events by the time of their last change', (site) => {
  const setClock = (now: string) =>
    site.call('/_almanac/clock', { method: 'POST', body: { now, frozen: true } })

  // Scenario 63.
  it('returns what has changed since, deletions included', async () => {
    const calendar = await eventCalendar(site)
    await setClock('2031-05-01T12:00:00Z')
    const [old, changed, removed] = [
      await calendar.add({ summary: 'old' }),
      await calendar.add({ summary: 'changed' }),
      await calendar.add({ summary: 'removed' }),
    ]
    await setClock('2031-05-01T13:00:00Z')
    await calendar.patch(changed.id, { location: 'here' })
    await calendar.remove(removed.id)
    await setClock('2031-05-01T14:00:00Z')
    const made = await calendar.add({ summary: 'new' })
    const since = async (updatedMin: string, query: object = {}) =>
      idsOf(await calendar.items({ updatedMin, ...query }))
    const both = [changed.id, removed.id].sort()
    expect(await since('2031-05-01T13:00:00Z')).toEqual([...both, made.id])
    expect(await since('2031-05-01T13:00:00Z', { showDeleted: false })).toEqual([...both, made.id])
    expect(await since('2031-05-01T13:00:00.001Z')).toEqual([made.id])
    expect(await since('2031-05-01T14:00:01Z')).toEqual([])
    expect(await since('2031-05-01T12:00:00Z')).toContain(old.id)
    const ordered = { singleEvents: true, orderBy: 'startTime' }
    expect((await since('2031-05-01T13:00:00Z', ordered)).sort()).toEqual([...both, made.id].sort())
  })

  it('returns instances of what has changed, and missing ones', async () => {
    const calendar = await eventCalendar(site)
    await setClock('2031-07-01T12:00:00Z')
    await calendar.add({ summary: 'old', ...daily() })
    const { id } = await calendar.add({ summary: 'Daily', ...daily() })
    await setClock('2031-07-01T13:00:00Z')
    await calendar.remove(`${id}_20260505T100000Z`)
    const query = { updatedMin: '2031-07-01T13:00:00Z', singleEvents: true }
    expect(await calendar.items(query)).toMatchObject([
      { id: `${id}_20260505T100000Z`, status: 'cancelled' },
    ])
    await calendar.patch(id, { summary: 'Changed' })
    const items = await calendar.items(query)
    expect(titlesOf(items).filter((title) => title === 'Changed')).toHaveLength(2)
  })

  it('orders by the last change, and pages do so as well', async () => {
    const calendar = await eventCalendar(site)
    const ids: string[] = []
    for (const hour of ['10', '11', '12', '13']) {
      await setClock(`2031-08-01T${hour}:00:00Z`)
      ids.push((await calendar.add()).id)
    }
    await setClock('2031-08-01T14:00:00Z')
    await calendar.patch(ids[1]!, { summary: 'last' })
    const order = [ids[0], ids[2], ids[3], ids[1]]
    const query = { orderBy: 'updated', updatedMin: '2031-08-01T10:00:00Z' }
    expect(idsOf(await calendar.items(query))).toEqual(order)
    const pages = await calendar.walk({ ...query, maxResults: 1 })
    expect(pages.flatMap(({ items }) => idsOf(items!))).toEqual(order)
    const [first] = await calendar.items({ orderBy: 'updated', singleEvents: true, maxResults: 1 })
    expect(first!.id).toBe(ids[0])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('returns deleted events as tombstones, or whole on request', async () => {
    const calendar = await eventCalendar(site)
    await setClock('2031-06-01T12:00:00Z')
    const { id } = await calendar.add({ summary: 'Lunch' })
    await calendar.remove(id)
    const updatedMin = '2031-06-01T12:00:00Z'
    expect(await calendar.items({ updatedMin })).toEqual([
      { kind: 'calendar#event', etag: expect.any(String), id, status: 'cancelled' },
    ])
    expect(await calendar.items({ updatedMin, showDeleted: true })).toMatchObject([
      { id, status: 'cancelled', summary: 'Lunch', start: { timeZone: 'UTC' } },
    ])
  })

  it('returns instances of a deleted series as tombstones in any order', async () => {
    const calendar = await eventCalendar(site)
    await setClock('2031-06-02T12:00:00Z')
    const { id } = await calendar.add({ summary: 'Daily', ...daily() })
    await calendar.remove(id)
    const query = { updatedMin: '2031-06-02T12:00:00Z', singleEvents: true }
    const items = await calendar.items(query)
    expect(items).not.toHaveLength(0)
    for (const item of items) expect(item).not.toHaveProperty('summary')
    expect(await calendar.items({ ...query, orderBy: 'startTime' })).toEqual(items)
    const whole = await calendar.items({ ...query, orderBy: 'startTime', showDeleted: true })
    expect(new Set(titlesOf(whole))).toEqual(new Set(['Daily']))
  })

  it.each([
    ['COUNT', ['RRULE:FREQ=DAILY;COUNT=2']],
    ['UNTIL', ['RRULE:FREQ=DAILY;UNTIL=20260505T100000Z']],
    ['EXDATE', ['RRULE:FREQ=DAILY;COUNT=4', 'EXDATE:20260506T100000Z,20260507T100000Z']],
  ])('gives instances that a series has given up by %s as cancelled', async (_, recurrence) => {
    const calendar = await eventCalendar(site)
    await setClock('2031-07-02T12:00:00Z')
    const { id } = await calendar.add({ summary: 'Daily', ...daily(4) })
    const instance = (day: string) => `${id}_202605${day}T100000Z`
    await calendar.patch(instance('07'), { summary: 'Changed' })
    await setClock('2031-07-02T13:00:00Z')
    await calendar.patch(id, { recurrence })
    const query = { updatedMin: '2031-07-02T13:00:00Z', singleEvents: true }
    const statuses = async (more: object = {}) =>
      (await calendar.walk({ ...query, maxResults: 1, ...more }))
        .flatMap(({ items = [] }) => items)
        .map((item) => `${item.id?.split('_')[1]?.slice(6, 8)} ${item.status}`)
    const all = ['04 confirmed', '05 confirmed', '06 cancelled', '07 cancelled']
    expect((await statuses()).sort()).toEqual(all)
    expect(await statuses({ orderBy: 'startTime' })).toEqual(all)
    const window = { timeMin: '2026-05-06T00:00:00Z', timeMax: '2026-05-07T00:00:00Z' }
    expect(await statuses(window)).toEqual(['06 cancelled'])
    expect(await statuses({ ...window, orderBy: 'startTime' })).toEqual(['06 cancelled'])

    const [bare] = await calendar.items({ ...query, ...window })
    expect(bare).toEqual({
      kind: 'calendar#event',
      etag: expect.any(String),
      id: instance('06'),
      status: 'cancelled',
      recurringEventId: id,
      originalStartTime: { dateTime: expect.any(String), timeZone: 'UTC' },
    })
    const [whole] = await calendar.items({ ...query, ...window, showDeleted: true })
    expect(whole).toMatchObject({ id: instance('06'), status: 'cancelled', summary: 'Daily' })

    await setClock('2031-07-02T14:00:00Z')
    await calendar.patch(id, { location: 'Hall' })
    expect(await statuses({ updatedMin: '2031-07-02T14:00:00Z' })).toEqual(all.slice(0, 2))
  })

  it('returns what an endless series has abandoned within the window', async () => {
    const calendar = await eventCalendar(site)
    await setClock('2031-07-03T12:00:00Z')
    const { id } = await calendar.add({ recurrence: ['RRULE:FREQ=DAILY'] })
    await setClock('2031-07-03T13:00:00Z')
    await calendar.patch(id, { recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] })
    const items = await calendar.items({
      updatedMin: '2031-07-03T13:00:00Z',
      singleEvents: true,
      timeMin: '2031-01-01T00:00:00Z',
      timeMax: '2031-01-04T00:00:00Z',
    })
    expect(items.map((item) => [item.id, item.status])).toEqual(
      ['01', '02', '03'].map((day) => [`${id}_203101${day}T100000Z`, 'cancelled']),
    )
  })

  it('finds what is new by a time of creation that agrees with the first change', async () => {
    const calendar = await eventCalendar(site)
    await setClock('2031-09-01T12:00:00.789Z')
    const { created, updated } = await calendar.add()
    expect(String(created).slice(0, 19)).toBe(String(updated).slice(0, 19))
    const changed = await calendar.items({ updatedMin: '2031-09-01T12:00:00Z' })
    expect(changed).toHaveLength(1)
  })

  // Scenario 63.
  it('cannot reach back beyond the time for which deletions are kept', async () => {
    const calendar = await eventCalendar(site)
    await setClock('2031-10-31T12:00:00Z')
    for (const updatedMin of ['2030-10-31T12:00:00Z', '2031-10-01T11:59:59Z']) {
      expectRefusal(await calendar.ask({ updatedMin, orderBy: 'updated' }), {
        status: 410,
        reason: 'updatedMinTooLongAgo',
        domain: 'calendar',
        location: 'updatedMin',
      })
    }
    expect((await calendar.ask({ updatedMin: '2031-10-01T12:00:00Z' })).status).toBe(200)
    await setClock('2031-10-31T12:00:01Z')
    expect((await calendar.ask({ updatedMin: '2031-10-01T12:00:00Z' })).status).toBe(410)
  })
})
