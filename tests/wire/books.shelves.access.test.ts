import { beforeAll, expect, it } from 'vitest'
import { bookIds, numberedBooks } from '../support/book-lines.ts'
import {
  booksScope,
  myShelves,
  onBookServers,
  ownShelves,
  shelvesOf,
} from '../support/book-site.ts'
import { as } from '../support/calling.ts'
import { expectRefusal, insufficientPermissions, notFound } from '../support/refusal.ts'
import { embeddedEngine, runAlmanac } from '../support/server.ts'

const [v1, v2] = bookIds(2) as [string, string]
const loginRequired = { status: 401, reason: 'required', location: 'Authorization' }
const authError = { status: 401, reason: 'authError', location: 'Authorization' }

/** Everything that is the caller's own: method and address. */
const own = [
  ['GET', myShelves],
  ['GET', `${myShelves}/0`],
  ['GET', `${myShelves}/0/volumes`],
  ['POST', `${myShelves}/0/addVolume?volumeId=${v1}`],
  ['POST', `${myShelves}/0/removeVolume?volumeId=${v1}`],
  ['POST', `${myShelves}/0/moveVolume?volumeId=${v1}&volumePosition=0`],
  ['POST', `${myShelves}/0/clearVolumes`],
  ['POST', ownShelves],
  ['PATCH', `${ownShelves}/0`],
  ['DELETE', `${ownShelves}/1001`],
] as const

const engines = [embeddedEngine]

onBookServers('who may ask for shelves', { books: numberedBooks(2), engines }, (site) => {
  let key: string
  beforeAll(async () => {
    const made = await runAlmanac(['key', 'create', 'website'], site.place.environment)
    key = made.stdout.split('\n')[0]!.trim()
  })

  const call = (method: string, path: string, headers: Record<string, string> = {}) => {
    const nobody = as(site.base)
    const body = method === 'POST' || method === 'PATCH' ? {} : undefined
    if (method === 'GET') return nobody.get(path, headers)
    if (method === 'PATCH') return nobody.patch(path, body, headers)
    if (method === 'DELETE') return nobody.delete(path, undefined, headers)
    return nobody.post(path, body, headers)
  }

  it.each(own)('%s %s is for those who have signed in', async (method, path) => {
    const anonymous = await call(method, path)
    expectRefusal(anonymous, loginRequired)
    expect(anonymous.headers['www-authenticate']).toMatch(/^Bearer /)
    const joint = path.includes('?') ? '&' : '?'
    expectRefusal(await call(method, `${path}${joint}key=${key}`), loginRequired)
    expectRefusal(await call(method, path, { Authorization: 'Bearer nonsense' }), authError)
  })

  it.each(own)('%s %s needs the scope of books', async (method, path) => {
    const { token } = await site.servers[0]!.mint({
      scopes: ['https://www.googleapis.com/auth/calendar'],
    })
    const refused = await call(method, path, { Authorization: `Bearer ${token}` })
    expectRefusal(refused, insufficientPermissions)
    expect(refused.headers['www-authenticate']).toContain(booksScope)
  })

  it('a token may come with the address, or beside a key', async () => {
    const { token } = await site.reader()
    const nobody = as(site.base)
    for (const query of [`access_token=${token}`, `oauth_token=${token}`, `key=${key}`]) {
      const headers: Record<string, string> = query.startsWith('key')
        ? { Authorization: `Bearer ${token}` }
        : {}
      expect((await nobody.get(`${myShelves}?${query}`, headers)).status).toBe(200)
    }
  })

  it.each(['0000', 'me', 'ann@example.com', '1'.repeat(21), '%F0%9F%93%9A'])(
    'there is no user called %s',
    async (userId) => {
      const nobody = as(site.base)
      expectRefusal(await nobody.get(shelvesOf(userId)), notFound)
      expectRefusal(await nobody.get(`${shelvesOf(userId)}/0`), notFound)
      expectRefusal(await nobody.get(`${shelvesOf(userId)}/0/volumes`), notFound)
    },
  )

  it('a key is enough for public shelves, and a bad token is not', async () => {
    const ann = await site.reader()
    const shelves = shelvesOf(await ann.userId())
    expect((await as(site.base).get(`${shelves}?key=${key}`)).status).toBe(200)
    expectRefusal(await as(site.base).get(shelves, { Authorization: 'Bearer nonsense' }), authError)
    const { token } = await site.servers[0]!.mint({
      scopes: ['https://www.googleapis.com/auth/calendar'],
    })
    expectRefusal(await as(site.base, token).get(shelves), insufficientPermissions)
  })
})

