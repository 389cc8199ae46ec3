import type { Database, Transaction } from '#/storage/port.ts'
import { Batches } from './batches.ts'
import type { KindName } from './kinds.ts'
import { RecordFault, recordOf } from './record.ts'
import { writeRecords } from './writing.ts'
import type { BadRecord, WritingGiven } from './writing-batch.ts'

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

const badShownMax = 100

/** Takes all rows of one source, or none of them; bad rows are passed over and told. */
export async function importRows(
  given: Given,
  kind: KindName,
  rows: AsyncIterable<SourceRow> | Iterable<SourceRow>,
): Promise<ImportOutcome> {
  using batches = new Batches()
  const misfits = new Bad()
  let read = 0
  for await (const { values, line } of rows) {
    read += 1
    try {
      batches.add({ record: recordOf(kind, values), line })
    } catch (fault) {
      if (!(fault instanceof RecordFault)) throw fault
      misfits.add({ line, why: fault.message })
    }
  }
  // An attempt at the transaction that fails leaves nothing of what it has refused.
  const refused = await given.database.transaction(async (tx: Transaction) => {
    const bad = new Bad()
    for (const batch of batches.all()) {
      for (const each of await writeRecords(given, tx, kind, batch)) bad.add(each)
    }
    return bad
  })
  const badCount = misfits.count + refused.count
  const bad = [...misfits.first, ...refused.first].sort((one, other) => one.line - other.line)
  return { read, taken: read - badCount, badCount, bad: bad.slice(0, badShownMax) }
}

/** Counts bad rows, and keeps the first of them for people to see. */
class Bad {
  readonly first: BadRecord[] = []
  count = 0

  add(bad: BadRecord): void {
    this.count += 1
    if (this.first.length < badShownMax) this.first.push(bad)
  }
}
