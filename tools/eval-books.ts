import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { schema } from '#/schema.ts'
import { openDatabase } from '#/storage/open.ts'
import type { Database } from '#/storage/port.ts'
import {
  type Judged,
  judgeGeneratedItems,
  judgeKnownItems,
  meanReciprocalRank,
} from '../tests/evaluation/evaluation.ts'

/** Says how well searches find the book that is meant, and which queries do not find it first. */
const sets: readonly [string, (database: Database) => Promise<Judged[]>][] = [
  ['starter catalog', judgeKnownItems],
  ['generated volumes', judgeGeneratedItems],
]

const say = (line: string) => process.stdout.write(`${line}\n`)
const log = { info: () => {}, warn: say, error: say }

for (const [name, judgeIn] of sets) {
  const dataDir = mkdtempSync(join(tmpdir(), 'almanac-eval-'))
  try {
    await using database = await openDatabase({ schema, dataDir, log })
    const judged = await judgeIn(database)
    const missed = judged.filter(({ place }) => place !== 1)
    const mean = meanReciprocalRank(judged).toFixed(3)
    say(`${name}: mean reciprocal rank ${mean} over ${judged.length} queries`)
    for (const { query, meant, place, first } of missed) {
      say(`  ${query} > ${meant}: ${place === 0 ? 'not found' : `at ${place}`}, first ${first}`)
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
