import { expect, it } from 'vitest'
import { bookIds, numberedBooks } from '../support/book-lines.ts'
import { type BookSite, myShelves, onBookServers, type Reader } from '../support/book-site.ts'
import { expectRefusal } from '../support/refusal.ts'
import { embeddedEngine } from '../support/server.ts'

const [v1, v2, v3, v4, ebook] = bookIds(5) as [string, string, string, string, string]
const books = numberedBooks(60).map((book) => ({ ...book, isEbook: book.id === ebook }))
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const volumeNotFound = {
  status: 404,
  reason: 'notFound',
  message: 'The volume ID could not be found.',
}
const shelfNotFound = { status: 404, reason: 'notFound' }
const keptByService = { status: 403, reason: 'forbidden' }

const missing = { status: 400, reason: 'required' }
const outOfRange = { status: 400, reason: 'invalidParameter' }

/** Moves the clock on, so that what is written next has a later time. */
const pass = (site: BookSite) =>
  fetch(`${site.base}/_almanac/clock`, {
    method: 'POST',
    body: JSON.stringify({ advance: 'PT1S' }),
  })

onBookServers('shelves', { books }, (site) => {
  it('every user has the eight, empty, with their titles and who sees them', async () => {
    const reader = await site.reader()
    const { status, json } = await reader.get('')
    expect(status).toBe(200)
    expect(json.kind).toBe('books#bookshelves')
    expect(json.items!.map(({ id, title, access }) => [id, title, access])).toEqual([
      [0, 'Favorites', 'PUBLIC'],
      [1, 'Purchased', 'PRIVATE'],
      [2, 'To read', 'PUBLIC'],
      [3, 'Reading now', 'PUBLIC'],
      [4, 'Have read', 'PUBLIC'],
      [5, 'Reviewed', 'PRIVATE'],
      [6, 'Recently viewed', 'PRIVATE'],
      [7, 'My eBooks', 'PRIVATE'],
    ])
    for (const shelf of json.items!) {
      expect(shelf).toMatchObject({ kind: 'books#bookshelf', volumeCount: 0 })
      expect(shelf.selfLink).toMatch(
        new RegExp(`^${site.base}/books/v1/users/\\d{21}/bookshelves/${shelf.id}$`),
      )
      for (const name of ['created', 'updated', 'volumesLastUpdated']) {
        expect(shelf[name]).toMatch(moment)
      }
      expect((await reader.get(`/${shelf.id}`)).json).toEqual(shelf)
    }
  })

  it('an added volume counts, and is on the shelf once even if it is added repeatedly', async () => {
    const reader = await site.reader()
    const before = await reader.shelf(0)
    await pass(site)
    const added = await reader.add(0, v1)
    expect([added.status, added.text]).toEqual([200, '{}'])
    const after = await reader.shelf(0)
    expect(after.volumeCount).toBe(1)
    expect(after.volumesLastUpdated! > before.volumesLastUpdated!).toBe(true)
    expect(after.updated! > before.updated!).toBe(true)
    expect(after.created).toBe(before.created)
    await pass(site)
    expect((await reader.add(0, v1)).status).toBe(200)
    expect(await reader.shelf(0)).toEqual(after)
  })

  it('volumes are in the order in which they were added', async () => {
    const reader = await site.reader()
    await reader.add(0, v2, v1, v3)
    const { json } = await reader.get('/0/volumes')
    expect(json).toMatchObject({ kind: 'books#volumes', totalItems: 3 })
    expect(json.items!.map(({ id }) => id)).toEqual([v2, v1, v3])
    for (const volume of json.items!) {
      expect(volume).toMatchObject({ kind: 'books#volume', userInfo: { isInMyBooks: true } })
      expect(volume).toHaveProperty('volumeInfo.title')
      expect(volume).toHaveProperty('saleInfo.country')
    }
  })

  it('a volume that is removed leaves no gap, and can be removed again', async () => {
    const reader = await site.reader()
    await reader.add(0, v1, v2, v3)
    await pass(site)
    const removed = await reader.remove(0, v2)
    expect([removed.status, removed.text]).toEqual([200, '{}'])
    const after = await reader.shelf(0)
    expect(after.volumeCount).toBe(2)
    expect(after.volumesLastUpdated).toBe(after.updated)
    await pass(site)
    expect((await reader.remove(0, v2)).status).toBe(200)
    expect(await reader.shelf(0)).toEqual(after)
    expect(await reader.order(0)).toEqual([v1, v3])
    expectRefusal(await reader.remove(0, 'zzzzzzzzzzzz'), volumeNotFound)
    expectRefusal(await reader.remove(0, 'x'), volumeNotFound)
  })

  it('one that is cleared is empty, and the others are not', async () => {
    const reader = await site.reader()
    await reader.add(0, v1, v2)
    await reader.add(2, v1)
    await pass(site)
    const cleared = await reader.clear(0)
    expect([cleared.status, cleared.text]).toEqual([200, '{}'])
    const after = await reader.shelf(0)
    expect(after.volumeCount).toBe(0)
    expect(after.volumesLastUpdated).toBe(after.updated)
    await pass(site)
    expect((await reader.clear(0)).status).toBe(200)
    expect(await reader.shelf(0)).toEqual(after)
    expect((await reader.get('/0/volumes')).text).toBe('{"kind":"books#volumes","totalItems":0}')
    expect(await reader.order(2)).toEqual([v1])
  })

  it('only e-books continue the one for e-books', async () => {
    const reader = await site.reader()
    expectRefusal(await reader.add(7, v1), keptByService)
    expect((await reader.add(7, ebook)).status).toBe(200)
    expect(await reader.order(7)).toEqual([ebook])
    expect((await reader.move(7, ebook, 0)).status).toBe(200)
    expect((await reader.remove(7, ebook)).status).toBe(200)
    expect((await reader.clear(7)).status).toBe(200)
  })

  it('pages start at the requested index, and contain the total', async () => {
    const reader = await site.reader()
    const ids = bookIds(50)
    await reader.add(0, ...ids)
    const page = async (query: string) => {
      const { status, json } = await reader.get(`/0/volumes?${query}`)
      expect(status).toBe(200)
      expect(json.totalItems).toBe(50)
      return json.items?.map(({ id }) => id)
    }
    expect(await page('')).toEqual(ids.slice(0, 10))
    expect(await page('maxResults=2&startIndex=1')).toEqual(ids.slice(1, 3))
    expect(await page('maxResults=100')).toEqual(ids)
    expect(await page('maxResults=5000&startIndex=45')).toEqual(ids.slice(45))
    expect(await page('maxResults=0')).toBeUndefined()
    expect(await page('startIndex=50')).toBeUndefined()
    expect(await page('startIndex=4294967295')).toBeUndefined()
    expect(await page('showPreorders=true&maxResults=1')).toEqual([ids[0]])
    for (const query of ['startIndex=-1', 'maxResults=-1', 'maxResults=ten', 'startIndex=1.5']) {
      const location = query.split('=')[0]!
      expectRefusal(await reader.get(`/0/volumes?${query}`), { ...outOfRange, location })
    }
  })

  it('times never go back, though the clock may', async () => {
    const reader = await site.reader()
    await reader.add(0, v1)
    const before = await reader.shelf(0)
    await fetch(`${site.base}/_almanac/clock`, {
      method: 'POST',
      body: JSON.stringify({ advance: '-PT1H' }),
    })
    await reader.add(0, v2)
    const after = await reader.shelf(0)
    expect(after).toEqual({ ...before, volumeCount: 2 })
    await fetch(`${site.base}/_almanac/clock`, {
      method: 'POST',
      body: JSON.stringify({ advance: 'PT1H' }),
    })
  })

  it('twenty volumes that are added at the same time are all there', async () => {
    const reader = await site.reader()
    const ids = bookIds(20)
    const replies = await Promise.all(ids.map((id) => reader.add(4, id)))
    expect(replies.map(({ status }) => status)).toEqual(ids.map(() => 200))
    expect((await reader.order(4)).toSorted()).toEqual(ids)
    expect((await reader.shelf(4)).volumeCount).toBe(20)
  })

  it('a volume that is added many times at once is there once', async () => {
    const reader = await site.reader()
    const replies = await Promise.all(Array.from({ length: 10 }, () => reader.add(4, v1)))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(await reader.order(4)).toEqual([v1])
    expect((await reader.shelf(4)).volumeCount).toBe(1)
  })

  it('what many do to one at the same time leaves it in order', async () => {
    const reader = await site.reader()
    const ids = bookIds(20)
    await reader.add(3, ...ids.slice(0, 10))
    const replies = await Promise.all(
      ids.flatMap((id, index) => [
        index < 10 ? reader.move(3, id, (index * 7) % 10) : reader.add(3, id),
        index % 4 === 0 ? reader.remove(3, id) : reader.get('/3/volumes?maxResults=40'),
      ]),
    )
    for (const { status } of replies) expect([200, 404]).toContain(status)
    const order = await reader.order(3)
    expect(new Set(order).size).toBe(order.length)
    expect((await reader.shelf(3)).volumeCount).toBe(order.length)
  })
})

