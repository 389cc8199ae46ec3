import { describe, expect, it } from 'vitest'
import { writeVolumes } from '#/services/books/catalog/writing.ts'
import type { VolumeRecord } from '#/services/books/domain/volume-record.ts'
import { Searcher } from '#/services/books/search/searcher.ts'
import { BookIndex } from '#/services/books/store/book-index.ts'
import { engines } from '../support/engines.ts'

const count = 3_000
const sizes = ['small', 'large', 'round']

/** Common words in all titles, in two orders, and rarer ones in some of them. */
const titleOf = (number: number): string => {
  const boat = number % 2 === 0 ? 'the red boat' : 'boat of the red'
  const size = sizes[number % sizes.length]!
  const harbour = number % 11 === 0 ? ' harbour' : ''
  return `${boat} and ${size} sail${harbour}`
}

const volumes = Array.from(
  { length: count },
  (_, number): VolumeRecord => ({
    source: 'test',
    sourceKey: String(number),
    title: titleOf(number),
    ...(number % 13 === 0 ? { description: 'The red boat is in a bay.' } : {}),
  }),
)

const texts = volumes.map(
  ({ title, description = '' }) => `${title} | ${description.toLowerCase()}`,
)
const matching = (isMatch: (text: string) => boolean) => texts.filter(isMatch).length
const has = (word: string) => (text: string) => text.split(/[ .]/).includes(word)

// Enough words of volumes that the rarest are asked first, and few enough volumes that the others are
// looked up in their words; and so many that they are not.
const questions: readonly [string, number][] = [
  ['"the red boat"', matching((text) => text.includes('the red boat'))],
  ['"the red"', matching((text) => text.includes('the red'))],
  [
    '"boat of the red and small sail"',
    matching((text) => text.includes('boat of the red and small sail')),
  ],
  [
    '"the red boat" harbour',
    matching((text) => text.includes('the red boat') && has('harbour')(text)),
  ],
  [
    '"the red boat and large sail harbour"',
    matching((text) => text.includes('the red boat and large sail harbour')),
  ],
  ['boat red sail harbour small', matching((text) => has('harbour')(text) && has('small')(text))],
  [
    '"the red boat and large sail harbour" -bay',
    matching((text) => text.includes('the red boat and large sail harbour') && !has('bay')(text)),
  ],
  [
    '"the red boat" harbour -small',
    matching(
      (text) => text.includes('the red boat') && has('harbour')(text) && !has('small')(text),
    ),
  ],
  ['small OR harbour', matching((text) => has('small')(text) || has('harbour')(text))],
  ['small -harbour', matching((text) => has('small')(text) && !has('harbour')(text))],
  ['red small', matching(has('small'))],
]

for (const engine of engines) {
  describe.skipIf(engine.unavailable !== undefined)(`totals of books on ${engine.name}`, () => {
    it('are how many volumes there are, and pages show each of them once', async () => {
      await using database = await engine.open()
      await database.transaction((tx) => writeVolumes(tx, volumes))
      const searcher = new Searcher({
        database,
        index: new BookIndex(database),
        answersMax: 1,
        setsMb: 64,
      })
      for (const [text, expected] of questions) {
        expect(expected).toBeGreaterThan(0)
        const shown = new Set<number>()
        for (let start = 0; start < expected; start += 40) {
          const scope = { required: [], excluded: [] }
          const question = { text, scope, order: 'relevance', start, count: 40 } as const
          const { total, ranks } = await searcher.search(question)
          expect([text, total]).toEqual([text, expected])
          for (const rank of ranks) shown.add(rank)
        }
        expect([text, shown.size]).toEqual([text, expected])
      }
    })
  })
}
