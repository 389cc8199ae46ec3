import { describe, expect, it } from 'vitest'
import { engines } from '../support/engines.ts'
import {
  type Judged,
  judgeGeneratedItems,
  judgeKnownItems,
  meanReciprocalRank,
} from './evaluation.ts'

/** What searches reach today, less a little: a change that finds less has to say so here. */
const floors = { known: 0.95, generated: 0.97 }

/** How many generated volumes there are; fewer where they are costly, because engines answer alike. */
const generatedCounts = { sqlite: 3000, postgres: 1000 } as const

describe('the search for books', () => {
  const answers: Record<string, Judged[]> = {}

  for (const engine of engines) {
    describe.skipIf(engine.unavailable !== undefined)(`on ${engine.name}`, () => {
      it('finds the books of the starter catalog that people mean', async () => {
        await using database = await engine.open()
        const judged = await judgeKnownItems(database)
        answers[engine.kind] = judged
        expect(judged.length).toBeGreaterThanOrEqual(200)
        expect(meanReciprocalRank(judged)).toBeGreaterThanOrEqual(floors.known)
      })

      it('finds generated volumes by title, author, number and with errors', async () => {
        await using database = await engine.open()
        const judged = await judgeGeneratedItems(database, generatedCounts[engine.kind])
        expect(judged.length).toBeGreaterThanOrEqual(100)
        expect(meanReciprocalRank(judged)).toBeGreaterThanOrEqual(floors.generated)
      })
    })
  }

  it('answers alike on all engines', () => {
    const [one, ...others] = Object.values(answers)
    for (const other of others) expect(other).toEqual(one)
  })
})
