import { expect, it } from 'vitest'
import type { CalendarEvents } from '../support/event-bodies.ts'
import { invite, people } from '../support/guests.ts'
import type { WireBody } from '../support/http.ts'
import { mondayStarts, mondays } from '../support/series-bodies.ts'
import { onEveryEngine } from '../support/sites.ts'

const instanceId = (id: string, index: number) => `${id}_${mondayStarts[index]}`

const statusesOf = (items: readonly WireBody[]) => items.map(({ id, status }) => [id, status])

onEveryEngine('an attendee who stays on one instance of a series', (site) => {
  /** Bob is removed from a series but stays on its second instance. */
  async function scene() {
    const [ann, bob, eve] = await people(site, 3)
    const { id, created } = await ann!.make({ ...mondays, ...invite(bob!, eve!) })
    const token = (await bob!.list('?singleEvents=true')).nextSyncToken!
    await ann!.patch(instanceId(id, 1), invite(bob!))
    await ann!.patch(id, invite(eve!))
    return { ann: ann!, bob: bob!, id, created: created as string, token }
  }

  const expected = (id: string) =>
    mondayStarts.map((_, index) => [instanceId(id, index), index === 1 ? 'confirmed' : 'cancelled'])

  const sorted = (items: readonly WireBody[]) => statusesOf(items).sort()

  it('finds each instance once in an incremental sync', async () => {
    const { bob, id, token } = await scene()
    const { items } = await bob.list(`?singleEvents=true&syncToken=${token}`)
    expect(sorted(items)).toEqual(expected(id))
  })

  it('finds each instance once when a removed series changes again', async () => {
    const { bob, id } = await scene()
    const { nextSyncToken } = await bob.list('?singleEvents=true')
    await bob.patch(id, { colorId: '4' })
    const { items } = await bob.list(`?singleEvents=true&syncToken=${nextSyncToken}`)
    expect(sorted(items)).toEqual(expected(id).filter(([, status]) => status === 'cancelled'))
  })

  it.each(['showDeleted=true', 'showDeleted=true&maxResults=1', 'updatedMin'])(
    'finds each instance once in an expanded list with %s',
    async (parameters) => {
      const { bob, id, created } = await scene()
      const query = parameters === 'updatedMin' ? `updatedMin=${created}` : parameters
      expect(sorted(await allPages(bob, `singleEvents=true&${query}`))).toEqual(expected(id))
    },
  )

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('finds the same in instances with deleted ones as under each id', async () => {
    const { bob, id } = await scene()
    const { json } = await bob.user.get(`${bob.path}/${id}/instances?showDeleted=true`)
    expect(statusesOf(json.items!)).toEqual(expected(id))
    for (const item of json.items!) {
      expect((await bob.read(item.id!)).status).toBe(item.status)
    }
  })

  it('finds one cancelled entry for the instance after it is cancelled as well', async () => {
    const { ann, bob, id, token } = await scene()
    await ann.patch(instanceId(id, 1), { attendees: [] })
    const { items } = await bob.list(`?singleEvents=true&syncToken=${token}`)
    expect(sorted(items)).toEqual(expected(id).map(([instance]) => [instance, 'cancelled']))
    const all = await allPages(bob, 'singleEvents=true&showDeleted=true')
    expect(sorted(all)).toEqual(sorted(items))
  })
})

async function allPages(events: CalendarEvents, query: string): Promise<WireBody[]> {
  const items: WireBody[] = []
  for (let page = ''; ; ) {
    const list = await events.list(`?${query}${page}`)
    items.push(...list.items)
    if (list.nextPageToken === undefined) return items
    page = `&pageToken=${list.nextPageToken}`
  }
}
