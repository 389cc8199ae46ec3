import { hash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bookFixture } from '../support/book-fixtures.ts'
import { crashImport, importFile, writeNumbered } from '../support/book-imports.ts'
import { as } from '../support/calling.ts'
import { freshFolder } from '../support/fresh.ts'
import { embeddedEngine, runAlmanac, wireEngines } from '../support/server.ts'
import { sharedServers } from '../support/shared-server.ts'

for (const engine of wireEngines) {
  const skip = engine.unavailable !== undefined
  describe(`a file of books on ${engine.name}`, { skip }, () => {
    const site = sharedServers(engine)
    const anybody = () => as(site.servers[0]!.base)

    async function titles(q: string): Promise<string[]> {
      const { json } = await anybody().get(`/books/v1/volumes?q=${encodeURIComponent(q)}`)
      return (json.items ?? []).map(
        (item) => (item as { volumeInfo: { title: string } }).volumeInfo.title,
      )
    }

    it('is read beside a running server, which finds the volumes at once', async () => {
      const path = bookFixture('volumes.jsonl')
      const { said, complaints } = await importFile(site.place, path)
      expect(said).toEqual(['Imported jsonl: 3 created, 0 updated, 0 unchanged, 4 skipped.'])
      expect(await titles('isbn:9780141439976')).toEqual(['The Time Machine'])
      expect(complaints).toEqual([
        `${path}:4: skipped, volumeInfo.authors is not a list of texts`,
        `${path}:5: skipped, there is no volumeInfo.title`,
        `${path}:6: skipped, id is not twelve letters, digits, dashes or underscores`,
        `${path}:7: skipped, the line is not JSON`,
      ])
      const again = await importFile(site.place, path)
      expect(again.said).toEqual(['Imported jsonl: 0 created, 0 updated, 3 unchanged, 4 skipped.'])
    })

    it('shows the ISBNs of volumes as JSON without dashes', async () => {
      await using folder = await freshFolder()
      const path = join(folder.path, 'volumes.jsonl')
      const industryIdentifiers = [
        { type: 'ISBN_10', identifier: '0-8044-2957-x' },
        { type: 'ISBN_13', identifier: '978\u20110\u20118044\u20112957\u20113' },
        { type: 'OTHER', identifier: 'UOM:390-15' },
      ]
      const volumeInfo = { title: 'Dashing Quokka', industryIdentifiers }
      await writeFile(path, JSON.stringify({ id: 'dashesDashes', volumeInfo }))
      await importFile(site.place, path)
      const { json } = await anybody().get('/books/v1/volumes/dashesDashes')
      expect(json.volumeInfo).toMatchObject({
        industryIdentifiers: [
          { type: 'ISBN_10', identifier: '080442957X' },
          { type: 'ISBN_13', identifier: '9780804429573' },
          industryIdentifiers[2],
        ],
      })
    })

    it('takes a volume out of the catalog when its publisher does', async () => {
      await using folder = await freshFolder()
      const product = (notice: string, title: string) =>
        `<ONIXMessage release="3.0"><Product><RecordReference>gone.1</RecordReference>
         <NotificationType>${notice}</NotificationType>${title}</Product></ONIXMessage>`
      const path = join(folder.path, 'onix.xml')
      await writeFile(
        path,
        product(
          '03',
          `<DescriptiveDetail><TitleDetail><TitleType>01</TitleType><TitleElement>
           <TitleElementLevel>01</TitleElementLevel><TitleText>Vanishing Quagga</TitleText>
           </TitleElement></TitleDetail></DescriptiveDetail>`,
        ),
      )
      await importFile(site.place, path)
      expect(await titles('vanishing quagga')).toEqual(['Vanishing Quagga'])
      await writeFile(path, product('05', ''))
      const { said } = await importFile(site.place, path)
      expect(said).toEqual([
        'Imported onix: 0 created, 0 updated, 0 unchanged, 1 withdrawn, 0 skipped.',
      ])
      expect(await titles('vanishing quagga')).toEqual([])
    })

    it('keeps ids and shelves when a catalog comes again, with new words in it', async () => {
      await using folder = await freshFolder()
      const path = join(folder.path, 'pg.csv')
      const text = await readFile(bookFixture('gutenberg.csv'), 'utf8')
      await writeFile(path, text.replace('Dracula', 'Dracula the Count'))
      await importFile(site.place, bookFixture('gutenberg.csv'), '--source', 'again')
      const found = await anybody().get('/books/v1/volumes?q=intitle:dracula&maxResults=40')
      const ids = found.json.items!.map(({ id }) => id!)
      const { token } = await site.servers[0]!.mint()
      const reader = as(site.servers[0]!.base, token)
      for (const id of ids) {
        await reader.post(`/books/v1/mylibrary/bookshelves/0/addVolume?volumeId=${id}`)
      }
      const { said } = await importFile(site.place, path, '--source', 'again')
      expect(said.at(-1)).toContain('0 created, 1 updated, 2 unchanged')
      const shelf = await reader.get('/books/v1/mylibrary/bookshelves/0/volumes')
      expect(shelf.json.items!.map(({ id }) => id)).toEqual(ids)
      expect(JSON.stringify(shelf.json)).toContain('Dracula the Count')
    })

    it('continues after it was killed', async () => {
      await using folder = await freshFolder()
      const count = 2_000
      const { path, ids } = await writeNumbered(folder.path, { count, word: 'kestrel' })
      const isThere = async (id: string) =>
        (await anybody().get(`/books/v1/volumes/${id}`)).status === 200
      const words = [path, '--import-batch-max', '250']
      await crashImport(site.place, words, () => isThere(ids[0]!))
      const { said } = await importFile(site.place, path)
      const [, done] = /^Resumed after (\d+) entries of an earlier import\.$/.exec(said[0]!)!
      expect(Number(done)).toBeGreaterThan(0)
      expect(said[1]).toBe(`Imported jsonl: ${count} created, 0 updated, 0 unchanged, 0 skipped.`)
      const { json } = await anybody().get('/books/v1/volumes?q=intitle:kestrel&maxResults=0')
      expect(json.totalItems).toBe(count)
      expect(await isThere(ids.at(-1)!)).toBe(true)
      const again = await importFile(site.place, path)
      expect(again.said[0]).toContain(`${count} unchanged`)
      expect((await runAlmanac(['check'], site.place.environment)).stdout).toBe(
        'No problems found.\n',
      )
    })

    // The rules below do not depend on the engine.
    if (engine !== embeddedEngine) return

    it("puts a reader's library on the shelves of a user, in its order, once", async () => {
      const { email, token } = await site.servers[0]!.mint()
      const reader = as(site.servers[0]!.base, token)
      const shelves = '/books/v1/mylibrary/bookshelves'
      const onShelf = async (shelf: number) => {
        const { json } = await reader.get(`${shelves}/${shelf}/volumes`)
        return (json.items ?? []).map(
          (item) => (item as { volumeInfo: { title: string } }).volumeInfo.title,
        )
      }
      for (const file of ['goodreads.csv', 'storygraph.csv', 'calibre.csv', 'goodreads.csv']) {
        await importFile(site.place, bookFixture(file), '--user', email)
      }
      expect(await onShelf(0)).toEqual(['The Lost World', 'A Study in Scarlet'])
      expect(await onShelf(2)).toEqual(['The Sign of Four', 'Romola'])
      expect(await onShelf(3)).toEqual(['Middlemarch'])
      expect(await onShelf(4)).toEqual(['The Lost World', 'A Study in Scarlet'])
      expect(await onShelf(7)).toEqual(['Vingt mille lieues sous les mers'])
      const { json } = await reader.get(shelves)
      const own = (json.items as unknown as { id: number; title: string; access: string }[]).filter(
        ({ id }) => id > 1000,
      )
      expect(own.map(({ title }) => title).toSorted()).toEqual([
        'Home',
        'big books',
        'classics',
        'detectives',
        'did-not-finish',
      ])
      expect(own.every(({ access }) => access === 'PRIVATE')).toBe(true)
    })

    it('assigns the same ids to an exported catalog elsewhere, and changes nothing at home', async () => {
      await using folder = await freshFolder()
      await importFile(site.place, bookFixture('calibre.csv'))
      const path = join(folder.path, 'catalog.jsonl')
      const written = await runAlmanac(['books', 'export', path], site.place.environment)
      expect(written).toMatchObject({ code: 0, stderr: '' })
      const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
      expect(written.stdout).toBe(`Wrote ${lines.length} volumes to ${path}.\n`)
      const home = await importFile(site.place, path)
      expect(home.said.at(-1)).toBe(
        `Imported jsonl: 0 created, 0 updated, ${lines.length} unchanged, 0 skipped.`,
      )
      await using elsewhere = await engine.place()
      await importFile(elsewhere, path)
      const { stdout } = await runAlmanac(['books', 'export'], elsewhere.environment)
      expect(stdout.trimEnd().split('\n').toSorted()).toEqual(lines.toSorted())
    })
  })
}

