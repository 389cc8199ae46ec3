import { describe, expect, it } from 'vitest'
import { removeVolumes, writeVolumes } from '#/services/books/catalog/writing.ts'
import { volumeIdOf } from '#/services/books/domain/volume-id.ts'
import type { VolumeRecord } from '#/services/books/domain/volume-record.ts'
import { BookIndex } from '#/services/books/store/book-index.ts'
import { bookWords } from '#/services/books/store/tables.ts'
import { archiveToBuffer, restoreFromBuffer } from '#/storage/archive/archive.ts'
import type { Database } from '#/storage/port.ts'
import { sql } from '#/storage/sql/sql.ts'
import { adHocQuery, none } from '#/storage/sql/statement.ts'
import { phrase, type WordQuery, word } from '#/storage/sql/word-query.ts'
import { engines } from '../support/engines.ts'

const volume = (sourceKey: string, more: Partial<VolumeRecord>): VolumeRecord => ({
  source: 'test',
  sourceKey,
  title: `Number ${sourceKey}`,
  ...more,
})

const volumes = [
  volume('1', { title: 'Jean-Luc’s “Été”: L’Étranger', authors: ['J. R. R. Otter', 'Ève Auk'] }),
  volume('2', {
    title: '吾輩は猫である',
    publisher: 'Otter & Auk',
    categories: ['Fiction / Cats'],
  }),
  volume('3', { description: 'The otter, the auk and 1,000 cats.', ratingsCount: 5 }),
  volume('4', {
    title: 'Cats',
    subtitle: 'The otter way',
    series: [{ title: 'Auks', number: '2' }],
  }),
]

const questions: WordQuery[] = [
  word('otter'),
  word('otter', 'title'),
  word('otter', 'publisher'),
  word('cat', 'subjects'),
  word('b:auk', 'marks'),
  phrase(['jean', 'lucs']),
  phrase(['the', 'otter']),
  phrase(['otter', 'and', 'auk'], 'publisher'),
  phrase(['吾輩', '輩は']),
]

const answers = async (database: Database) => {
  const index = new BookIndex(database)
  const found: number[][] = []
  for (const query of questions) {
    found.push(await index.ranks(database, query, { after: -1, limit: 100 }))
  }
  return found
}

const readMarks = adHocQuery<typeof none, { marks: string }>(
  () => sql`select marks from ${bookWords} order by rank`,
)

/** The pairs of words that each volume is found by. */
const pairs = async (database: Database) =>
  (await database.all(readMarks, none)).map(({ marks }) =>
    marks
      .split(' ')
      .filter((mark) => mark.startsWith('g:'))
      .toSorted(),
  )

for (const engine of engines) {
  describe.skipIf(engine.unavailable !== undefined)(`the index of books on ${engine.name}`, () => {
    it('finds the same after a restore', async () => {
      await using database = await engine.open()
      await database.transaction((tx) => writeVolumes(tx, volumes))
      const before = await answers(database)
      expect(before.map(({ length }) => length)).toEqual([4, 1, 1, 1, 1, 1, 2, 1, 1])
      const archive = await archiveToBuffer(database)
      await using other = await engine.open()
      await restoreFromBuffer(other, archive)
      expect(await answers(other)).toEqual(before)
    })

    it('removes words that a volume no longer has, and those of deleted volumes', async () => {
      await using database = await engine.open()
      await database.transaction((tx) => writeVolumes(tx, volumes))
      const changed = volumes.map((each) => volume(each.sourceKey, { title: 'Puffin' }))
      expect(await database.transaction((tx) => writeVolumes(tx, changed))).toEqual({
        created: 0,
        updated: 4,
        unchanged: 0,
      })
      const index = new BookIndex(database)
      expect((await answers(database)).flat()).toEqual([])
      expect(await index.frequencies(database, ['otter', 'puffin', 's:fiction'])).toEqual(
        new Map([['puffin', 4]]),
      )
      await database.transaction((tx) => removeVolumes(tx, changed.map(volumeIdOf)))
      expect(await index.count(database, word('puffin'), -1)).toBe(0)
      expect(await index.frequencies(database, ['puffin'])).toEqual(new Map())
    })

    it('counts how many volumes have a word among their subjects', async () => {
      await using database = await engine.open()
      const more = volume('5', { categories: ['Cats', 'Fiction', 'Cats and fiction'] })
      await database.transaction((tx) => writeVolumes(tx, [...volumes, more]))
      const known = ['s:fiction', 's:cats', 's:cat', 's:otter']
      expect(await new BookIndex(database).frequencies(database, known)).toEqual(
        new Map([
          ['s:fiction', 2],
          ['s:cats', 2],
          ['s:cat', 2],
        ]),
      )
    })

    it('finds volumes by words side by side', async () => {
      await using database = await engine.open()
      const more = volume('5', {
        title: 'Of the otter | and the',
        subtitle: 'By',
        authors: ['A. Auk', 'The Otter'],
        description: 'The otter of of the otter and',
      })
      await database.transaction((tx) => writeVolumes(tx, [...volumes, more]))
      const found = await pairs(database)
      expect(found.flat()).toContain('g:of_of')
      expect(found.flat()).not.toContain('g:the_by')
      const index = new BookIndex(database)
      const stretch = { after: -1, limit: 100 }
      const ranks = await index.ranks(database, word('g:the_otter', 'marks'), stretch)
      expect(ranks).toEqual(await index.ranks(database, phrase(['the', 'otter']), stretch))
      expect(ranks).toHaveLength(3)
    })

    it('places volumes of one position beside each other', async () => {
      await using database = await engine.open()
      const many = Array.from({ length: 300 }, (_, at) => volume(String(at), { title: 'Plover' }))
      for (const some of [many.slice(0, 100), many.slice(50)]) {
        await database.transaction((tx) => writeVolumes(tx, some))
      }
      const index = new BookIndex(database)
      const ranks = await index.ranks(database, word('plover'), { after: -1, limit: 1000 })
      expect(ranks).toHaveLength(300)
      expect(ranks).toEqual([...new Set(ranks)].toSorted((one, other) => one - other))
    })
  })
}
