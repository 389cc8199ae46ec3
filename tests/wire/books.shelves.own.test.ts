import { expect, it } from 'vitest'
import { bookIds, numberedBooks } from '../support/book-lines.ts'
import { onBookServers, ownShelves, shelvesOf } from '../support/book-site.ts'
import { as } from '../support/calling.ts'
import { expectRefusal } from '../support/refusal.ts'
import { embeddedEngine } from '../support/server.ts'

const [v1, v2] = bookIds(2) as [string, string]
const invalid = { status: 400, reason: 'invalid' }
const required = { status: 400, reason: 'required' }
const forbidden = { status: 403, reason: 'forbidden' }
const shelfNotFound = { status: 404, reason: 'notFound' }
const limitExceeded = { status: 403, reason: 'limitExceeded', domain: 'usageLimits' }

onBookServers('shelves that users make', { books: numberedBooks(4) }, (site) => {
  it('are private until they are published, and take volumes as the others do', async () => {
    const ann = await site.reader()
    const made = await ann.http.post(ownShelves, { title: ' Winter ', description: 'By the fire' })
    expect(made.status).toBe(200)
    expect(made.json).toMatchObject({
      kind: 'books#bookshelf',
      id: 1001,
      title: 'Winter',
      description: 'By the fire',
      access: 'PRIVATE',
      volumeCount: 0,
    })
    expect(made.json.updated).toBe(made.json.created)
    expect((await ann.get('/1001')).json).toEqual(made.json)
    expect((await ann.get('')).json.items!.at(-1)).toEqual(made.json)
    await ann.add(1001, v1, v2)
    await ann.move(1001, v2, 0)
    expect(await ann.order(1001)).toEqual([v2, v1])
    expect((await ann.get('/winter/volumes')).json.totalItems).toBe(2)
    const published = await ann.http.patch(`${ownShelves}/1001`, { access: 'public' })
    expect(published.json).toMatchObject({ access: 'PUBLIC', title: 'Winter', volumeCount: 2 })
    const path = `${shelvesOf(await ann.userId())}/1001`
    expect((await as(site.base).get(path)).json).toEqual(published.json)
  })

  it('have ids that no other shelf of the user ever had', async () => {
    const ann = await site.reader()
    const make = async () => (await ann.http.post(ownShelves, { title: 'Same' })).json.id as unknown
    expect([await make(), await make()]).toEqual([1001, 1002])
    const deleted = await ann.http.delete(`${ownShelves}/1002`)
    expect([deleted.status, deleted.text]).toEqual([204, ''])
    expectRefusal(await ann.get('/1002'), shelfNotFound)
    expectRefusal(await ann.http.delete(`${ownShelves}/1002`), shelfNotFound)
    expect(await make()).toBe(1003)
    const bob = await site.reader()
    expect((await bob.http.post(ownShelves, { title: 'Other' })).json.id).toBe(1001)
  })

  it('are deleted with their contents', async () => {
    const ann = await site.reader()
    await ann.http.post(ownShelves, { title: 'Short-lived' })
    await ann.add(1001, v1)
    expect((await ann.http.delete(`${ownShelves}/1001`)).status).toBe(204)
    const { json } = await ann.http.get(`/books/v1/volumes/${v1}`)
    expect(json.userInfo).toMatchObject({ isInMyBooks: false })
  })

  it('update their title and description, and the time of that', async () => {
    const ann = await site.reader()
    const { json: made } = await ann.http.post(ownShelves, { title: 'A', access: 'PUBLIC' })
    await fetch(`${site.base}/_almanac/clock`, {
      method: 'POST',
      body: JSON.stringify({ advance: 'PT1S' }),
    })
    const same = await ann.http.patch(`${ownShelves}/1001`, { title: 'A', volumeCount: 7 })
    expect(same.json).toEqual(made)
    const { json } = await ann.http.patch(`${ownShelves}/1001`, { title: 'B', description: 'b' })
    expect(json).toMatchObject({ ...made, title: 'B', description: 'b', updated: json.updated })
    expect(String(json.updated) > String(made.updated)).toBe(true)
    expect(json.volumesLastUpdated).toBe(made.volumesLastUpdated)
    const cleared = await ann.http.patch(`${ownShelves}/1001`, { description: null })
    expect(cleared.json.description).toBe('')
  })

  it('belong to their users', async () => {
    const [ann, bob] = [await site.reader(), await site.reader()]
    await ann.http.post(ownShelves, { title: 'A' })
    expectRefusal(await bob.http.patch(`${ownShelves}/1001`, { title: 'B' }), shelfNotFound)
    expectRefusal(await bob.http.delete(`${ownShelves}/1001`), shelfNotFound)
    expectRefusal(await bob.add(1001, v1), shelfNotFound)
    expect((await ann.shelf(1001)).title).toBe('A')
  })
})

