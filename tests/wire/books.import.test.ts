import { hash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bookFixture, crashImport, importFile, writeNumbered } from '../support/book-imports.ts'
import { as } from '../support/calling.ts'
import { freshFolder } from '../support/fresh.ts'
import { runAlmanac, wireEngines } from '../support/server.ts'
import { sharedServers } from '../support/shared-server.ts'

/** A file, what an import of it says, and a query that only a volume of it answers. */
const files = [
  ['volumes.jsonl', 'jsonl: 3 created', 'isbn:9780141439976', 'The Time Machine'],
  ['gutenberg.csv', 'gutenberg: 3 created', 'intitle:dracula', 'Dracula'],
  ['goodbooks.csv', 'goodbooks-10k: 3 created', 'isbn:0-14-143951-3', 'Pride and Prejudice'],
  ['open-library.txt.gz', 'open-library: 2 created', 'isbn:9780140444308', 'Les Misérables'],
  ['goodreads.csv', 'goodreads: 3 created', 'isbn:0140439080', 'A Study in Scarlet'],
  ['storygraph.csv', 'storygraph: 3 created', 'isbn:9780141439549', 'Middlemarch'],
  ['calibre.csv', 'calibre: 2 created', 'isbn:9780199539277', 'Vingt mille lieues sous les mers'],
  ['records.mrc', 'marc: 3 created', 'isbn:9782070413119', 'Madame Bovary'],
  ['records.xml', 'marcxml: 1 created', 'isbn:84-376-0493-1', 'Don Quijote de la Mancha & more'],
  ['onix-short.xml', 'onix: 1 created', 'isbn:9780306406157', "Le café d'hiver"],
  ['opds1.xml', 'opds1: 2 created', 'isbn:9780691096124', 'Walden'],
  ['opds2.json', 'opds2: 2 created', 'isbn:9780140437447', 'Moby-Dick'],
] as const

/** So many imports go on side by side. */
const atATime = 3

