import { describe, expect, it } from 'vitest'
import { as } from '../support/calling.ts'
import { onCatalog } from '../support/catalog-site.ts'
import { expectRefusal } from '../support/refusal.ts'
import {
  flowersForAlgernon,
  kim,
  mockingbird,
  sampleCatalog,
  volumeId,
  withIsbn,
  withX,
} from '../support/sample-catalog.ts'

onCatalog('searching books', { volumes: sampleCatalog }, (site) => {
  describe('an answer', () => {
    it('is a list of volumes with a total', async () => {
      const { kind, totalItems, items } = await site.search('flowers')
      expect(kind).toBe('books#volumes')
      expect(totalItems).toBe(3)
      expect(items).toHaveLength(3)
      for (const item of items!) {
        expect(item.kind).toBe('books#volume')
        expect(item.etag).toMatch(/^[\w+/]{11}$/)
        expect(item.selfLink).toBe(`${site.base}/books/v1/volumes/${item.id}`)
        expect(item.volumeInfo?.title).toBeTruthy()
        expect(item).not.toHaveProperty('userInfo')
      }
    })

    it('has no items if nothing is found', async () => {
      expect(await site.search('xqzvbn wkrtzpl')).toEqual({ kind: 'books#volumes', totalItems: 0 })
    })

    it.each(['', '?q=', '?q=%20%20'])('needs a query: %s', async (query) => {
      expectRefusal(await site.get(`/books/v1/volumes${query}`), {
        status: 400,
        reason: 'queryRequired',
        message: 'Missing query.',
        location: 'q',
      })
    })
  })

  describe('a page', () => {
    it('has ten volumes unless it is requested others', async () => {
      const { totalItems, items } = await site.search('lantern')
      expect(totalItems).toBe(25)
      expect(items).toHaveLength(10)
      expect(await site.ids('lantern', { maxResults: 40 })).toHaveLength(25)
    })

    it('can be empty, to return only the total', async () => {
      expect(await site.search('lantern', { maxResults: 0 })).toEqual({
        kind: 'books#volumes',
        totalItems: 25,
      })
    })

    it('has forty volumes at most', async () => {
      const reply = await site.get('/books/v1/volumes?q=lantern&maxResults=41')
      expectRefusal(reply, { status: 400, reason: 'invalidParameter', location: 'maxResults' })
      expect(reply.json.error.message).toContain('Values must be within the range: [0, 40]')
    })

    it.each([
      ['maxResults', '-1'],
      ['maxResults', 'abc'],
      ['startIndex', '-1'],
      ['startIndex', 'x'],
      ['showPreorders', 'perhaps'],
      ['filter', 'cheap'],
      ['printType', 'scrolls'],
      ['projection', 'some'],
      ['orderBy', 'oldest'],
    ])('is refused with %s=%s', async (name, value) => {
      const reply = await site.get(`/books/v1/volumes?q=lantern&${name}=${value}`)
      expectRefusal(reply, { status: 400, reason: 'invalidParameter', location: name })
    })

    it('follows the one before, and all have the same total', async () => {
      const pages = [0, 10, 20].map((startIndex) => site.search('lantern', { startIndex }))
      const found = await Promise.all(pages)
      expect(found.map(({ items }) => items!.length)).toEqual([10, 10, 5])
      expect(found.map(({ totalItems }) => totalItems)).toEqual([25, 25, 25])
      const ids = found.flatMap(({ items }) => items!.map(({ id }) => id))
      expect(new Set(ids).size).toBe(25)
      expect(ids).toEqual(await site.ids('lantern', { maxResults: 25 }))
    })

    it.each([25, 1000, 4_294_967_295])(
      'behind the last volume is empty: %d',
      async (startIndex) => {
        expect(await site.search('lantern', { startIndex })).toEqual({
          kind: 'books#volumes',
          totalItems: 25,
        })
      },
    )
  })

  describe('words', () => {
    it('mean the same in any case', async () => {
      const [one, ...others] = await Promise.all(
        ['flowers', 'FLOWERS', 'FloWers', 'flower'].map((q) => site.ids(q)),
      )
      for (const other of others) expect(other).toEqual(one)
    })

    it.each([
      ['cafe europa', volumeId(34)],
      ['café europa', volumeId(34)],
      ['CAFÉ', volumeId(34)],
      ['drakulic', volumeId(34)],
      ['marquez', volumeId(72)],
      ['anos soledad', volumeId(72)],
      ['война и мир', volumeId(70)],
      ['ТОЛСТОЙ', volumeId(70)],
      ['ノルウェイの森', volumeId(71)],
      ['村上春樹', volumeId(71)],
      ['森', volumeId(71)],
      ['self-reliance', volumeId(32)],
      ['selfreliance', volumeId(32)],
      ['self reliance essays', volumeId(32)],
      ['mocking bird', mockingbird],
    ])('find %s', async (q, id) => {
      expect((await site.ids(q))[0]).toBe(id)
    })

    it.each(['wh auden', 'w.h. auden', 'w h auden', 'W. H. Auden', 'auden, w.h.'])(
      'join initials: %s',
      async (q) => {
        expect(await site.ids(q)).toEqual([volumeId(35)])
      },
    )

    it('all have to be there, in any field', async () => {
      expect(await site.ids('keyes flowers')).toEqual([flowersForAlgernon, volumeId(4)])
    })

    it('that are common are optional, unless there are no others', async () => {
      expect(await site.ids('the kill of mockingbird')).toEqual([mockingbird])
      expect((await site.search('the')).totalItems).toBeGreaterThan(25)
    })
  })

  describe('the order', () => {
    it('starts with the title that is requested', async () => {
      expect(await site.ids('kim')).toEqual([kim, volumeId(11), volumeId(12)])
    })

    it.each(['dune herbert', 'herbert dune', 'dune by frank herbert', 'Frank Herbert Dune'])(
      'knows a title with its author: %s',
      async (q) => {
        expect((await site.ids(q))[0]).toBe(volumeId(17))
      },
    )

    it('has the books of an author before those about one', async () => {
      const ids = await site.ids('jane austen')
      expect(ids).toEqual([volumeId(39), volumeId(38), volumeId(37)])
    })

    it('has the best known first if nothing else decides', async () => {
      expect(await site.ids('flowers')).toEqual([volumeId(2), volumeId(1), volumeId(4)])
    })

    it('can be that of publication, with what has no date last', async () => {
      for (const orderBy of ['newest', 'NEWEST']) {
        const { items = [] } = await site.search('harbour', { orderBy })
        expect(items.map(({ volumeInfo }) => volumeInfo?.publishedDate)).toEqual([
          '2020-05-20',
          '2020-05',
          '2020',
          '1999',
          undefined,
        ])
      }
    })

    it('of publication is the same on all pages', async () => {
      const whole = await site.ids('lantern', { orderBy: 'newest', maxResults: 40 })
      const pages = await Promise.all(
        [0, 10, 20].map((startIndex) => site.ids('lantern', { orderBy: 'newest', startIndex })),
      )
      expect(pages.flat()).toEqual(whole)
    })
  })

  describe('keywords', () => {
    it('bind to the next word only', async () => {
      expect(await site.ids('inauthor:keyes flowers')).toEqual([flowersForAlgernon, volumeId(4)])
      expect(await site.ids('intitle:dune messiah')).toEqual([volumeId(19), volumeId(18)])
      expect(await site.ids('intitle: dune messiah')).toEqual([volumeId(19), volumeId(18)])
    })

    it('may be parted by a plus that is encoded or not', async () => {
      const plain = await site.get('/books/v1/volumes?q=flowers+inauthor:keyes')
      const encoded = await site.get('/books/v1/volumes?q=flowers%2Binauthor:keyes')
      const idsOf = (reply: typeof plain) => reply.json.items?.map(({ id }) => id)
      expect(idsOf(plain)).toEqual([flowersForAlgernon, volumeId(4)])
      expect(idsOf(encoded)).toEqual(idsOf(plain))
    })

    it.each([
      ['intitle:"kill a mockingbird"', [mockingbird]],
      ['intitle:"mockingbird kill"', []],
      ['inauthor:"le guin"', [volumeId(22)]],
      ['inauthor:"Keyes, Daniel"', [flowersForAlgernon, volumeId(3)]],
      ['inauthor:"daniel keyes"', [flowersForAlgernon, volumeId(3)]],
      ['subject:"science fiction"', [volumeId(22)]],
      ['subject:weather', [withIsbn]],
      ['inpublisher:penguin', [withIsbn]],
      ['inpublisher:"penguin classics"', [withIsbn]],
      ['intitle:', []],
      ['INTITLE:dune', []],
    ])('%s', async (q, ids) => {
      expect(await site.ids(q)).toEqual(ids)
    })

    it.each([
      'isbn:9780140449136',
      'isbn:0140449132',
      'isbn:978-0-14-044913-6',
      'isbn:0-14-044913-2',
      'isbn:"978 0 14 044913 6"',
      '9780140449136',
      '0140449132',
      '978-0-14-044913-6',
      '978–0–14–044913–6',
      '"9780140449136"',
      '978 0 14 044913 6',
      'ISBN 9780140449136',
      'isbn:9780140449136 wind',
      'lccn:2001012345',
      'lccn:2001-12345',
      'lccn:2001-012345',
      'oclc:45678',
      'oclc:0045678',
      'oclc:ocm00045678',
      'oclc:(OCoLC)45678',
    ])('find a volume by its number: %s', async (q) => {
      expect(await site.ids(q)).toEqual([withIsbn])
    })

    it.each(['isbn:080442957x', 'isbn:080442957X', '080442957x', 'isbn:9780804429573'])(
      'know the letter of an ISBN: %s',
      async (q) => {
        expect(await site.ids(q)).toEqual([withX])
      },
    )

    it.each([
      '9780306406157',
      'isbn:9780306406157',
      'isbn:abc',
      'isbn:',
      'lccn:1',
      'oclc:x',
      'isbn:10501240',
    ])('find nothing by a number that no volume has: %s', async (q) => {
      expect(await site.search(q)).toEqual({ kind: 'books#volumes', totalItems: 0 })
    })

    it('find a magazine by its ISSN', async () => {
      expect(await site.ids('1050-124X')).toEqual([volumeId(53)])
    })

    it('that are unknown are words', async () => {
      expect((await site.search('http: dune:')).totalItems).toBe(0)
      expect(await site.ids('dune: messiah herbert')).toEqual([volumeId(19)])
    })
  })

  describe('phrases and exclusions', () => {
    it.each([
      ['"left hand of darkness"', [volumeId(22)]],
      ['“left hand of darkness”', [volumeId(22)]],
      ['"hand left"', []],
      ['"algernon daniel"', []],
      ['"left hand of', [volumeId(22)]],
      ['chess -openings', [volumeId(30)]],
      ['chess -intitle:openings', [volumeId(30)]],
      ['chess -"for beginners"', [volumeId(31)]],
      ['harbour fog OR ice', [volumeId(43), volumeId(44)]],
      ['harbour fog | ice', [volumeId(43), volumeId(44)]],
      ['-austen', []],
      ['-', []],
      ['"', []],
    ])('%s', async (q, ids) => {
      expect([...(await site.ids(q))].sort()).toEqual(ids)
    })
  })

  describe('what is misspelt', () => {
    it.each([
      ['to kill a mockingbrid', mockingbird],
      ['to kil a mockingbird', mockingbird],
      ['flowers for algernn', flowersForAlgernon],
      ['flowrs algernon', flowersForAlgernon],
      ['the left hand of darknes', volumeId(22)],
      ['frank herbret dune', volumeId(17)],
      ['left hand dark', volumeId(22)],
      ['ursula leguin', volumeId(22)],
      ['cien años de solidad', volumeId(72)],
    ])('finds what is meant: %s', async (q, id) => {
      expect((await site.ids(q))[0]).toBe(id)
    })

    it('is not corrected if the exact text is found', async () => {
      expect(await site.ids('kim')).not.toContain(volumeId(35))
    })

    it('is not corrected inside quotes', async () => {
      expect((await site.search('"flowrs for algernon"')).totalItems).toBe(0)
    })
  })

  describe('filters', () => {
    it.each<[Record<string, string>, number[]]>([
      [{ filter: 'ebooks' }, [50, 51]],
      [{ filter: 'free-ebooks' }, [50]],
      [{ filter: 'paid-ebooks' }, [51]],
      [{ filter: 'full' }, [50]],
      [{ filter: 'partial' }, [50, 51, 52]],
      [{ filter: 'FREE-EBOOKS' }, [50]],
      [{ filter: 'FILTER_UNDEFINED' }, [50, 51, 52, 53, 54, 56]],
      [{ printType: 'magazines' }, [53]],
      [{ printType: 'MAGAZINES' }, [53]],
      [{ printType: 'books' }, [50, 51, 52, 54, 56]],
      [{ download: 'epub' }, [50, 51]],
      [{ download: 'EPUB' }, [50, 51]],
      [{ maxAllowedMaturityRating: 'not-mature' }, [50, 51, 52, 53, 56]],
      [{ maxAllowedMaturityRating: 'mature' }, [50, 51, 52, 53, 54, 56]],
      [{ showPreorders: 'true' }, [50, 51, 52, 53, 54, 55, 56]],
      [{}, [50, 51, 52, 53, 54, 56]],
    ])('%o', async (params, numbers) => {
      const ids = await site.ids('market', { ...params, maxResults: 40 })
      expect([...ids].sort()).toEqual(numbers.map(volumeId))
    })

    it('know languages by their first part', async () => {
      expect((await site.ids('harbour', { langRestrict: 'fr' })).sort()).toEqual([
        volumeId(40),
        volumeId(41),
      ])
      expect(await site.ids('austen', { langRestrict: 'EN' })).toHaveLength(2)
      expect(await site.ids('harbour', { langRestrict: 'fr,en' })).toHaveLength(3)
      expect(await site.ids('harbour', { langRestrict: 'xx' })).toEqual([])
      expect(await site.ids('harbour', { langRestrict: '!' })).toEqual([])
    })

    it('count what is found', async () => {
      expect((await site.search('market', { filter: 'partial', maxResults: 1 })).totalItems).toBe(3)
    })

    it('in the own library require a user', async () => {
      expectRefusal(await site.get('/books/v1/volumes?q=market&libraryRestrict=my-library'), {
        status: 401,
        reason: 'required',
        location: 'Authorization',
      })
      const { token } = await site.server.mint()
      const own = as(site.base, token)
      const path = '/books/v1/volumes?q=market&libraryRestrict=my-library'
      expect((await own.get(path)).json).toEqual({ kind: 'books#volumes', totalItems: 0 })
      const shelf = '/books/v1/mylibrary/bookshelves/2/addVolume'
      for (const number of [52, 56, 1]) await own.post(`${shelf}?volumeId=${volumeId(number)}`)
      const { json } = await own.get(path)
      expect(json.totalItems).toBe(2)
      expect(json.items?.map(({ id }) => id).sort()).toEqual([volumeId(52), volumeId(56)])
      for (const item of json.items!) expect(item.userInfo).toMatchObject({ isInMyBooks: true })
    })
  })

  describe('a snippet', () => {
    it('shows the words in bold, and no markup of others', async () => {
      const { items } = await site.search('zebra <script>alert(1)</script>')
      const snippet = items?.[0]?.searchInfo?.textSnippet
      expect(snippet).toContain('<b>zebra</b>')
      expect(snippet?.replaceAll(/<\/?b>/g, '')).not.toMatch(/[<>]/)
      expect(items?.[0]?.volumeInfo?.description).not.toContain('<script>')
    })

    it('is omitted if the description does not contain the words', async () => {
      const { items } = await site.search('algernon')
      expect(items?.[0]).not.toHaveProperty('searchInfo')
    })
  })
})