describe('importing books', () => {
  it('recognizes a packed file by what is in it, and takes in a long one', async () => {
    await using folder = await freshFolder()
    const count = 1_500
    const lines = Array.from({ length: count }, (_, at) => {
      // What cannot be packed is long also when it is.
      const description = [0, 1, 2, 3].map((part) => hash('sha512', `${at} ${part}`, 'base64'))
      return `${JSON.stringify({ volumeInfo: { title: `Wagtail ${at}`, description: description.join('') } })}\n`
    })
    const path = join(folder.path, 'long.jsonl.gz')
    await writeFile(path, gzipSync(lines.join('')))
    const environment = { ALMANAC_DATA_DIR: join(folder.path, 'data') }
    const { stdout } = await runAlmanac(['books', 'import', path], environment)
    expect(stdout).toBe(`Imported jsonl: ${count} created, 0 updated, 0 unchanged, 0 skipped.\n`)
  })

  it('explains what is wrong with the files to import', async () => {
    await using folder = await freshFolder()
    const environment = { ALMANAC_DATA_DIR: join(folder.path, 'data') }
    const said = await Promise.all([
      runAlmanac(['books', 'import', 'nowhere.csv'], environment),
      runAlmanac(
        ['books', 'import', bookFixture('goodreads.csv'), '--user', 'nobody@example.com'],
        { ALMANAC_DATA_DIR: join(folder.path, 'other') },
      ),
    ])
    expect(said.map(({ code, stdout }) => [code, stdout])).toEqual([
      [1, ''],
      [1, ''],
    ])
    expect(said[0]!.stderr).toMatch(/nowhere\.csv does not exist/)
    expect(said[1]!.stderr).toMatch(/There is no user nobody/)
  })

  it('needs no more memory for a long file than for a short one', async () => {
    await using folder = await freshFolder()
    const path = join(folder.path, 'long.jsonl')
    const bad = `{"volumeInfo":{"subtitle":"${'x'.repeat(2_000)}"}}\n`
    await writeFile(path, `${bad.repeat(30_000)}{"volumeInfo":{"title":"The end"}}\n`)
    const { code, stdout, stderr } = await runAlmanac(['books', 'import', path], {
      ALMANAC_DATA_DIR: join(folder.path, 'data'),
      NODE_OPTIONS: '--max-old-space-size=48',
    })
    expect([code, stdout]).toEqual([
      0,
      'Imported jsonl: 1 created, 0 updated, 0 unchanged, 30000 skipped.\n',
    ])
    const complaints = stderr.split('\n').filter((line) => line.includes('skipped'))
    expect(complaints).toHaveLength(50)
    expect(stderr).toContain('... and 29950 more.')
  })
})