onBookServers(
  'what is asked of shelves that users make',
  { books: numberedBooks(2), engines: [embeddedEngine] },
  (site) => {
    it('can be named by a title that is a number, if no shelf has that id', async () => {
      const ann = await site.reader()
      await ann.http.post(ownShelves, { title: '1984' })
      await ann.http.post(ownShelves, { title: '2' })
      await ann.add(1001, v1)
      expect((await ann.get('/1984/volumes')).json.totalItems).toBe(1)
      expect((await ann.get('/2/volumes')).json.totalItems).toBe(0)
    })

    it.each([
      [{}, required],
      [{ title: '' }, invalid],
      [{ title: '  ' }, invalid],
      [{ title: 'x'.repeat(201) }, invalid],
      [{ title: 'A', description: 'x'.repeat(5001) }, invalid],
      [{ title: 'A', access: 'SECRET' }, invalid],
      [{ title: 'A\u0000' }, invalid],
      [{ title: ['A'] }, invalid],
    ])('are not made from %j', async (body, refusal) => {
      const ann = await site.reader()
      expectRefusal(await ann.http.post(ownShelves, body), refusal)
      expect((await ann.get('')).json.items).toHaveLength(8)
    })

    it('accept a number for their title', async () => {
      const ann = await site.reader()
      expect((await ann.http.post(ownShelves, { title: 1984 })).json.title).toBe('1984')
    })

    it('are not changed into what they cannot be', async () => {
      const ann = await site.reader()
      const { json: made } = await ann.http.post(ownShelves, { title: 'A' })
      const path = `${ownShelves}/1001`
      expectRefusal(await ann.http.patch(path, { title: null }), required)
      expectRefusal(await ann.http.patch(path, { access: null }), required)
      expectRefusal(await ann.http.patch(path, { title: ' ' }), invalid)
      expectRefusal(await ann.http.patch(path, { title: 'B', access: 'x' }), invalid)
      expect((await ann.get('/1001')).json).toEqual(made)
      for (const shelf of ['1002', 'A', '-1']) {
        expectRefusal(await ann.http.patch(`${ownShelves}/${shelf}`, { title: 'B' }), shelfNotFound)
      }
    })

    it('differ from the predefined ones, which keep their titles and cannot be deleted', async () => {
      const ann = await site.reader()
      for (const shelf of [0, 1, 5, 6, 7]) {
        const path = `${ownShelves}/${shelf}`
        expectRefusal(await ann.http.patch(path, { title: 'Mine' }), forbidden)
        expectRefusal(await ann.http.delete(path), forbidden)
        expect((await ann.http.patch(path, { description: 'Mine' })).json.description).toBe('Mine')
      }
      for (const shelf of [1, 5, 6]) {
        const path = `${ownShelves}/${shelf}`
        expectRefusal(await ann.http.patch(path, { access: 'PUBLIC' }), forbidden)
      }
      expect((await ann.http.patch(`${ownShelves}/7`, { access: 'PUBLIC' })).status).toBe(200)
    })
  },
)

const few = { ALMANAC_CUSTOM_SHELVES_MAX: '2', ALMANAC_SHELF_VOLUMES_MAX: '3' }

onBookServers('limits of shelves', { books: numberedBooks(6), environment: few }, (site) => {
  it('no more shelves can be made than a user may have, also at the same time', async () => {
    const ann = await site.reader()
    const made = await Promise.all(
      Array.from({ length: 5 }, () => ann.http.post(ownShelves, { title: 'One more' })),
    )
    expect(made.filter(({ status }) => status === 200)).toHaveLength(2)
    for (const reply of made.filter(({ status }) => status !== 200)) {
      expectRefusal(reply, limitExceeded)
    }
    await ann.http.delete(`${ownShelves}/1001`)
    expect((await ann.http.post(ownShelves, { title: 'Again' })).status).toBe(200)
  })

  it('a full shelf rejects more volumes, and accepts those that it contains', async () => {
    const ann = await site.reader()
    const ids = bookIds(6)
    const replies = await Promise.all(ids.map((id) => ann.add(0, id)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
    const before = await ann.shelf(0)
    const there = await ann.order(0)
    const left = ids.find((id) => !there.includes(id))!
    expectRefusal(await ann.add(0, left), limitExceeded)
    expect((await ann.add(0, there[1]!)).status).toBe(200)
    expect(await ann.shelf(0)).toEqual(before)
    await ann.remove(0, there[0]!)
    expect((await ann.add(0, left)).status).toBe(200)
    expect(await ann.order(0)).toEqual([there[1], there[2], left])
  })
})
