import { expect, it } from 'vitest'
import { at, type EventCalendar, eventCalendar, type Query } from '../support/listed-events.ts'
import { onEveryEngine } from '../support/sites.ts'

const single = { singleEvents: true, maxResults: 2500 }
const since2015 = at('09:00', '10:00', '2015-01-01')

/** Rules with more instances than a list gives of a series without an end, and what is listed first. */
const lists: readonly [string, Query][] = [
  ['RRULE:FREQ=DAILY', {}],
  ['RRULE:FREQ=DAILY', { timeMin: '2026-01-01T00:00:00Z' }],
  ['RRULE:FREQ=DAILY', { timeMin: '2031-01-01T00:00:00Z' }],
  ['RRULE:FREQ=WEEKLY', { timeMax: '2040-01-01T00:00:00Z' }],
  ['RRULE:FREQ=DAILY;COUNT=6000', { timeMin: '2026-06-01T00:00:00Z' }],
]

onEveryEngine('syncing a long series', (site) => {
  it('continues with the window of the first list in later tokens', async () => {
    const { calendar, id, held } = await listed('RRULE:FREQ=DAILY', {
      timeMin: '2031-01-01T00:00:00Z',
    })
    await calendar.add()
    await held.sync()
    await calendar.remove(id)
    await held.sync()
    expect([...held.items.keys()].filter((key) => key.startsWith(id))).toEqual([])
  })

  async function listed(rule: string, window: Query) {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ ...since2015, summary: 'As it was', recurrence: [rule] })
    return { calendar, id, held: await heldAfter(calendar, window) }
  }

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('asks for a new list if a series has moved more often than is remembered', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({
      ...since2015,
      recurrence: ['RRULE:FREQ=DAILY;COUNT=700'],
    })
    const syncToken = await calendar.syncToken(single)
    for (let minute = 10; minute < 36; minute++) {
      await calendar.patch(id, at(`09:${minute}`, `10:${minute}`, '2015-01-01'))
    }
    const { status, json } = await calendar.ask({ syncToken, ...single })
    expect([status, json.error?.errors?.[0]?.reason]).toEqual([410, 'fullSyncRequired'])
    const recent = await calendar.syncToken(single)
    await calendar.patch(id, at('11:00', '12:00', '2015-01-01'))
    const told = await calendar.walk({ syncToken: recent, ...single })
    const statuses = told.flatMap(({ items }) => items!.map(({ status: each }) => each))
    expect(statuses.filter((each) => each === 'cancelled')).toHaveLength(700)
    expect(statuses.filter((each) => each === 'confirmed')).toHaveLength(700)
  })

  it.each(lists)(
    'reports that %s was deleted, for everything that a list with %o returned',
    async (rule, window) => {
      const { calendar, id, held } = await listed(rule, window)
      await calendar.remove(id)
      await held.sync()
      expect([...held.items.values()]).toEqual([])
    },
  )

  it.each(lists)(
    'reports how %s changed, for everything that a list with %o returned',
    async (rule, window) => {
      const { calendar, id, held } = await listed(rule, window)
      await calendar.patch(id, { summary: 'Changed' })
      await held.sync()
      expect(new Set(held.items.values())).toEqual(new Set(['Changed']))
    },
  )

  it.each(lists)(
    'reports how %s was trimmed, for everything that a list with %o returned',
    async (rule, window) => {
      const { calendar, id, held } = await listed(rule, window)
      const recurrence = [`${rule.replace(/;COUNT=\d+/, '')};UNTIL=20260801T000000Z`]
      await calendar.patch(id, { recurrence })
      await held.sync()
      const left = await calendar.walk({ ...single, ...window })
      const wanted = left.flatMap(({ items }) => items!.map((item) => item.id!))
      expect([...held.items.keys()]).toEqual(expect.arrayContaining(wanted))
      const late = [...held.items.keys()].filter((key) => key > `${id}_20260801`)
      expect(late).toEqual([])
    },
  )
})

/** What a client has after a list and the changes that it was told: the titles by the ids. */
async function heldAfter(calendar: EventCalendar, window: Query) {
  const items = new Map<string, string | undefined>()
  let syncToken = ''
  const take = async (query: Query) => {
    const pages = await calendar.walk({ ...single, ...query })
    for (const { id, status, summary } of pages.flatMap((page) => page.items!)) {
      if (status === 'cancelled') items.delete(id!)
      else items.set(id!, summary)
    }
    syncToken = pages.at(-1)!.nextSyncToken!
  }
  await take(window)
  expect(items.size).toBeGreaterThan(600)
  return { items, sync: () => take({ syncToken }) }
}
