import { expect, it } from 'vitest'
import { at, daily, eventCalendar, idsOf, type Query } from '../support/listed-events.ts'
import { onEveryEngine } from '../support/sites.ts'

const single = { singleEvents: true }
const deleted = { showDeleted: true }
const bareInstance = ['etag', 'id', 'kind', 'originalStartTime', 'recurringEventId', 'status']

onEveryEngine('deleted events', (site) => {
  it('are listed only on request, then with their content', async () => {
    const calendar = await eventCalendar(site)
    const made = await calendar.add({ summary: 'Lunch', location: 'Harbour' })
    await calendar.remove(made.id)
    for (const query of [{}, single, { orderBy: 'updated' }, { timeMin: '2026-01-01T00:00:00Z' }]) {
      expect(await calendar.items(query)).toEqual([])
      const [item, ...rest] = await calendar.items({ ...query, ...deleted })
      expect(rest).toEqual([])
      expect(item).toMatchObject({
        id: made.id,
        status: 'cancelled',
        summary: 'Lunch',
        location: 'Harbour',
        start: made.start,
        end: made.end,
      })
    }
  })

  it('are reported as tombstones in a sync, unless more is requested', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ summary: 'Lunch' })
    const token = await calendar.syncToken()
    await calendar.remove(id)
    const [bare] = await calendar.changes(token)
    expect(bare).toEqual({
      kind: 'calendar#event',
      etag: expect.any(String),
      id,
      status: 'cancelled',
    })
    const [full] = await calendar.changes(token, deleted)
    expect(full).toMatchObject({ id, status: 'cancelled', summary: 'Lunch', etag: bare!.etag })
  })

  it('are listed again when they are restored', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ summary: 'Lunch' })
    await calendar.remove(id)
    await calendar.patch(id, { status: 'confirmed' })
    expect(await calendar.items()).toMatchObject([{ id, status: 'confirmed', summary: 'Lunch' }])
    expect(await calendar.items(deleted)).toHaveLength(1)
  })

  it('leave their place on other pages to others', async () => {
    const calendar = await eventCalendar(site)
    for (const id of ['aaaaa', 'bbbbb', 'ccccc', 'ddddd']) await calendar.add({ id })
    await calendar.remove('bbbbb')
    const pages = await calendar.walk({ maxResults: 2 })
    expect(pages.map(({ items }) => idsOf(items!))).toEqual([['aaaaa', 'ccccc'], ['ddddd']])
  })
})

onEveryEngine('a missing instance', (site) => {
  // Scenarios 45 and 46, as lists show them.
  it('is listed bare beside its series, and not among instances', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ summary: 'Daily', ...daily() })
    await calendar.remove(`${id}_20260506T100000Z`)
    const [master, gap, ...rest] = await calendar.items()
    expect(rest).toEqual([])
    expect(master).toMatchObject({ id, recurrence: ['RRULE:FREQ=DAILY;COUNT=3'] })
    expect(Object.keys(gap!).sort()).toEqual(bareInstance)
    expect(gap).toMatchObject({
      id: `${id}_20260506T100000Z`,
      status: 'cancelled',
      recurringEventId: id,
      originalStartTime: { dateTime: '2026-05-06T12:00:00+02:00' },
    })
    expect(await calendar.items(single)).toHaveLength(2)
  })

  it('is listed whole when deleted events are requested', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ summary: 'Daily', ...daily() })
    await calendar.remove(`${id}_20260506T100000Z`)
    const whole = {
      id: `${id}_20260506T100000Z`,
      status: 'cancelled',
      summary: 'Daily',
      start: { dateTime: '2026-05-06T12:00:00+02:00' },
      end: { dateTime: '2026-05-06T13:00:00+02:00' },
    }
    expect(await calendar.items(deleted)).toMatchObject([{ id }, whole])
    const instances = await calendar.items({ ...deleted, ...single })
    expect(instances).toHaveLength(3)
    expect(instances[2]).toMatchObject(whole)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('is shown in the zone that is requested', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ ...daily() })
    await calendar.remove(`${id}_20260506T100000Z`)
    const [, gap] = await calendar.items({ timeZone: 'Asia/Tokyo' })
    expect(gap).toMatchObject({ originalStartTime: { dateTime: '2026-05-06T19:00:00+09:00' } })
  })
})

onEveryEngine('a deleted series', (site) => {
  const expectShown = (items: readonly unknown[], wanted: readonly object[]) =>
    expect(items).toEqual(wanted.map((item) => expect.objectContaining(item) as object))

  it('is shown as its instances, each once, where single events are requested', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ summary: 'Daily', ...daily() })
    await calendar.patch(`${id}_20260505T100000Z`, {
      summary: 'Other',
      ...at('12:00', '13:00', '2026-05-05'),
    })
    await calendar.remove(id)
    const instances = [
      { id: `${id}_20260504T100000Z`, status: 'cancelled', summary: 'Daily' },
      { id: `${id}_20260505T100000Z`, status: 'cancelled', summary: 'Other' },
      { id: `${id}_20260506T100000Z`, status: 'cancelled', summary: 'Daily' },
    ]
    expect(await calendar.items(single)).toEqual([])
    expectShown(await calendar.items({ ...single, ...deleted }), instances)
    const byUpdate = await calendar.items({ ...single, ...deleted, orderBy: 'updated' })
    expect(idsOf(byUpdate).sort()).toEqual(instances.map((instance) => instance.id))
    const pages = await calendar.walk({ ...single, ...deleted, maxResults: 1 })
    expect(pages).toHaveLength(3)
  })

  it('is reported in a sync as itself, or as its instances, each once', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ ...daily() })
    await calendar.patch(`${id}_20260505T100000Z`, { summary: 'Other' })
    await calendar.remove(`${id}_20260506T100000Z`)
    const token = await calendar.syncToken()
    await calendar.remove(id)
    const all = [`${id}`, `${id}_20260505T100000Z`, `${id}_20260506T100000Z`]
    const told = await calendar.changes(token)
    expect(idsOf(told).sort()).toEqual(all)
    const instances = await calendar.changes(token, single)
    expect(idsOf(instances).sort()).toEqual([`${id}_20260504T100000Z`, ...all.slice(1)])
    for (const { status } of [...told, ...instances]) expect(status).toBe('cancelled')
    for (const instance of instances) expect(Object.keys(instance).sort()).toEqual(bareInstance)
  })

  it('returns with what differed from it', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ summary: 'Daily', ...daily() })
    await calendar.patch(`${id}_20260505T100000Z`, { summary: 'Other' })
    await calendar.remove(id)
    await calendar.patch(id, { status: 'confirmed' })
    expect(await calendar.titles(single)).toEqual(['Daily', 'Other', 'Daily'])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each<[string, Query]>([
    ['as it was, with what differed from it,', {}],
    ['the same in a window', { timeMin: '2026-01-01T00:00:00Z' }],
  ])('is shown %s when deleted events are asked for', async (_, query) => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ summary: 'Daily', ...daily() })
    await calendar.patch(`${id}_20260505T100000Z`, { summary: 'Other' })
    await calendar.remove(`${id}_20260506T100000Z`)
    await calendar.remove(id)
    expect(await calendar.items(query)).toEqual([])
    expectShown(await calendar.items({ ...query, ...deleted }), [
      { id, status: 'cancelled', summary: 'Daily' },
      { id: `${id}_20260505T100000Z`, status: 'cancelled', summary: 'Other' },
      { id: `${id}_20260506T100000Z`, status: 'cancelled' },
    ])
  })
})
