import { describe, expect, it } from 'vitest'
import { as } from '../support/calling.ts'
import { onCatalog, type Volume } from '../support/catalog-site.ts'
import { send } from '../support/http.ts'
import { expectRefusal } from '../support/refusal.ts'
import { sampleCatalog, volumeId, withIsbn } from '../support/sample-catalog.ts'
import { embeddedEngine } from '../support/server.ts'

const volumes = '/books/v1/volumes'

const engines = [embeddedEngine]

onCatalog('volumes', { volumes: sampleCatalog, engines }, (site) => {
  const volume = async (path: string) =>
    (await site.get(`${volumes}/${path}`)).json as object as Volume

  describe('got by their id', () => {
    it('are shown whole', async () => {
      const shown = await volume(withIsbn)
      expect(shown).toMatchObject({
        kind: 'books#volume',
        id: withIsbn,
        selfLink: `${site.base}${volumes}/${withIsbn}`,
        volumeInfo: {
          title: 'The Wind Tables',
          authors: ['Mei Long'],
          publisher: 'Penguin Classics',
          industryIdentifiers: [
            { type: 'ISBN_10', identifier: '0140449132' },
            { type: 'ISBN_13', identifier: '9780140449136' },
            { type: 'OTHER' },
            { type: 'OTHER' },
          ],
          readingModes: { text: false, image: false },
          pageCount: 320,
          printedPageCount: 336,
          dimensions: { height: '24.00 cm' },
          printType: 'BOOK',
          mainCategory: 'Science',
          categories: ['Science / Weather', 'Travel'],
          averageRating: 4.5,
          ratingsCount: 12,
          maturityRating: 'NOT_MATURE',
          allowAnonLogging: false,
          language: 'en',
        },
        saleInfo: { country: 'US', saleability: 'NOT_FOR_SALE', isEbook: false },
        accessInfo: {
          country: 'US',
          viewability: 'NO_PAGES',
          embeddable: false,
          publicDomain: false,
          epub: { isAvailable: false },
          pdf: { isAvailable: false },
          accessViewStatus: 'NONE',
        },
      })
      expect(shown).not.toHaveProperty('searchInfo')
      expect(shown).not.toHaveProperty('userInfo')
      expect(JSON.stringify(shown)).not.toContain('null')
    })

    it('in the public domain are free, and all of them can be seen', async () => {
      expect(await volume(volumeId(50))).toMatchObject({
        saleInfo: { saleability: 'FREE', isEbook: true },
        accessInfo: {
          viewability: 'ALL_PAGES',
          publicDomain: true,
          accessViewStatus: 'FULL_PUBLIC_DOMAIN',
          epub: { isAvailable: true },
        },
      })
    })

    it('for sale have a price, also in micros', async () => {
      const price = { amount: 9.5, currencyCode: 'EUR' }
      expect(await volume(volumeId(51))).toMatchObject({
        saleInfo: {
          saleability: 'FOR_SALE',
          retailPrice: price,
          offers: [{ retailPrice: { amountInMicros: 9_500_000, currencyCode: 'EUR' } }],
        },
        accessInfo: { viewability: 'PARTIAL', accessViewStatus: 'SAMPLE' },
      })
    })

    it('omit what is not known', async () => {
      const { volumeInfo } = await volume(volumeId(56))
      for (const name of ['authors', 'publisher', 'publishedDate', 'description', 'categories']) {
        expect(volumeInfo).not.toHaveProperty(name)
      }
    })

    it.each([
      'zzzzzzzzzzzz',
      'x',
      'NON_EXISTING_ID',
      '9780140449136',
      'VOLUME000020',
      '%F0%9F%93%9A',
      '%00',
    ])('are not found by %s', async (id) => {
      expectRefusal(await site.get(`${volumes}/${id}`), {
        status: 404,
        reason: 'notFound',
        message: 'The volume ID could not be found.',
      })
    })

    it('are for the country that is named, if it is one', async () => {
      for (const [given, shown] of [
        ['DE', 'DE'],
        ['fr', 'FR'],
        ['AAA', 'US'],
        ['AA', 'US'],
        ['XX', 'US'],
        ['ZZ', 'US'],
        ['EU', 'US'],
        ['uk', 'US'],
        ['gb', 'GB'],
        ['1', 'US'],
        ['', 'US'],
      ]) {
        const { accessInfo, saleInfo } = await volume(`${withIsbn}?country=${given}`)
        expect([accessInfo?.country, saleInfo?.country]).toEqual([shown, shown])
      }
    })

    it('have markup in their description, and none in a search', async () => {
      expect((await volume(volumeId(1))).volumeInfo?.description).toContain('<b>mouse</b>')
      const { items } = await site.search('algernon')
      expect(items?.[0]?.volumeInfo?.description).toBe('A mouse and a man are made clever.')
    })

    it('have more pictures than in a search, and the same title', async () => {
      const whole = (await volume(withIsbn)).volumeInfo
      const found = (await site.search('wind tables')).items?.[0]?.volumeInfo
      expect(Object.keys(found?.imageLinks ?? {})).toEqual(['smallThumbnail', 'thumbnail'])
      expect(Object.keys(whole?.imageLinks ?? {})).toHaveLength(6)
      expect(found?.title).toBe(whole?.title)
      expect(found).not.toHaveProperty('dimensions')
    })

    it('contain user data for an authenticated caller', async () => {
      const { token } = await site.server.mint()
      const { json } = await as(site.base, token).get(`${volumes}/${withIsbn}`)
      expect(json.userInfo).toMatchObject({ isPurchased: false, isInMyBooks: false })
    })

    it('are not sent again to whom knows them', async () => {
      const first = await site.get(`${volumes}/${withIsbn}`)
      const { etag } = first.headers
      expect(etag).toBe(`"${first.json.etag}"`)
      const again = await site.get(`${volumes}/${withIsbn}`, { 'If-None-Match': etag! })
      expect([again.status, again.text]).toEqual([304, ''])
      const bare = { 'If-None-Match': first.json.etag }
      expect((await site.get(`${volumes}/${withIsbn}`, bare)).status).toBe(304)
      const other = await site.get(`${volumes}/${withIsbn}?country=DE`, { 'If-None-Match': etag! })
      expect(other.status).toBe(200)
    })
  })

  describe('in the lite projection', () => {
    it.each(['lite', 'LITE'])('are short, asked for as %s', async (projection) => {
      const got = await volume(`${withIsbn}?projection=${projection}`)
      const found = (await site.search('wind tables', { projection })).items![0]!
      for (const { volumeInfo, accessInfo, saleInfo } of [got, found]) {
        expect(volumeInfo).toMatchObject({ title: 'The Wind Tables', authors: ['Mei Long'] })
        expect(volumeInfo).toHaveProperty('imageLinks')
        expect(accessInfo?.epub).toEqual({ isAvailable: false })
        expect(accessInfo).not.toHaveProperty('viewability')
        expect(saleInfo).toEqual({ country: 'US' })
        for (const name of ['industryIdentifiers', 'categories', 'pageCount', 'language']) {
          expect(volumeInfo).not.toHaveProperty(name)
        }
      }
    })

    it.each(['full', 'FULL', 'PROJECTION_UNDEFINED'])('are not short as %s', async (projection) => {
      const { volumeInfo } = await volume(`${withIsbn}?projection=${projection}`)
      expect(volumeInfo?.pageCount).toBe(320)
    })
  })

  describe('in another form', () => {
    it('have the members that are selected', async () => {
      const fields = 'totalItems,items(id,volumeInfo/title)'
      const { json } = await site.get(`${volumes}?q=wind+tables&fields=${fields}`)
      expect(json).toEqual({
        totalItems: 1,
        items: [{ id: withIsbn, volumeInfo: { title: 'The Wind Tables' } }],
      })
      const { json: pictures } = await site.get(
        `${volumes}?q=wind+tables&fields=items(id,volumeInfo(imageLinks/smallThumbnail,title))`,
      )
      expect(Object.keys(pictures.items![0]!.volumeInfo as object)).toEqual(['title', 'imageLinks'])
    })

    it('refuse a selection of what there is not', async () => {
      const reply = await site.get(`${volumes}?q=wind&fields=nope`)
      expectRefusal(reply, { status: 400, reason: 'invalidParameter', location: 'fields' })
      expect(reply.json.error.message).toBe('Invalid field selection nope')
    })

    it('are on one line or indented', async () => {
      expect((await site.get(`${volumes}?q=wind&prettyPrint=false`)).text).not.toContain('\n')
      expect((await site.get(`${volumes}?q=wind&prettyPrint=true`)).text).toContain('\n  "kind"')
    })

    it('can be a script that calls a function', async () => {
      for (const path of [
        `${volumes}?q=wind&callback=cb`,
        `${volumes}/${withIsbn}?callback=my.cb`,
      ]) {
        const { status, headers, text } = await site.get(path)
        expect(status).toBe(200)
        expect(headers['content-type']).toBe('text/javascript; charset=UTF-8')
        const [, name, json] = /^\/\/ API callback\n([\w.]+)\((.*)\);$/s.exec(text)!
        expect(path).toContain(`callback=${name}`)
        expect(JSON.parse(json!)).toHaveProperty('kind')
      }
    })

    it.each(['alert(1)', 'a;b', '<b>', 'a..b', 'x'.repeat(300)])(
      'cannot be a script that does something else: %s',
      async (callback) => {
        const path = `${volumes}?q=wind&callback=${encodeURIComponent(callback)}`
        expectRefusal(await site.get(path), {
          status: 400,
          reason: 'invalidParameter',
          location: 'callback',
        })
      },
    )

    it('cannot be anything but JSON', async () => {
      const refusal = { status: 400, reason: 'invalidParameter', location: 'alt' }
      for (const alt of ['media', 'proto', 'xml']) {
        expectRefusal(await site.get(`${volumes}?q=wind&alt=${alt}`), refusal)
      }
      expect(
        (await site.get(`${volumes}?q=wind&alt=json&%24.xgafv=2&userIp=x&print-type=y`)).status,
      ).toBe(200)
    })
  })

  describe('are requested', () => {
    it('with a method override for long queries', async () => {
      const body = `q=wind+tables&maxResults=3&pad=${'x'.repeat(3000)}`
      const headers = {
        'X-HTTP-Method-Override': 'GET',
        'Content-Type': 'application/x-www-form-urlencoded',
      }
      const posted = await send(`${site.base}${volumes}`, { method: 'POST', body, headers })
      const got = await site.get(`${volumes}?q=wind+tables&maxResults=3`)
      expect(posted.status).toBe(200)
      expect(posted.json).toEqual(got.json)
    })

    it('by the official client, with nothing changed but the address', async () => {
      const client = site.client()
      const { data } = await client.volumes.list({ q: 'wind tables', projection: 'FULL' })
      expect(data.items?.[0]?.id).toBe(withIsbn)
      const got = await client.volumes.get({ volumeId: withIsbn })
      expect(got.data.volumeInfo?.title).toBe('The Wind Tables')
      await expect(client.volumes.get({ volumeId: 'nothing' })).rejects.toMatchObject({ code: 404 })
    })

    it('with a token or key that is good, or with none', async () => {
      expectRefusal(await as(site.base, 'not-a-token').get(`${volumes}?q=wind`), {
        status: 401,
        reason: 'authError',
        location: 'Authorization',
      })
      expectRefusal(await site.get(`${volumes}?q=wind&key=nonsense`), {
        status: 400,
        reason: 'badRequest',
      })
      const { token } = await site.server.mint({
        scopes: ['https://www.googleapis.com/auth/calendar'],
      })
      expectRefusal(await as(site.base, token).get(`${volumes}?q=wind`), {
        status: 403,
        reason: 'insufficientPermissions',
      })
    })

    it('below a path with two slashes as well', async () => {
      expect((await site.get(`/${volumes}/${withIsbn}`)).status).toBe(200)
    })

    it('only by reading', async () => {
      expect((await as(site.base).post(`${volumes}?q=wind`)).status).toBe(404)
      expect((await site.get(`${volumes}/${withIsbn}/associated`)).status).toBe(404)
    })
  })

  describe('have pictures', () => {
    it('that are drawn if no cover is known', async () => {
      const { volumeInfo } = await volume(volumeId(60))
      for (const link of Object.values(volumeInfo!.imageLinks!)) {
        const { status, headers, text } = await send(link)
        expect(status).toBe(200)
        expect(headers['content-type']).toBe('image/svg+xml; charset=UTF-8')
        expect(headers['cache-control']).toContain('max-age')
        expect(text).toContain('<svg')
        expect(text).not.toContain('<script')
      }
    })

    it('also for programs that change the address', async () => {
      const path = `/books/content?id=${withIsbn}&zoom=0&w=800&fife=w800-h900&edge=curl`
      expect((await site.get(path)).status).toBe(200)
    })

    it('and a page about them', async () => {
      const { volumeInfo } = await volume(volumeId(60))
      for (const link of [volumeInfo!.infoLink!, volumeInfo!.previewLink!]) {
        const { status, text } = await send(link)
        expect(status).toBe(200)
        expect(text).not.toContain('<script')
        expect(text).toContain('&lt;script&gt;')
      }
    })

    it.each(['/books/content', '/books/content?id=x', '/books?id=zzzzzzzzzzzz'])(
      'but not at %s',
      async (path) => {
        expect((await site.get(path)).status).toBe(404)
      },
    )
  })
})

