import { expect, it } from 'vitest'
import { bookIds, numberedBooks } from '../support/book-lines.ts'
import { onBookServers, type Reader } from '../support/book-site.ts'
import { as } from '../support/calling.ts'

const [v1, v2, v3, v4] = bookIds(4) as [string, string, string, string]
const view = (reader: Reader, id: string) => reader.http.get(`/books/v1/volumes/${id}`)

onBookServers(
  'what users have looked at',
  { books: numberedBooks(6), environment: { ALMANAC_RECENTLY_VIEWED_MAX: '3' } },
  (site) => {
    it('is on a shelf, the latest first, right after the request', async () => {
      const ann = await site.reader()
      for (const id of [v1, v2, v1]) await view(ann, id)
      expect(await ann.order(6)).toEqual([v1, v2])
      expect((await ann.shelf(6)).volumeCount).toBe(2)
      const { json } = await ann.get('/6/volumes')
      expect(json.items![0]!.userInfo).toMatchObject({ isInMyBooks: false })
    })

    it('is removed beyond a number of volumes, the oldest first', async () => {
      const ann = await site.reader()
      for (const id of [v1, v2, v3, v4]) await view(ann, id)
      expect(await ann.order(6)).toEqual([v4, v3, v2])
      for (const id of [v2, v1]) await view(ann, id)
      expect(await ann.order(6)).toEqual([v1, v2, v4])
      expect((await ann.get('')).json.items![6]).toMatchObject({ id: 6, volumeCount: 3 })
    })

    it('is not changed by looking again at the last, but at another', async () => {
      const ann = await site.reader()
      for (const id of [v2, v1]) await view(ann, id)
      const before = await ann.shelf(6)
      await fetch(`${site.base}/_almanac/clock`, {
        method: 'POST',
        body: JSON.stringify({ advance: 'PT1S' }),
      })
      await view(ann, v1)
      expect(await ann.shelf(6)).toEqual(before)
      await view(ann, v2)
      const after = await ann.shelf(6)
      expect(after.updated! > before.updated!).toBe(true)
      expect(after).toEqual({ ...before, updated: after.updated })
    })

    it('can be removed and cleared', async () => {
      const ann = await site.reader()
      for (const id of [v1, v2, v3]) await view(ann, id)
      expect((await ann.remove(6, v2)).status).toBe(200)
      expect(await ann.order(6)).toEqual([v3, v1])
      await view(ann, v2)
      expect((await ann.clear(6)).status).toBe(200)
      expect(await ann.order(6)).toEqual([])
    })

    it('is private: neither a search nor a caller without a token leaves a trace', async () => {
      const ann = await site.reader()
      await ann.http.get('/books/v1/volumes?q=book')
      await as(site.base).get(`/books/v1/volumes/${v1}`)
      await view(ann, 'zzzzzzzzzzzz')
      await ann.get('/0/volumes')
      expect(await ann.order(6)).toEqual([])
    })
  },
)

onBookServers('what a volume is to its reader', { books: numberedBooks(4) }, (site) => {
  it('is returned to callers with a token, by every method that returns the volume', async () => {
    const ann = await site.reader()
    const own = { isPurchased: false, isPreordered: false, isUploaded: false }
    expect((await view(ann, v1)).json.userInfo).toEqual({ ...own, isInMyBooks: false })
    await ann.add(4, v1)
    const { volumesLastUpdated: updated } = await ann.shelf(4)
    const known = { ...own, isInMyBooks: true, updated }
    expect((await view(ann, v1)).json.userInfo).toEqual(known)
    expect((await ann.get('/4/volumes')).json.items![0]!.userInfo).toEqual(known)
    const found = await ann.http.get('/books/v1/volumes?q=intitle:0')
    expect(found.json.items!.find(({ id }) => id === v1)!.userInfo).toEqual(known)
    expect((await as(site.base).get(`/books/v1/volumes/${v1}`)).json).not.toHaveProperty('userInfo')
    await ann.remove(4, v1)
    expect((await view(ann, v1)).json.userInfo).toEqual({ ...own, isInMyBooks: false })
  })

  it('decides what a search among the own finds, which looking alone does not', async () => {
    const ann = await site.reader()
    await ann.add(2, v2)
    await view(ann, v3)
    await ann.shelf(6)
    const { json } = await ann.http.get('/books/v1/volumes?q=book&libraryRestrict=my-library')
    expect(json.items!.map(({ id }) => id)).toEqual([v2])
  })

  it('changes the etag with it', async () => {
    const ann = await site.reader()
    const before = (await view(ann, v1)).headers.etag
    expect((await view(ann, v1)).headers.etag).toBe(before)
    await ann.add(0, v1)
    expect((await view(ann, v1)).headers.etag).not.toBe(before)
  })
})

onBookServers(
  'a search on one’s own shelf',
  {
    books: [
      { id: v1, title: 'The Left Hand of Darkness', authors: ['Ursula K. Le Guin'] },
      { id: v2, title: 'A Wizard of Earthsea', authors: ['Ursula K. Le Guin'] },
      { id: v3, title: 'Darkness at Noon', authors: ['Arthur Koestler'] },
      { id: v4, title: 'Heart of Darkness', authors: ['Joseph Conrad'] },
    ],
  },
  (site) => {
    it('finds what matches, in the order of the shelf, and counts only that', async () => {
      const ann = await site.reader()
      await ann.add(0, v3, v2, v1)
      const found = async (q: string, more = '') => {
        const { json } = await ann.get(`/0/volumes?q=${encodeURIComponent(q)}${more}`)
        return [json.totalItems, (json.items ?? []).map(({ id }) => id)]
      }
      expect(await found('darkness')).toEqual([2, [v3, v1]])
      expect(await found('darkness', '&maxResults=1&startIndex=1')).toEqual([2, [v1]])
      expect(await found('inauthor:"le guin"')).toEqual([2, [v2, v1]])
      expect(await found('darkness -noon')).toEqual([1, [v1]])
      expect(await found('heart')).toEqual([0, []])
      expect(await found('"left hand" koestler')).toEqual([0, []])
      expect(await found(' ')).toEqual([3, [v3, v2, v1]])
      for (const q of [
        '"',
        '-',
        '-darkness',
        'OR',
        'a*b"c:(d',
        '\0',
        '\u0001',
        'x '.repeat(1000),
      ]) {
        expect((await ann.get(`/0/volumes?q=${encodeURIComponent(q)}`)).status).toBe(200)
      }
    })
  },
)
