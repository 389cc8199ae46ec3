import { describe, expect, it } from 'vitest'
import { preorders } from '#/services/books/search/scope.ts'
import { Searcher } from '#/services/books/search/searcher.ts'
import { BookIndex } from '#/services/books/store/book-index.ts'
import { word } from '#/storage/sql/word-query.ts'
import { fillWithGenerated } from '../evaluation/evaluation.ts'
import { generatedVolumes } from '../evaluation/generated-items.ts'
import { engines } from '../support/engines.ts'

/** The words that most generated volumes hold, and names of some of their authors. */
const common = mostCommon(generatedVolumes.flatMap(({ volumeInfo }) => volumeInfo.title.split(' ')))
const names = mostCommon(
  generatedVolumes.flatMap(({ volumeInfo }) =>
    volumeInfo.authors.map((name) => name.split(' ').at(-1)!),
  ),
)

const questions = [
  common[0]!,
  `${common[0]} ${common[1]}`,
  `${common[0]} -${common[1]}`,
  `${common[0]} -inauthor:${names[0]}`,
  `${common[0]} -"${common[1]} ${common[2]}"`,
  `intitle:${common[0]} inauthor:${names[0]}`,
  `${common[1]} OR ${common[2]}`,
  `"the ${common[0]}"`,
  'press',
  'subject:fiction',
  `subject:fiction -${common[0]}`,
]

const everything = { required: [], excluded: [preorders] }
const inGerman = { required: [word('l:de', 'marks')], excluded: [preorders] }
const ways = [
  { scope: everything, order: 'relevance' },
  { scope: inGerman, order: 'newest' },
  { scope: everything, order: 'newest' },
  { scope: inGerman, order: 'relevance' },
] as const

/** The first page ends among the volumes that are ranked. Later ones are large: each finds its place anew. */
const pageSizeAt = (start: number) => (start === 0 ? 250 : 750)

for (const engine of engines) {
  describe.skipIf(engine.unavailable !== undefined)(`pages of a search on ${engine.name}`, () => {
    it('contain every result once, as many as the total, in any order', async () => {
      await using database = await engine.open()
      await fillWithGenerated(database)
      const searcher = new Searcher({
        database,
        index: new BookIndex(database),
        answersMax: 10,
        setsMb: 64,
      })
      for (const [index, text] of questions.entries()) {
        // Each question is asked in half of the ways. PostgreSQL takes longer, and what surrounds its statements is the same.
        const isAsked = (way: number) =>
          engine.kind === 'sqlite' ? way % 2 === index % 2 : way === index % ways.length
        const asked = ways.filter((_, way) => isAsked(way))
        for (const { scope, order } of asked) {
          const ranks: number[] = []
          let total = 1
          while (ranks.length < total) {
            const start = ranks.length
            const count = pageSizeAt(start)
            const page = await searcher.search({ text, scope, order, start, count })
            total = page.total
            ranks.push(...page.ranks)
            if (page.ranks.length < count) break
          }
          const shown = `${text} ${order}`
          expect(ranks.length, shown).toBe(total)
          expect(new Set(ranks).size, shown).toBe(total)
        }
      }
    })
  })
}

function mostCommon(words: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const text of words) {
    if (text.length > 4) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([text]) => text)
}
