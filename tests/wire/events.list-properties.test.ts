import { expect, it } from 'vitest'
import { daily, type EventCalendar, eventCalendar } from '../support/listed-events.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

const kinds = ['private', 'shared'] as const
const parameter = (kind: (typeof kinds)[number]) => `${kind}ExtendedProperty`

const add = (calendar: EventCalendar, summary: string, extendedProperties: object, more = {}) =>
  calendar.add({ summary, extendedProperties, ...more })

onEveryEngine('events listed by their extended properties', (site) => {
  // Scenario 60.
  it.each(kinds)('are those whose %s properties are all as asked', async (kind) => {
    const calendar = await eventCalendar(site)
    await add(calendar, 'both', { [kind]: { k: 'v', l: 'w' } })
    await add(calendar, 'one', { [kind]: { k: 'v' } })
    await add(calendar, 'another', { [kind]: { k: 'w', l: 'v' } })
    await calendar.add({ summary: 'none' })
    const titles = async (...constraints: string[]) =>
      (await calendar.titles({ [parameter(kind)]: constraints })).sort()
    expect(await titles('k=v')).toEqual(['both', 'one'])
    expect(await titles('k=v', 'l=w')).toEqual(['both'])
    expect(await titles('k=v', 'k=w')).toEqual([])
    expect(await titles('v=k')).toEqual([])
    expect(await titles('k=V')).toEqual([])
    expect(await titles('K=v')).toEqual([])
  })

  it('have to be as asked of both kinds', async () => {
    const calendar = await eventCalendar(site)
    await add(calendar, 'private', { private: { k: 'v' } })
    await add(calendar, 'shared', { shared: { k: 'v' } })
    await add(calendar, 'both', { private: { k: 'v' }, shared: { k: 'v' } })
    const query = { privateExtendedProperty: 'k=v', sharedExtendedProperty: 'k=v' }
    expect(await calendar.titles(query)).toEqual(['both'])
    const found = await calendar.titles({ privateExtendedProperty: 'k=v' })
    expect(found.sort()).toEqual(['both', 'private'])
  })

  it.each(kinds)('may have %s ones with unusual values, which are taken whole', async (kind) => {
    const calendar = await eventCalendar(site)
    const values = ['', '=', 'a=b', ' ', '"', '\\', '%', '_', 'ä', '漢字', '","x', '😀', "'", '\n']
    for (const value of values) await add(calendar, value, { [kind]: { key: value } })
    for (const value of values) {
      const titles = await calendar.titles({ [parameter(kind)]: `key=${value}` })
      expect(titles.map((title) => title ?? '')).toEqual([value])
    }
    expect(await calendar.titles({ [parameter(kind)]: 'key=漢' })).toEqual([])
    expect(await calendar.titles({ [parameter(kind)]: 'ey=' })).toEqual([])
  })

  it('are found as series, as exceptions, and as instances', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await add(calendar, 'series', { private: { k: 'v' } }, daily())
    await calendar.patch(`${id}_20260505T100000Z`, {
      summary: 'other',
      extendedProperties: { private: { k: 'w' } },
    })
    const query = { privateExtendedProperty: 'k=v' }
    expect(await calendar.titles(query)).toEqual(['series'])
    expect(await calendar.titles({ ...query, singleEvents: true })).toEqual(['series', 'series'])
    expect(await calendar.titles({ privateExtendedProperty: 'k=w' })).toEqual(['other'])
  })

  it('are no longer found by their earlier values', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await add(calendar, 'event', { shared: { k: 'v' } })
    await calendar.patch(id, { extendedProperties: { shared: { k: 'w' } } })
    expect(await calendar.titles({ sharedExtendedProperty: 'k=v' })).toEqual([])
    expect(await calendar.titles({ sharedExtendedProperty: 'k=w' })).toEqual(['event'])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('cannot be found by a text without an equals sign', async () => {
    const calendar = await eventCalendar(site)
    for (const kind of kinds) {
      for (const constraints of ['key', ['k=v', 'key']]) {
        expectRefusal(await calendar.ask({ [parameter(kind)]: constraints }), {
          status: 400,
          reason: 'invalid',
          location: parameter(kind),
        })
      }
    }
  })

  it.each(kinds)('are not found by their %s ones for callers who see no details', async (kind) => {
    const calendar = await eventCalendar(site)
    const properties = { [kind]: { k: 'v' } }
    await add(calendar, 'open', properties)
    await add(calendar, 'hidden', properties, { visibility: 'private' })
    await add(calendar, 'confided', properties, { visibility: 'confidential' })
    await add(calendar, 'public', properties, { visibility: 'public' })
    const counts: Record<string, number> = {}
    for (const role of ['freeBusyReader', 'reader', 'writerWithoutPrivateAccess', 'writer']) {
      const guest = await calendar.guest(site, role)
      const items = await calendar.items({ [parameter(kind)]: 'k=v' }, guest)
      counts[role] = items.length
      expect(await calendar.items({}, guest)).toHaveLength(4)
    }
    expect(counts).toEqual({
      freeBusyReader: 1,
      reader: 2,
      writerWithoutPrivateAccess: 2,
      writer: 4,
    })
  })
})
