import { expect, it } from 'vitest'
import { bookIds, numberedBooks } from '../support/book-lines.ts'
import { onBookServers } from '../support/book-site.ts'
import { thrown } from '../support/calendar-client.ts'
import { books, type books_v1, discovered, signedIn } from '../support/official-clients.ts'
import { embeddedEngine } from '../support/server.ts'

const [v1, v2, v3] = bookIds(3) as [string, string, string]

onBookServers('shelves with the official client', { books: numberedBooks(5) }, (site) => {
  it('are listed, filled, ordered and emptied', async () => {
    const { mylibrary, bookshelves } = (await site.reader()).client
    const { data: listed } = await mylibrary!.bookshelves.list({})
    expect(listed.items!.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    const shelf = '3'
    for (const volumeId of [v1, v2, v3]) {
      const { status, data } = await mylibrary!.bookshelves.addVolume({ shelf, volumeId })
      expect([status, data]).toEqual([200, {}])
    }
    await mylibrary!.bookshelves.moveVolume({ shelf, volumeId: v3, volumePosition: 0 })
    await mylibrary!.bookshelves.removeVolume({ shelf, volumeId: v1 })
    const { data: volumes } = await mylibrary!.bookshelves.volumes.list({ shelf, maxResults: 5 })
    expect(volumes.totalItems).toBe(2)
    expect(volumes.items!.map(({ id }) => id)).toEqual([v3, v2])
    const { data: found } = await mylibrary!.bookshelves.volumes.list({ shelf, q: 'number 1' })
    expect(found.items!.map(({ id }) => id)).toEqual([v2])

    const { data: own } = await mylibrary!.bookshelves.get({ shelf })
    const userId = /users\/(\d+)\//.exec(own.selfLink!)![1]!
    expect((await bookshelves!.get({ userId, shelf })).data).toEqual(own)
    const { data: shown } = await bookshelves!.list({ userId })
    expect(shown.items!.map(({ id }) => id)).toEqual([0, 2, 3, 4])
    const anonymous = books({ version: 'v1', rootUrl: `${site.base}/` })
    const { data } = await anonymous.bookshelves!.volumes.list({ userId, shelf })
    expect(data.items!.map(({ id }) => id)).toEqual([v3, v2])

    await mylibrary!.bookshelves.clearVolumes({ shelf })
    expect((await mylibrary!.bookshelves.get({ shelf })).data.volumeCount).toBe(0)
  })

  it('change in a batch, each call separately', async () => {
    const ann = await site.reader()
    const path = '/books/v1/mylibrary/bookshelves'
    const replies = await ann.http.batch(
      [
        { method: 'POST', path: `${path}/0/addVolume?volumeId=${v1}` },
        { method: 'POST', path: `${path}/0/addVolume?volumeId=zzzzzzzzzzzz` },
        { method: 'POST', path: `${path}/2/addVolume?volumeId=${v2}` },
        { method: 'POST', path: `${path}/1/clearVolumes` },
        { path },
      ],
      '/batch/books/v1',
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 404, 200, 403, 200])
    expect(await ann.order(0)).toEqual([v1])
    expect(await ann.order(2)).toEqual([v2])
    const [common] = await ann.http.batch([{ path: `${path}/0` }], '/batch')
    expect(common!.json.volumeCount).toBe(1)
  })
})

onBookServers(
  'the official client of shelves',
  { books: numberedBooks(1), engines: [embeddedEngine] },
  (site) => {
    it('reads the reasons of refusals', async () => {
      const { mylibrary, bookshelves } = (await site.reader()).client
      const add = (shelf: string, volumeId: string) =>
        mylibrary!.bookshelves.addVolume({ shelf, volumeId })
      await expect(add('1', v1)).rejects.toMatchObject(thrown(403, 'forbidden'))
      await expect(add('77', v1)).rejects.toMatchObject(thrown(404, 'notFound'))
      await expect(add('0', 'zzzzzzzzzzzz')).rejects.toMatchObject(thrown(404, 'notFound'))
      await expect(bookshelves!.list({ userId: '0000' })).rejects.toMatchObject(
        thrown(404, 'notFound'),
      )
      const nobody = books({ version: 'v1', rootUrl: `${site.base}/` })
      await expect(nobody.mylibrary!.bookshelves.list({})).rejects.toMatchObject(
        thrown(401, 'required'),
      )
    })

    it('can be made from the description of the server', async () => {
      const { token } = await site.reader()
      const address = `${site.base}/discovery/v1/apis/books/v1/rest`
      const client = await discovered<books_v1.Books>(address, { auth: signedIn(token) })
      await client.mylibrary!.bookshelves.addVolume({ shelf: '0', volumeId: v1 })
      const { data } = await client.mylibrary!.bookshelves.volumes.list({ shelf: '0' })
      expect(data.items!.map(({ id }) => id)).toEqual([v1])
    })
  },
)
