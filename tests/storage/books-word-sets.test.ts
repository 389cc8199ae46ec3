import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeVolumes } from '#/services/books/catalog/writing.ts'
import type { VolumeRecord } from '#/services/books/domain/volume-record.ts'
import { Searcher } from '#/services/books/search/searcher.ts'
import { WordSets } from '#/services/books/search/word-sets.ts'
import { BookIndex } from '#/services/books/store/book-index.ts'
import type { Database } from '#/storage/port.ts'
import { all, word } from '#/storage/sql/word-query.ts'
import { engines } from '../support/engines.ts'

const count = 4_000
const setsMb = 8
const timesUntilRemembered = 3
const colours = ['red', 'blue', 'green']
const names = ['Ada Marsh', 'Bo Marsh', 'Cy Fenn', 'Dee Fenn']

/** Words that a third to a half of all volumes hold, and some that few do. */
const volumeOf = (number: number): VolumeRecord => ({
  source: 'test',
  sourceKey: String(number),
  title: [
    number % 2 === 0 ? 'boat' : 'the sail',
    colours[number % colours.length],
    number % 5 < 3 ? 'harbour' : 'bay',
    ...(number % 97 === 0 ? ['lantern'] : []),
  ].join(' '),
  authors: [names[number % names.length]!],
  language: number % 4 === 0 ? 'en' : 'de',
  ratingsCount: number % 50,
})

const questions = [
  'red harbour',
  'boat red harbour',
  'boat harbour lantern',
  'boat -harbour',
  'boat harbour -red',
  'boat harbour -lantern',
  'boat harbour -"red bay"',
  'boat harbour -"red harbour"',
  'harbour marsh -"the sail lantern"',
  'intitle:boat intitle:harbour',
  'intitle:boat inauthor:fenn',
  'sail marsh',
  'red OR lantern harbour',
  'boat red OR blue',
  '"boat red harbour"',
  '"the sail" harbour',
  'boat harbor',
  'bota harbour',
  'boat red fenn harbour sail',
]

const scopes = [
  { required: [], excluded: [] },
  { required: [word('l:en', 'marks')], excluded: [] },
  { required: [], excluded: [word('x:mature', 'marks')] },
]

const searcherOf = (database: Database, megabytes: number) =>
  new Searcher({
    database,
    index: new BookIndex(database),
    answersMax: 1,
    setsMb: megabytes,
  })

/** What is found with each question when all are asked for the last of some times. */
async function answers(searcher: Searcher, database: Database, times: number) {
  const found: [string, number, readonly number[]][] = []
  for (let time = 0; time < times; time++) {
    found.length = 0
    for (const [index, text] of questions.entries()) {
      // Each question in one of the scopes: the sets of words are the same in all of them.
      const scope = scopes[index % scopes.length]!
      const question = { text, scope, order: 'relevance', start: 0, count: 40 } as const
      const { total, ranks } = await searcher.search(question)
      found.push([text, total, ranks])
      // Whoever reads there waits for the words that are being read.
      await new BookIndex(database).catalog(database.apart)
    }
  }
  return found
}

for (const engine of engines) {
  describe.skipIf(engine.unavailable !== undefined)(`words in memory on ${engine.name}`, () => {
    let database: Database
    beforeAll(async () => {
      database = await engine.open()
      const volumes = Array.from({ length: count }, (_, number) => volumeOf(number))
      await database.transaction((tx) => writeVolumes(tx, volumes))
    })
    afterAll(() => database[Symbol.asyncDispose]())

    it('change no answer, also after the catalog changed', async () => {
      const remembering = searcherOf(database, setsMb)
      const forgetful = searcherOf(database, 0)
      const before = await answers(remembering, database, timesUntilRemembered)
      expect(before).toEqual(await answers(forgetful, database, 1))
      expect(before.filter(([, total]) => total > 100).length).toBeGreaterThan(7)

      const more = Array.from({ length: 500 }, (_, number) => ({
        ...volumeOf(count + number),
        title: 'red boat harbour',
      }))
      await database.transaction((tx) => writeVolumes(tx, more))
      const after = await answers(remembering, database, timesUntilRemembered)
      expect(after).toEqual(await answers(forgetful, database, 1))
      expect(after[0]![1]).toBe(before[0]![1] + more.length)
    })

    it('are those that several searches need, and of the present catalog', async () => {
      const index = new BookIndex(database)
      const sets = new WordSets({ database, index, bytesMax: setsMb * 1_000_000 })
      const query = all(word('red'), word('harbour'))
      const ask = async () => {
        sets.turnTo(await index.catalog(database))
        const frequencies = await index.frequencies(database, ['red', 'harbour'])
        return sets.joinedSet(query, { frequencies, missed: new Set() })
      }
      expect(await ask()).toBeUndefined()
      await expect.poll(ask).toBeDefined()
      await database.transaction((tx) => writeVolumes(tx, [volumeOf(2 * count)]))
      expect(await ask()).toBeUndefined()
    })

    it('use no more memory than they are given', async () => {
      const index = new BookIndex(database)
      const bytesMax = count * 8
      const sets = new WordSets({ database, index, bytesMax })
      sets.turnTo(await index.catalog(database))
      const frequencies = await index.frequencies(database, ['red', 'harbour'])
      const query = all(word('red'), word('harbour'))
      for (let time = 0; time < 20; time++) {
        expect(await sets.joinedSet(query, { frequencies, missed: new Set() })).toBeUndefined()
        await index.catalog(database.apart)
      }
    })
  })
}
