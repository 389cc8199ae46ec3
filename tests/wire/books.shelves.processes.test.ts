import { expect, it } from 'vitest'
import { bookIds, numberedBooks } from '../support/book-lines.ts'
import { onBookServers, ownShelves } from '../support/book-site.ts'
import { as, until } from '../support/calling.ts'
import { wireEngines } from '../support/server.ts'

const ids = bookIds(40)
const engines = wireEngines.filter(({ name }) => name.startsWith('postgres'))
const wanted = { books: numberedBooks(40), engines, count: 2 }

onBookServers('shelves through two processes', wanted, (site) => {
  /** One reader, at both processes. */
  async function readers() {
    const one = await site.reader()
    return [one, one.at(site.servers[1]!)] as const
  }

  it('show at the one what was changed at the other, at once', async () => {
    const [one, other] = await readers()
    for (let round = 0; round < 10; round++) {
      await one.add(0, ids[round]!)
      expect(await other.order(0)).toEqual(ids.slice(0, round + 1))
      expect(await other.shelf(0)).toMatchObject({ volumeCount: round + 1 })
    }
    await other.move(0, ids[9]!, 0)
    expect(await one.order(0)).toEqual([ids[9], ...ids.slice(0, 9)])
    await other.clear(0)
    expect(await one.order(0)).toEqual([])
  })

  it('take what both add at the same time, each volume once', async () => {
    const both = await readers()
    const replies = await Promise.all([...ids, ...ids].map((id, i) => both[i % 2]!.add(2, id)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    const order = await both[0].order(2)
    expect(order.toSorted()).toEqual(ids)
    expect(await both[1].order(2)).toEqual(order)
    expect((await both[1].shelf(2)).volumeCount).toBe(40)
  })

  it('stay in one order while both move, remove and add', async () => {
    const both = await readers()
    await both[0].add(3, ...ids.slice(0, 20))
    const replies = await Promise.all(
      ids.slice(0, 30).map((id, i) => {
        const reader = both[i % 2]!
        if (i >= 20) return reader.add(3, id)
        return i % 5 === 0 ? reader.remove(3, id) : reader.move(3, id, (i * 7) % 20)
      }),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    const order = await both[0].order(3)
    expect(order).toHaveLength(26)
    expect(await both[1].order(3)).toEqual(order)
    expect((await both[0].shelf(3)).volumeCount).toBe(26)
  })

  it('are hidden at the one as soon as they are made private at the other', async () => {
    const [one] = await readers()
    const path = `/books/v1/users/${await one.userId()}/bookshelves/0`
    const elsewhere = as(site.servers[1]!.base)
    for (let round = 0; round < 5; round++) {
      expect((await elsewhere.get(path)).status).toBe(200)
      await one.http.patch(`${ownShelves}/0`, { access: 'PRIVATE' })
      expect((await elsewhere.get(path)).status).toBe(404)
      await one.http.patch(`${ownShelves}/0`, { access: 'PUBLIC' })
    }
  })

  it('have ids that differ, though both make them at the same time', async () => {
    const both = await readers()
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, i) => both[i % 2]!.http.post(ownShelves, { title: 'New' })),
    )
    expect(new Set(made.map(({ json }) => json.id)).size).toBe(20)
  })

  it('tell at the other, soon after, what was looked at through the one', async () => {
    const [one, other] = await readers()
    await one.http.get(`/books/v1/volumes/${ids[5]}`)
    await until(
      () => other.order(6),
      (order) => order[0] === ids[5],
    )
  })
})
