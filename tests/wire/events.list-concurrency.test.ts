import { expect, it } from 'vitest'
import { type EventCalendar, eventCalendar, idsOf } from '../support/listed-events.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('listing events while others write', (site) => {
  it('loses nothing that is added to a client that keeps up', async () => {
    const calendar = await eventCalendar(site)
    const known = new Set<string | undefined>()
    const writing = addMany(calendar, { writers: 5, each: 12 })
    let syncToken = await walkInto(known, calendar, { maxResults: 3 })
    while (!writing.isDone)
      syncToken = await walkInto(known, calendar, { maxResults: 7, syncToken })
    const ids = await writing.ids
    await walkInto(known, calendar, { syncToken })
    expect(ids.filter((id) => !known.has(id))).toEqual([])
    expect(known.size).toBe(60)
    expect(idsOf(await calendar.items()).sort()).toEqual([...known].sort())
  })

  it('shows each event that was there all the time exactly once', async () => {
    const calendar = await eventCalendar(site)
    const settled = new Set<string>()
    for (let index = 0; index < 20; index++) settled.add((await calendar.add()).id)
    const writing = addMany(calendar, { writers: 3, each: 12 })
    do {
      for (const query of [{}, { singleEvents: true, orderBy: 'startTime' }]) {
        const pages = await calendar.walk({ ...query, maxResults: 4 })
        const ids = pages.flatMap(({ items }) => idsOf(items!))
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.filter((id) => settled.has(id!))).toHaveLength(20)
      }
    } while (!writing.isDone)
    await writing.ids
  })

  it('shows each instance of a series exactly once while instances are changed', async () => {
    const calendar = await eventCalendar(site)
    const day = (number: number) => `2026-05-${String(number).padStart(2, '0')}`
    const { id } = await calendar.add({
      start: { dateTime: `${day(1)}T10:00:00Z`, timeZone: 'UTC' },
      end: { dateTime: `${day(1)}T11:00:00Z`, timeZone: 'UTC' },
      recurrence: ['RRULE:FREQ=DAILY;COUNT=30'],
    })
    const instances = Array.from(
      { length: 30 },
      (_, index) => `${id}_${day(index + 1).replaceAll('-', '')}T100000Z`,
    )
    let isDone = false
    const writing = (async () => {
      for (const instance of instances) await calendar.patch(instance, { summary: 'Changed' })
    })().finally(() => {
      isDone = true
    })
    const query = { singleEvents: true, showDeleted: true }
    while (!isDone) {
      expect(idsOf(await calendar.items({ ...query, orderBy: 'startTime' }))).toEqual(instances)
      expect(idsOf(await calendar.items(query)).toSorted()).toEqual(instances)
    }
    await writing
  })

  it('never reuses an etag', async () => {
    const calendar = await eventCalendar(site)
    const writing = addMany(calendar, { writers: 3, each: 10 })
    const shown = new Map<string, string>()
    do {
      const { etag, items } = await calendar.list()
      const ids = idsOf(items!).join()
      // A list may be newer than its etag says while somebody writes, but it is never older.
      const before = shown.get(etag!)
      if (before !== undefined) expect(ids.length).toBeGreaterThanOrEqual(before.length)
      shown.set(etag!, ids)
    } while (!writing.isDone)
    await writing.ids
    const last = await calendar.list()
    expect(last.items).toHaveLength(30)
    expect((await calendar.list()).etag).toBe(last.etag)
  })
})

function addMany(calendar: EventCalendar, { writers, each }: { writers: number; each: number }) {
  const writing = {
    isDone: false,
    ids: Promise.all(
      Array.from({ length: writers }, async () => {
        const ids: string[] = []
        for (let index = 0; index < each; index++) ids.push((await calendar.add()).id)
        return ids
      }),
    ).then((all) => {
      writing.isDone = true
      return all.flat()
    }),
  }
  return writing
}

/** Walks a list or the changes since a token, and gives the next token. */
async function walkInto(
  known: Set<string | undefined>,
  calendar: EventCalendar,
  query: { maxResults?: number; syncToken?: string },
): Promise<string> {
  const pages = await calendar.walk(query)
  for (const { items } of pages) for (const { id } of items!) known.add(id)
  return pages.at(-1)!.nextSyncToken!
}
