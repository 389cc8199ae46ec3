import type { Database } from '#/storage/port.ts'
import { command, none, query } from '#/storage/sql/statement.ts'
import { bookIndex } from '../store/tables.ts'

const pagesPerStep = 500
const stepsMax = 20_000

/**
 * Joins the parts in which the index has got its words, so that a search looks into few of them. It
 * goes in small steps, between which others can write.
 */
export async function settleIndex(database: Database, pause: () => Promise<void>): Promise<void> {
  // The first step takes all parts together, the others go on with it.
  for (let step = 0, pages = -pagesPerStep; step < stepsMax; step++, pages = pagesPerStep) {
    await database.transaction((tx) => tx.run(mergeWords, { pages }))
    const row = await database.first(countParts, none)
    if ((row?.parts ?? 0) <= 1) return
    await pause()
  }
}

const mergeWords = command<{ pages: number }>(({ pages }, { mergeWords }) =>
  mergeWords(bookIndex, pages),
)

const countParts = query<typeof none, { parts: number }>((_, { wordParts }) => wordParts(bookIndex))
