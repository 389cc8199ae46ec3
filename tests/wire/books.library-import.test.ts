import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { bookFixture } from '../support/book-fixtures.ts'
import { importFile } from '../support/book-imports.ts'
import { as } from '../support/calling.ts'
import { expectRefusal, insufficientPermissions } from '../support/refusal.ts'
import { onEmbeddedServer, onServers, type Site } from '../support/sites.ts'
import { administrator } from './admin-fixture.ts'

const path = '/almanac/v1/users/me/library/import'
const reviews = '/almanac/v1/users/me/library/reviews'
const shelves = '/books/v1/mylibrary/bookshelves'
const csv = { 'Content-Type': 'text/csv' }
const fixture = (name: string) => readFileSync(bookFixture(name), 'utf8')
/** The rows that can be read. */
const goodreads = fixture('goodreads.csv').split('\n').slice(0, 4).join('\n')

const reader = async (site: Site, email?: string) =>
  as(site.base, (await site.user(email === undefined ? {} : { email })).token)
type Reader = Awaited<ReturnType<typeof reader>>

interface Reviewed {
  readonly id: string
  readonly userInfo: { readonly review: object }
}

const onShelf = async (user: Reader, shelf: number) => {
  const { json } = await user.get(`${shelves}/${shelf}/volumes`)
  return (json.items ?? []).map(
    (item) => (item as unknown as { volumeInfo: { title: string } }).volumeInfo.title,
  )
}
const total = async (site: Site, query: string) =>
  (await site.call(`/books/v1/volumes?q=${query}`)).json.totalItems