onBookServers('who may see and change shelves', { books: numberedBooks(4) }, (site) => {
  it('no user sees or changes the shelves of another', async () => {
    const [ann, bob] = [await site.reader(), await site.reader()]
    await ann.add(0, v1, v2)
    await bob.add(0, v2)
    await bob.clear(0)
    await bob.remove(0, v1)
    expect(await bob.order(0)).toEqual([])
    expect(await ann.order(0)).toEqual([v1, v2])
    const { json } = await bob.http.get(`/books/v1/volumes/${v1}`)
    expect(json.userInfo).toMatchObject({ isInMyBooks: false })
  })

  it('everybody sees public shelves and what is on them, and no others', async () => {
    const ann = await site.reader()
    const shelves = shelvesOf(await ann.userId())
    await ann.add(0, v2, v1)
    await ann.http.get(`/books/v1/volumes/${v1}`)
    const bob = await site.reader()
    for (const caller of [as(site.base), bob.http, ann.http]) {
      const { json } = await caller.get(shelves)
      expect(json.items!.map(({ id }) => id)).toEqual([0, 2, 3, 4])
      expect(json.items![0]).toEqual(await ann.shelf(0))
      expect((await caller.get(`${shelves}/0`)).json).toEqual(await ann.shelf(0))
      const listed = (await caller.get(`${shelves}/0/volumes`)).json
      expect(listed.totalItems).toBe(2)
      expect(listed.items!.map(({ id }) => id)).toEqual([v2, v1])
      for (const shelf of [1, 5, 6, 7, 8, 1001, 'abc', 'Favorites']) {
        expectRefusal(await caller.get(`${shelves}/${shelf}`), notFound)
        expectRefusal(await caller.get(`${shelves}/${shelf}/volumes`), notFound)
      }
    }
    const [volume] = (await as(site.base).get(`${shelves}/0/volumes`)).json.items!
    expect(volume).not.toHaveProperty('userInfo')
  })

  it('a shelf is hidden from everybody as soon as it is private, and shown again', async () => {
    const ann = await site.reader()
    const shelves = shelvesOf(await ann.userId())
    await ann.add(0, v1)
    expect((await ann.http.patch(`${ownShelves}/0`, { access: 'PRIVATE' })).status).toBe(200)
    for (const caller of [as(site.base), ann.http]) {
      expectRefusal(await caller.get(`${shelves}/0`), notFound)
      expectRefusal(await caller.get(`${shelves}/0/volumes`), notFound)
      expect((await caller.get(shelves)).json.items!.map(({ id }) => id)).toEqual([2, 3, 4])
    }
    expect(await ann.order(0)).toEqual([v1])
    for (const shelf of [2, 3, 4]) {
      await ann.http.patch(`${ownShelves}/${shelf}`, { access: 'PRIVATE' })
    }
    const none = await as(site.base).get(shelves)
    expect(none.text).toBe('{"kind":"books#bookshelves"}')
    await ann.http.patch(`${ownShelves}/0`, { access: 'PUBLIC' })
    expect((await as(site.base).get(`${shelves}/0/volumes`)).json.totalItems).toBe(1)
  })

  it('pages of a public shelf have forty volumes at most', async () => {
    const ann = await site.reader()
    const path = `${shelvesOf(await ann.userId())}/0/volumes`
    await ann.add(0, ...bookIds(4))
    const nobody = as(site.base)
    expect((await nobody.get(`${path}?maxResults=1000`)).json.items).toHaveLength(4)
    expect((await nobody.get(`${path}?maxResults=1&startIndex=3`)).json).toMatchObject({
      totalItems: 4,
      items: [{ id: bookIds(4)[3] }],
    })
    const [lite] = (await nobody.get(`${path}?projection=lite`)).json.items!
    expect(lite).not.toHaveProperty('volumeInfo.printType')
    expectRefusal(await nobody.get(`${path}?startIndex=-1`), {
      status: 400,
      reason: 'invalidParameter',
      location: 'startIndex',
    })
  })

  it('a deleted user has no shelves, and a later user of the same address does not get them', async () => {
    const ann = await site.reader()
    const path = shelvesOf(await ann.userId())
    await ann.add(0, v1)
    const { code } = await runAlmanac(['user', 'delete', ann.email], site.place.environment)
    expect(code).toBe(0)
    expectRefusal(await as(site.base).get(path), notFound)
    expectRefusal(await as(site.base).get(`${path}/0/volumes`), notFound)
    const { token } = await site.servers[0]!.mint({ email: ann.email })
    expect((await as(site.base, token).get(`${myShelves}/0/volumes`)).json.totalItems).toBe(0)
  })
})

onBookServers(
  'public shelves that only callers with a name may see',
  { books: [], engines, environment: { ALMANAC_BOOKS_CALLERS: 'identified' } },
  (site) => {
    it('are refused to callers without', async () => {
      const ann = await site.reader()
      const path = shelvesOf(await ann.userId())
      expectRefusal(await as(site.base).get(path), { status: 403, reason: 'forbidden' })
      expectRefusal(await as(site.base).get(`${path}/0/volumes`), {
        status: 403,
        reason: 'forbidden',
      })
      expect((await ann.http.get(path)).status).toBe(200)
    })
  },
)

onBookServers(
  'shelves that are private at first',
  { books: [], engines, environment: { ALMANAC_SHELF_ACCESS: 'private' } },
  (site) => {
    it('are all hidden from others', async () => {
      const ann = await site.reader()
      const { json } = await ann.get('')
      expect(new Set(json.items!.map(({ access }) => access))).toEqual(new Set(['PRIVATE']))
      const { text } = await as(site.base).get(shelvesOf(await ann.userId()))
      expect(text).toBe('{"kind":"books#bookshelves"}')
    })
  },
)