onBookServers('what is asked of shelves', { books, engines: [embeddedEngine] }, (site) => {
  it('the one with recommendations is not there without any', async () => {
    const reader = await site.reader()
    expectRefusal(await reader.get('/8'), shelfNotFound)
    expectRefusal(await reader.get('/8/volumes'), shelfNotFound)
  })

  it.each([
    ['D', 0, 'DABC'],
    ['D', 1, 'ADBC'],
    ['A', 2, 'BCAD'],
    ['A', 3, 'BCDA'],
    ['B', 1, 'ABCD'],
    ['A', 99, 'BCDA'],
    ['A', 2_147_483_647, 'BCDA'],
  ])('of A B C D, %s moved to %i gives %s', async (name, position, order) => {
    const reader = await site.reader()
    const idOf: Record<string, string> = { A: v1, B: v2, C: v3, D: v4 }
    await reader.add(2, v1, v2, v3, v4)
    const before = await reader.shelf(2)
    await pass(site)
    const moved = await reader.move(2, idOf[name]!, position)
    expect([moved.status, moved.text]).toEqual([200, '{}'])
    expect(await reader.order(2)).toEqual([...order].map((letter) => idOf[letter]))
    const after = await reader.shelf(2)
    expect(after.volumesLastUpdated).toBe(before.volumesLastUpdated)
    expect(after.updated! > before.updated!).toBe(order !== 'ABCD')
    expect(after.volumeCount).toBe(4)
  })

  it('a volume alone on its shelf can be moved nowhere', async () => {
    const reader = await site.reader()
    await reader.add(0, v1)
    const before = await reader.shelf(0)
    await pass(site)
    expect((await reader.move(0, v1, 0)).status).toBe(200)
    expect((await reader.move(0, v1, 5)).status).toBe(200)
    expect(await reader.shelf(0)).toEqual(before)
  })

  it('moves that cannot be made are refused, and move nothing', async () => {
    const reader = await site.reader()
    await reader.add(0, v1, v2)
    const before = await reader.shelf(0)
    await pass(site)
    expectRefusal(await reader.move(0, v1, -1), { ...outOfRange, location: 'volumePosition' })
    expectRefusal(await reader.move(0, v1, 'x'), { ...outOfRange, location: 'volumePosition' })
    expectRefusal(await reader.move(0, v1, '1.5'), { ...outOfRange, location: 'volumePosition' })
    expectRefusal(await reader.move(0, v1, 2 ** 31), { ...outOfRange, location: 'volumePosition' })
    expectRefusal(await reader.post(`/0/moveVolume?volumeId=${v1}`), {
      ...missing,
      location: 'volumePosition',
    })
    expectRefusal(await reader.post('/0/moveVolume?volumePosition=0'), {
      ...missing,
      location: 'volumeId',
    })
    expectRefusal(await reader.move(0, v4, 0), shelfNotFound)
    expectRefusal(await reader.move(0, 'zzzzzzzzzzzz', 0), shelfNotFound)
    expectRefusal(await reader.move(999, v1, 0), shelfNotFound)
    expect(await reader.order(0)).toEqual([v1, v2])
    expect(await reader.shelf(0)).toEqual(before)
  })

  it('a volume that does not exist cannot be added', async () => {
    const reader = await site.reader()
    const before = await reader.shelf(0)
    for (const id of ['zzzzzzzzzzzz', 'x', 'book%00', '%F0%9F%93%9A', 'a'.repeat(500)]) {
      const reply = await reader.add(0, id)
      if (id === 'book%00') expect(reply.status).toBe(400)
      else expectRefusal(reply, volumeNotFound)
    }
    expect(await reader.shelf(0)).toEqual(before)
  })

  it.each(['999', '1001', 'abc', '-1', '00', '0.0', '1e0', '99999999999999999999', '%20'])(
    'there is none called %s to change or to look at',
    async (shelf) => {
      const reader = await site.reader()
      expectRefusal(await reader.add(shelf, v1), shelfNotFound)
      expectRefusal(await reader.remove(shelf, v1), shelfNotFound)
      expectRefusal(await reader.move(shelf, v1, 0), shelfNotFound)
      expectRefusal(await reader.clear(shelf), shelfNotFound)
      expectRefusal(await reader.get(`/${shelf}`), shelfNotFound)
      expectRefusal(await reader.get(`/${shelf}/volumes`), shelfNotFound)
    },
  )

  it.each([
    [1, 'add'],
    [1, 'remove'],
    [1, 'move'],
    [1, 'clear'],
    [5, 'add'],
    [5, 'remove'],
    [5, 'move'],
    [5, 'clear'],
    [6, 'add'],
    [6, 'move'],
    [8, 'add'],
    [8, 'remove'],
    [8, 'move'],
    [8, 'clear'],
  ] as const)('what stands on %i is for the service to %s', async (shelf, change) => {
    const reader = await site.reader()
    const changes: Record<typeof change, () => ReturnType<Reader['post']>> = {
      add: () => reader.add(shelf, v1),
      remove: () => reader.remove(shelf, v1),
      move: () => reader.move(shelf, v1, 0),
      clear: () => reader.clear(shelf),
    }
    expectRefusal(await changes[change](), keptByService)
  })

  it('refuses a change that names its volume only in JSON, and ignores other bodies', async () => {
    const reader = await site.reader()
    const address = `${myShelves}/0/addVolume`
    for (const body of [undefined, { volumeId: v1 }]) {
      expectRefusal(await reader.http.post(address, body), { ...missing, location: 'volumeId' })
    }
    expect(await reader.order(0)).toEqual([])
    for (const [body, type] of [
      [undefined, undefined],
      ['', 'application/json'],
      ['{}', 'application/json'],
      ['{}', 'application/x-www-form-urlencoded'],
      ['not json', 'application/json'],
      ['text', 'text/plain'],
    ] as const) {
      const headers = type === undefined ? {} : { 'Content-Type': type }
      const reply = await reader.http.post(`${address}?volumeId=${v1}`, body, headers)
      expect([reply.status, reply.text]).toEqual([200, '{}'])
    }
    expect(await reader.order(0)).toEqual([v1])
  })

  it('reads the parameters of a change from a form body or the query, but not from both', async () => {
    const reader = await site.reader()
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const post = async (change: string, body: string) => {
      const reply = await reader.http.post(`${myShelves}/0/${change}`, body, form)
      expect([reply.status, reply.text]).toEqual([200, '{}'])
      return reader.order(0)
    }
    expect(await post('addVolume', `volumeId=${v1}&reason=IOS_PREX`)).toEqual([v1])
    expect(await post('addVolume', `volumeId=${v2}`)).toEqual([v1, v2])
    expect(await post('moveVolume', `volumeId=${v2}&volumePosition=0`)).toEqual([v2, v1])
    expect(await post('removeVolume', `volumeId=${v2}`)).toEqual([v1])
    expect(await post(`addVolume?volumeId=${v3}`, 'source=test')).toEqual([v1, v3])
    expect(await post('clearVolumes', 'source=test')).toEqual([])
    const add = `${myShelves}/0/addVolume`
    expectRefusal(await reader.http.post(add, 'source=test', form), {
      ...missing,
      location: 'volumeId',
    })
    expectRefusal(await reader.http.post(`${add}?volumeId=${v1}`, `volumeId=${v2}`, form), {
      status: 400,
      reason: 'invalidParameter',
      location: 'volumeId',
    })
  })

  it('accepts and ignores further parameters of clients', async () => {
    const reader = await site.reader()
    const more = `volumeId=${v1}&source=test`
    expect((await reader.post(`/0/addVolume?${more}&reason=IOS_PREX`)).status).toBe(200)
    expect((await reader.post(`/0/removeVolume?${more}&reason=onboarding`)).status).toBe(200)
    expectRefusal(await reader.post(`/0/addVolume?${more}&reason=WHIM`), {
      status: 400,
      reason: 'invalidParameter',
      location: 'reason',
    })
    for (const path of ['', '/0', '/0/volumes']) {
      expect((await reader.get(`${path}?source=test&unknown=1`)).status).toBe(200)
    }
  })

  it('the own ones can be named by their titles', async () => {
    const reader = await site.reader()
    await reader.add(3, v1)
    for (const title of ['Reading%20now', 'READING+NOW'.replace('+', '%20'), 'reading%20Now']) {
      const { json } = await reader.get(`/${title}/volumes`)
      expect(json.items!.map(({ id }) => id)).toEqual([v1])
    }
    expectRefusal(await reader.get('/Nothing/volumes'), shelfNotFound)
  })

  it('volumes are shown as they are requested', async () => {
    const reader = await site.reader()
    await reader.add(0, v1)
    const full = (await reader.get('/0/volumes?country=DE')).json.items![0]!
    expect(full).toMatchObject({ accessInfo: { country: 'DE' }, saleInfo: { country: 'DE' } })
    const lite = (await reader.get('/0/volumes?projection=LITE')).json.items![0]!
    expect(lite).toHaveProperty('volumeInfo.title')
    expect(lite).not.toHaveProperty('volumeInfo.printType')
    expect(lite).not.toHaveProperty('userInfo.isInMyBooks')
    const { json } = await reader.get('/0/volumes?fields=totalItems,items(id)')
    expect(json).toEqual({ totalItems: 1, items: [{ id: v1 }] })
  })
})
