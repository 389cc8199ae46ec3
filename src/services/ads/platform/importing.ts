import type { Database, Transaction } from '#/storage/port.ts'
import type { KindName } from './kinds.ts'
import { RecordFault, recordOf } from './record.ts'
import { writeRecords } from './writing.ts'
import type { BadRecord, Located, WritingGiven } from './writing-batch.ts'

/** A row of a source before it is checked, and where it stands. */
export interface SourceRow {
  readonly values: Readonly<Record<string, string>>
  readonly line: number
}

interface Given extends WritingGiven {
  readonly database: Database
}

export interface ImportOutcome {
  readonly read: number
  readonly taken: number
  /** How many rows were bad, and the first of them. */
  readonly badCount: number
  readonly bad: readonly BadRecord[]
}

const batchRows = 500
const badShownMax = 100

/** Takes all rows of one source, or none of them; bad rows are passed over and told. */
export async function importRows(
  given: Given,
  kind: KindName,
  rows: AsyncIterable<SourceRow>,
): Promise<ImportOutcome> {
  const batches: Located[][] = []
  const tally = new Tally()
  let batch: Located[] = []
  for await (const row of rows) {
    const located = tally.check(kind, row)
    if (located === undefined) continue
    batch.push(located)
    if (batch.length < batchRows) continue
    batches.push(batch)
    batch = []
  }
  if (batch.length > 0) batches.push(batch)
  await given.database.transaction(async (tx: Transaction) => {
    tally.restart()
    for (const each of batches) tally.refuse(await writeRecords(given, tx, kind, each))
  })
  return tally.outcome()
}

/** Counts rows, and keeps the first bad ones for people to see. */
class Tally {
  #read = 0
  readonly #misfits: BadRecord[] = []
  #refused: BadRecord[] = []

  check(kind: KindName, { values, line }: SourceRow): Located | undefined {
    this.#read += 1
    try {
      return { record: recordOf(kind, values), line }
    } catch (fault) {
      if (!(fault instanceof RecordFault)) throw fault
      this.#misfits.push({ line, why: fault.message })
      return undefined
    }
  }

  /** Forgets what an earlier attempt at the transaction has refused. */
  restart(): void {
    this.#refused = []
  }

  refuse(bad: readonly BadRecord[]): void {
    this.#refused.push(...bad)
  }

  outcome(): ImportOutcome {
    const bad = [...this.#misfits, ...this.#refused].sort((one, other) => one.line - other.line)
    return {
      read: this.#read,
      taken: this.#read - bad.length,
      badCount: bad.length,
      bad: bad.slice(0, badShownMax),
    }
  }
}