onCatalog(
  'volumes of a server that is set otherwise',
  {
    volumes: [
      ...sampleCatalog,
      {
        id: volumeId(900),
        volumeInfo: { title: 'Covered' },
        almanac: { cover: 'https://covers.example/900.jpg' },
      },
    ],
    engines,
    environment: {
      ALMANAC_COVERS: 'known',
      ALMANAC_COVER_SOURCE: 'https://covers.example/isbn/{isbn}.jpg',
      ALMANAC_BOOKS_COUNTRY: 'de',
      ALMANAC_BOOKS_CALLERS: 'identified',
    },
  },
  (site) => {
    const reader = async () => as(site.base, (await site.server.mint()).token)

    it('have no pictures if no cover is known', async () => {
      const { json } = await (await reader()).get(`${volumes}/${volumeId(56)}`)
      expect(json.volumeInfo).not.toHaveProperty('imageLinks')
      expect((await site.get(`/books/content?id=${volumeId(56)}`)).status).toBe(404)
    })

    it('have the pictures of the catalog, and of the source that is set', async () => {
      const moved = await site.get(`/books/content?id=${withIsbn}&zoom=1`)
      expect([moved.status, moved.headers.location]).toEqual([
        302,
        'https://covers.example/isbn/9780140449136.jpg',
      ])
      const own = await site.get(`/books/content?id=${volumeId(900)}`)
      expect([own.status, own.headers.location]).toEqual([302, 'https://covers.example/900.jpg'])
      const { json } = await (await reader()).get(`${volumes}/${withIsbn}`)
      expect((json as Volume).volumeInfo).toHaveProperty('imageLinks')
      expect((json as Volume).accessInfo?.country).toBe('DE')
    })

    it('are not shown to anonymous callers', async () => {
      expectRefusal(await site.get(`${volumes}?q=dune`), { status: 403, reason: 'forbidden' })
      expectRefusal(await site.get(`${volumes}/${withIsbn}`), { status: 403, reason: 'forbidden' })
      expect((await (await reader()).get(`${volumes}?q=dune`)).status).toBe(200)
    })
  },
)
