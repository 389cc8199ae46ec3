import { expect, it } from 'vitest'
import { daily, type EventCalendar, eventCalendar, type Query } from '../support/listed-events.ts'
import { onEveryEngine } from '../support/sites.ts'

const words = ['title', 'described', 'placed', 'guest@example.org', 'named']
const told = {
  summary: 'title',
  description: 'described',
  location: 'placed',
  attendees: [{ email: 'guest@example.org', displayName: 'named' }],
}

onEveryEngine('searching is no way to learn what is masked', (site) => {
  it('for a freeBusyReader, who finds only what is public', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add(told)
    await calendar.add({ ...told, visibility: 'private' })
    const guest = await calendar.guest(site, 'freeBusyReader')
    for (const q of words) await expectFinds(calendar, { q }, { guest, count: 0 })
    await calendar.add({ ...told, visibility: 'public' })
    for (const q of words) await expectFinds(calendar, { q }, { guest, count: 1 })
  })

  it('also among deleted events and old exceptions', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ ...told, visibility: 'private' })
    const series = await calendar.add({ ...told, visibility: 'private', ...daily() })
    await calendar.patch(`${series.id}_20260505T100000Z`, { summary: 'other title' })
    await calendar.remove(`${series.id}_20260506T100000Z`)
    await calendar.remove(id)
    const guest = await calendar.guest(site, 'reader')
    for (const q of words) {
      await expectFinds(calendar, { q, showDeleted: true }, { guest, count: 0 })
    }
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each(['reader', 'writerWithoutPrivateAccess'])(
    'for a %s, who finds nothing in private events',
    async (role) => {
      const calendar = await eventCalendar(site)
      for (const visibility of ['private', 'confidential']) {
        await calendar.add({ ...told, visibility })
        await calendar.add({ ...told, visibility, ...daily() })
      }
      const guest = await calendar.guest(site, role)
      for (const q of words) await expectFinds(calendar, { q }, { guest, count: 0 })
      expect(await calendar.items({}, guest)).toHaveLength(4)
      await calendar.add(told)
      for (const q of words) await expectFinds(calendar, { q }, { guest, count: 1 })
    },
  )

  it('but writers find it', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ ...told, visibility: 'private' })
    const guest = await calendar.guest(site, 'writer')
    for (const q of words) await expectFinds(calendar, { q }, { guest, count: 1 })
  })

  it('once an event has become private, and not before', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add(told)
    const guest = await calendar.guest(site, 'reader')
    await expectFinds(calendar, { q: 'title' }, { guest, count: 1 })
    await calendar.patch(id, { visibility: 'private' })
    await expectFinds(calendar, { q: 'title' }, { guest, count: 0 })
  })
})

/** In all orders that a list can have. */
async function expectFinds(
  calendar: EventCalendar,
  query: Query,
  { guest, count }: { guest: EventCalendar['owner']; count: number },
): Promise<void> {
  const { iCalUID } = (await calendar.items({ showDeleted: true }))[0]!
  for (const way of [{}, { timeMin: '2026-01-01T00:00:00Z' }, { orderBy: 'updated' }]) {
    const items = await calendar.items({ ...query, ...way }, guest)
    expect({ query, way, count: items.length }).toEqual({ query, way, count })
  }
  if (count > 0) return
  const named = { singleEvents: true, iCalUID: String(iCalUID), ...query }
  expect(await calendar.items(named, guest)).toEqual([])
}