for (const engine of wireEngines) {
  const skip = engine.unavailable !== undefined
  describe(`importing books on ${engine.name}`, { skip, timeout: 120_000 }, () => {
    const site = sharedServers(engine, { environment: { ALMANAC_DEMO: '0' } })
    const anybody = () => as(site.servers[0]!.base)

    async function titles(q: string): Promise<string[]> {
      const { json } = await anybody().get(`/books/v1/volumes?q=${encodeURIComponent(q)}`)
      return (json.items ?? []).map(
        (item) => (item as { volumeInfo: { title: string } }).volumeInfo.title,
      )
    }

    it('recognises every format, beside a running server that finds the volumes at once', async () => {
      const recognise = async ([file, report, query, title]: (typeof files)[number]) => {
        const { said } = await importFile(site.place, bookFixture(file))
        expect(said.at(-1)).toContain(`Imported ${report},`)
        expect([file, await titles(query)]).toEqual([file, [title]])
      }
      for (let first = 0; first < files.length; first += atATime) {
        await Promise.all(files.slice(first, first + atATime).map(recognise))
      }
    })

    it('changes nothing when it is said again', async () => {
      await importFile(site.place, bookFixture('gutenberg.csv'))
      const { said } = await importFile(site.place, bookFixture('gutenberg.csv'))
      expect(said).toEqual([
        'Imported gutenberg: 0 created, 0 updated, 3 unchanged, 1 passed over, 1 skipped.',
      ])
    })

    it('names the line of what it skips, and the reason', async () => {
      const path = bookFixture('volumes.jsonl')
      const { complaints } = await importFile(site.place, path, '--source', 'lines')
      expect(complaints).toEqual([
        `${path}:4: skipped, volumeInfo.authors is not a list of texts`,
        `${path}:5: skipped, there is no volumeInfo.title`,
        `${path}:6: skipped, id is not twelve letters, digits, dashes or underscores`,
        `${path}:7: skipped, the line is not JSON`,
      ])
    })

    it('takes a volume out of the catalogue when its publisher does', async () => {
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

    it('keeps ids and shelves when a catalogue comes again, with new words in it', async () => {
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

    it('gives an exported catalogue the same ids elsewhere, and changes nothing at home', async () => {
      await using folder = await freshFolder()
      await importFile(site.place, bookFixture('calibre.csv'))
      const path = join(folder.path, 'catalogue.jsonl')
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

    it('goes on where it was after it was killed', async () => {
      await using folder = await freshFolder()
      const count = 4_000
      const { path, ids } = await writeNumbered(folder.path, { count, word: 'kestrel' })
      const isThere = async (id: string) =>
        (await anybody().get(`/books/v1/volumes/${id}`)).status === 200
      const words = [path, '--import-batch-max', '500']
      await crashImport(site.place, words, () => isThere(ids[0]!))
      const { said } = await importFile(site.place, path)
      const [, done] = /^Went on behind (\d+) entries of an earlier import\.$/.exec(said[0]!)!
      expect(Number(done)).toBeGreaterThan(0)
      expect(said[1]).toBe(`Imported jsonl: ${count} created, 0 updated, 0 unchanged, 0 skipped.`)
      const { json } = await anybody().get('/books/v1/volumes?q=intitle:kestrel&maxResults=0')
      expect(json.totalItems).toBe(count)
      expect(await isThere(ids.at(-1)!)).toBe(true)
      const again = await importFile(site.place, path)
      expect(again.said[0]).toContain(`${count} unchanged`)
      expect((await runAlmanac(['check'], site.place.environment)).stdout).toBe('All is well.\n')
    })

    it('takes in a long file that is packed', async () => {
      await using folder = await freshFolder()
      const count = 6_000
      const lines = Array.from({ length: count }, (_, at) => {
        // What cannot be packed is long also when it is.
        const description = hash('sha512', `${at}`, 'base64')
        return `${JSON.stringify({ id: `pack${String(at).padStart(8, '0')}`, volumeInfo: { title: `Wagtail ${at}`, description } })}\n`
      })
      const path = join(folder.path, 'long.jsonl.gz')
      await writeFile(path, gzipSync(lines.join('')))
      const { said } = await importFile(site.place, path)
      expect(said).toEqual([`Imported jsonl: ${count} created, 0 updated, 0 unchanged, 0 skipped.`])
      const { json } = await anybody().get('/books/v1/volumes?q=intitle:wagtail&maxResults=0')
      expect(json.totalItems).toBe(count)
    })

    it('says so when a file that is packed is cut off', async () => {
      await using folder = await freshFolder()
      const path = join(folder.path, 'cut.txt.gz')
      await writeFile(path, (await readFile(bookFixture('open-library.txt.gz'))).subarray(0, 400))
      const { code, stdout, stderr } = await runAlmanac(
        ['books', 'import', path, '--format', 'open-library'],
        site.place.environment,
      )
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toContain('cut.txt.gz is damaged: it cannot be unpacked to its end.')
    })

    it('puts nothing on the shelves of somebody who is not there', async () => {
      const { code, stderr } = await runAlmanac(
        ['books', 'import', bookFixture('goodreads.csv'), '--user', 'nobody@example.com'],
        site.place.environment,
      )
      expect(code).toBe(1)
      expect(stderr).toMatch(/There is no user nobody/)
    })
  })
}

describe('importing books', { timeout: 60_000 }, () => {
  it('says what is wrong with what it is asked to import', async () => {
    await using folder = await freshFolder()
    const wrong: readonly (readonly [string[], RegExp])[] = [
      [['nowhere.csv'], /nowhere\.csv does not exist/],
      [[import.meta.dirname], /is not a file/],
      [[import.meta.filename], /It is not clear what books\.import\.test\.ts is\. Say --format/],
      [[bookFixture('goodreads.csv'), '--format', 'papyrus'], /There is no format papyrus/],
      [[bookFixture('goodreads.csv'), bookFixture('calibre.csv')], /imported one at a time/],
    ]
    const environment = { ALMANAC_DATA_DIR: join(folder.path, 'data') }
    for (const [words, message] of wrong) {
      const { code, stdout, stderr } = await runAlmanac(['books', 'import', ...words], environment)
      expect([words, code, stdout]).toEqual([words, 1, ''])
      expect(stderr).toMatch(message)
    }
  })

  it('explains its commands and shows examples', async () => {
    for (const command of ['import', 'export']) {
      const { code, stdout } = await runAlmanac(['books', command, '--help'])
      expect(code).toBe(0)
      expect(stdout).toMatch(new RegExp(`Examples:\\n +almanac books ${command}`))
    }
  })

  it('needs no more memory for a long file than for a short one', async () => {
    await using folder = await freshFolder()
    const path = join(folder.path, 'long.jsonl')
    const bad = `{"volumeInfo":{"subtitle":"${'x'.repeat(2_000)}"}}\n`
    await writeFile(path, `${bad.repeat(60_000)}{"volumeInfo":{"title":"The end"}}\n`)
    const { code, stdout, stderr } = await runAlmanac(['books', 'import', path], {
      ALMANAC_DATA_DIR: join(folder.path, 'data'),
      NODE_OPTIONS: '--max-old-space-size=48',
    })
    expect([code, stdout]).toEqual([
      0,
      'Imported jsonl: 1 created, 0 updated, 0 unchanged, 60000 skipped.\n',
    ])
    const complaints = stderr.split('\n').filter((line) => line.includes('skipped'))
    expect(complaints).toHaveLength(50)
    expect(stderr).toContain('... and 59950 more.')
  })
})
