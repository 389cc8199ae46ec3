import { type AccountCurrencyParts, requireCurrencyKept } from './account-currency.ts'
import { BadRecords, badShownMax } from './bad-records.ts'
import { endImports, importInPieces, type PiecesGiven } from './import-in-pieces.ts'
import type { KindName } from './kinds.ts'
import { RecordFault, recordOf } from './record.ts'
import { Batches } from './writing/batches.ts'
import { writeRecords } from './writing/writing.ts'
import type { BadRecord } from './writing/writing-batch.ts'

/** A row of a source before it is checked, and where it stands. */
export interface SourceRow {
  readonly values: Readonly<Record<string, string>>
  readonly line: number
  /** Why it cannot be read. */
  readonly problem?: string
}

export interface ImportOutcome {
  readonly read: number
  readonly taken: number
  /** How many rows were bad, and the first of them. */
  readonly badCount: number
  readonly bad: readonly BadRecord[]
}

export interface ImportOptions {
  /** Rows are the whole truth: what they do not mention is removed from what they name. */
  readonly isWhole?: boolean
}

/** Takes all rows of one source, or none of them; bad rows are passed over and told. */
export async function importRows(
  given: PiecesGiven & AccountCurrencyParts,
  kind: KindName,
  rows: AsyncIterable<SourceRow> | Iterable<SourceRow>,
  options: ImportOptions = {},
): Promise<ImportOutcome> {
  await endImports(given)
  using batches = new Batches()
  const misfits = new BadRecords()
  let read = 0
  for await (const { values, line, problem } of rows) {
    read += 1
    try {
      if (problem !== undefined) throw new RecordFault(problem)
      const record = recordOf(kind, values, options)
      if (kind === 'account') await requireCurrencyKept(given, record)
      batches.add({ record, line })
    } catch (fault) {
      if (!(fault instanceof RecordFault)) throw fault
      misfits.add({ line, why: fault.message })
    }
  }
  const refused =
    batches.size <= given.importRowsMax
      ? await importAtOnce(given, kind, batches)
      : await importInPieces(given, kind, batches.all())
  const badCount = misfits.count + refused.count
  const bad = [...misfits.first, ...refused.first].sort((one, other) => one.line - other.line)
  return { read, taken: read - badCount, badCount, bad: bad.slice(0, badShownMax) }
}

const importAtOnce = ({ database, ...given }: PiecesGiven, kind: KindName, batches: Batches) =>
  database.transaction(async (tx) => {
    // An attempt at the transaction that fails leaves nothing of what it has refused.
    const bad = new BadRecords()
    for (const batch of batches.all()) {
      for (const each of await writeRecords(given, tx, kind, batch)) bad.add(each)
    }
    return bad
  })