// Other tests would see what is added to the catalog.
onServers('the import of a library, where nobody adds to the catalog', (site) => {
  it('shelves what the catalog contains, and reports the rest', async () => {
    const user = await reader(site)
    const before = await user.post(path, goodreads, csv)
    expect(before.status).toBe(200)
    expect(before.json).toMatchObject({
      kind: 'almanac#libraryImport',
      format: 'goodreads',
      known: 0,
      added: 0,
      unknown: 3,
      skipped: 0,
      shelved: 0,
    })
    expect(before.json.problems).toContainEqual({
      line: 2,
      title: 'A Study in Scarlet',
      reason: 'the catalog does not have it',
    })
    expect(await onShelf(user, 4)).toEqual([])
    await importFile(site.place, bookFixture('goodreads.csv'))
    const after = await user.post(path, { text: goodreads })
    expect(after.json).toMatchObject({ known: 3, added: 0, unknown: 0, problems: [] })
    expect(await onShelf(user, 0)).toEqual(['The Lost World', 'A Study in Scarlet'])
    expect(await onShelf(user, 2)).toEqual(['The Sign of Four'])
    const again = await user.post(path, goodreads, csv)
    expect(again.json).toEqual(after.json)
    expect(await onShelf(user, 4)).toEqual(['The Lost World', 'A Study in Scarlet'])
  })

  it('knows a volume of another source by its ISBN, and leaves it as it is', async () => {
    const user = await reader(site)
    await importFile(site.place, bookFixture('goodreads.csv'))
    const header = 'Title,Authors,Contributors,ISBN/UID,Format,Read Status\n'
    const row = 'Another Title,Somebody Else,,9780140439083,paperback,to-read\n'
    const { json } = await user.post(path, `${header}${row}`, csv)
    expect(json).toMatchObject({ format: 'storygraph', known: 1, added: 0, shelved: 1 })
    expect(await onShelf(user, 2)).toEqual(['A Study in Scarlet'])
    expect(await total(site, 'intitle:%22Another+Title%22')).toBe(0)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('refuses a file with too many books before it looks for any of them', async () => {
    const user = await reader(site)
    const [header, row] = goodreads.split('\n')
    const many = `${header}\n${`${row}\n`}${'1,A Book,Ann Author\n'.repeat(10_000)}`
    expectRefusal(await user.post(path, many, csv), {
      status: 403,
      reason: 'limitExceeded',
      message: 'A file has at most 10000 books.',
    })
    expect(await onShelf(user, 4)).toEqual([])
  })
})

onServers(
  'the import of a library, where users add to the catalog',
  (site) => {
    let user: Reader
    beforeAll(async () => {
      user = await reader(site)
    })

    it('adds what is missing and changes nothing that is there', async () => {
      const first = await user.post(path, goodreads, csv)
      expect(first.json).toMatchObject({ known: 0, added: 3, unknown: 0, problems: [] })
      expect(await onShelf(user, 4)).toEqual(['The Lost World', 'A Study in Scarlet'])
      expect(await total(site, 'isbn:0140439080')).toBe(1)
      const forged = goodreads.replaceAll('The Lost World', 'Found World')
      expect((await user.post(path, forged, csv)).json).toMatchObject({ known: 3, added: 0 })
      expect(await onShelf(user, 4)).toEqual(['The Lost World', 'A Study in Scarlet'])
    })

    it('accepts the rows that it can read', async () => {
      const [header] = goodreads.split('\n')
      const rows = ['900,Good Row,Ann Author,,,,,,,,,,,,,,,,to-read', '901,,Nobody', 'x,"open']
      const { status, json } = await user.post(path, [header, ...rows].join('\n'), csv)
      expect(status).toBe(200)
      expect(json).toMatchObject({ added: 1, skipped: 2 })
      expect(json.problems).toMatchObject([{ line: 3 }, { line: 4 }])
      expect(await onShelf(user, 2)).toContain('Good Row')
    })

    // The rules below do not depend on the engine.
    if (!site.isEmbedded) return

    it('takes another edition for the same work, and keeps rating, review and dates', async () => {
      const [header] = goodreads.split('\n')
      const rows = [
        '950,Emma,Jane Austen,,,,"=""9780141439587""",0,,,,,,,,2019/02/03,,,to-read',
        '951,Emma: A Novel,"Austen, Jane",,,,"=""9780199535521""",4,,,,,,,2021/04/05,,,,read,Fine.',
      ]
      const first = await user.post(path, [header, rows[0]].join('\n'), csv)
      expect(first.json).toMatchObject({ added: 1, reviewed: 0 })
      const second = await user.post(path, [header, rows[1]].join('\n'), csv)
      expect(second.json).toMatchObject({ known: 1, added: 0, reviewed: 1 })
      expect(await onShelf(user, 5)).toContain('Emma')
      const found = await user.get('/books/v1/volumes?q=intitle:Emma+inauthor:Austen')
      const [{ id, userInfo }] = found.json.items as unknown as [Reviewed]
      expect(found.json.totalItems).toBe(1)
      expect(userInfo.review).toMatchObject({
        rating: 'FOUR',
        content: 'Fine.',
        date: '2021-04-05',
      })
      const review = `${reviews}/${id}`
      await user.put(review, { rating: 2, readOn: '2021-04-06' })
      await user.post(path, [header, ...rows].join('\n'), csv)
      expect((await user.get(review)).json).toMatchObject({
        rating: 2,
        content: 'Fine.',
        readOn: '2021-04-06',
      })
      const other = await reader(site)
      expect((await other.get(review)).json).toMatchObject({ rating: 0, content: '', readOn: '' })
      expect((await user.put(review, {})).status).toBe(200)
      expect(await onShelf(user, 5)).not.toContain('Emma')
    })

    it('fills shelves up to their limit, and reports the rest', async () => {
      const other = await reader(site)
      const { json } = await other.post(path, goodreads, csv)
      expect(json.problems).toEqual([])
      const [header] = goodreads.split('\n')
      const named = (id: number, shelf: string) =>
        `${id},Book ${id},Ann Author,,,,,,,,,,,,,,${shelf},,read`
      const rows = [named(911, 'one'), named(912, 'two'), named(913, 'three')]
      const full = await other.post(path, [header, ...rows].join('\n'), csv)
      expect(full.status).toBe(200)
      expect(full.json.problems).toMatchObject([
        { reason: expect.stringContaining('no room for a shelf') },
      ])
      expect(await onShelf(other, 4)).toHaveLength(5)
    })
  },
  { ALMANAC_BOOKS_ADDED_BY: 'users', ALMANAC_CUSTOM_SHELVES_MAX: '3' },
)

onEmbeddedServer('the import of a library', (site) => {
  let user: Reader
  beforeAll(async () => {
    user = await reader(site)
  })

  it.each([
    ['nothing', '', 'required'],
    ['blanks', ' \n ', 'required'],
    ['another table', 'a,b,c\n1,2,3\n', 'invalid'],
    ['a catalog', '{"volumeInfo":{"title":"x"}}\n', 'invalid'],
  ])('refuses %s', async (_, text, reason) => {
    expectRefusal(await user.post(path, text, csv), { status: 400, reason })
    expectRefusal(await user.post(path, { text }), { status: 400, reason })
  })

  it('refuses formats that are no libraries, files too large and other scopes', async () => {
    for (const format of ['papyrus', 'marc', 'jsonl']) {
      expectRefusal(await user.post(`${path}?format=${format}`, goodreads, csv), {
        status: 400,
        reason: 'invalidParameter',
      })
    }
    expectRefusal(await user.post(path, 'x'.repeat(3_000_000), csv), {
      status: 413,
      reason: 'uploadTooLarge',
    })
    const narrow = as(site.base, (await site.user({ scopes: ['calendar'] })).token)
    expectRefusal(await narrow.post(path, goodreads, csv), insufficientPermissions)
    expectRefusal(await narrow.put(`${reviews}/AAAAAAAAAAAA`, {}), insufficientPermissions)
  })

  it.each([
    [{ rating: 6 }, 400, 'invalid'],
    [{ rating: -1 }, 400, 'invalid'],
    [{ readOn: '2020-02-30' }, 400, 'invalid'],
    [{ readOn: 'yesterday' }, 400, 'invalid'],
    [{ content: 'x'.repeat(20_001) }, 400, 'invalid'],
    [{ rating: 5 }, 404, 'notFound'],
  ])('refuses the review %#', async (review, status, reason) => {
    expectRefusal(await user.put(`${reviews}/AAAAAAAAAAAA`, review), { status, reason })
  })
})

onEmbeddedServer(
  'the import of a library, where administrators add to the catalog',
  (site) => {
    it('adds for them alone', async () => {
      const { email } = await administrator(site.place, site.server)
      const [boss, user] = [await reader(site, email), await reader(site)]
      const calibre = fixture('calibre.csv')
      expect((await user.post(path, calibre, csv)).json).toMatchObject({ added: 0, known: 0 })
      const { json } = await boss.post(path, calibre, csv)
      expect(json.format).toBe('calibre')
      expect(json.added).toBeGreaterThan(0)
      expect((await user.post(path, calibre, csv)).json).toMatchObject({ known: json.added })
    })
  },
  { ALMANAC_BOOKS_ADDED_BY: 'administrators' },
)
