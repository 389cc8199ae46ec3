import { Scratch } from '#/storage/sqlite/scratch.ts'
import type { AdsDependencies } from '../operation.ts'
import { BadRecords, badShownMax } from './bad-records.ts'
import { endImports, importInPieces, type PiecesContext } from './import-in-pieces.ts'
import type { KindName } from './kinds.ts'
import { type PlatformRecord, RecordFault, recordOf } from './record.ts'
import { writeRecords } from './writing/writing.ts'
import type { BadRecord, Located } from './writing/writing-batch.ts'

/** A row of a source before validation, with its location. */
export interface SourceRow {
  readonly values: Readonly<Record<string, string>>
  readonly line: number
  /** Why it cannot be parsed. */
  readonly problem?: string
}

export interface ImportOutcome {
  readonly read: number
  readonly taken: number
  /** The number of invalid rows, and the first ones. */
  readonly badCount: number
  readonly bad: readonly BadRecord[]
}

export interface ImportOptions {
  /** Whether rows are complete: properties that a row omits are removed. */
  readonly isWhole?: boolean
}

/** Imports all rows of a source or none. Invalid rows are skipped and reported. */
export async function importRows(
  context: PiecesContext & AccountCurrencyContext,
  kind: KindName,
  rows: AsyncIterable<SourceRow> | Iterable<SourceRow>,
  options: ImportOptions = {},
): Promise<ImportOutcome> {
  await endImports(context)
  using batches = new Batches()
  const misfits = new BadRecords()
  let read = 0
  for await (const { values, line, problem } of rows) {
    read += 1
    try {
      if (problem !== undefined) throw new RecordFault(problem)
      const record = recordOf(kind, values, options)
      if (kind === 'account') await requireCurrencyKept(context, record)
      batches.add({ record, line })
    } catch (fault) {
      if (!(fault instanceof RecordFault)) throw fault
      misfits.add({ line, why: fault.message })
    }
  }
  const refused =
    batches.size <= context.importRowsMax
      ? await importAtOnce(context, kind, batches)
      : await importInPieces(context, kind, batches.all())
  const badCount = misfits.count + refused.count
  const bad = [...misfits.first, ...refused.first].sort((one, other) => one.line - other.line)
  return { read, taken: read - badCount, badCount, bad: bad.slice(0, badShownMax) }
}

const importAtOnce = ({ database, ...context }: PiecesContext, kind: KindName, batches: Batches) =>
  database.transaction(async (tx) => {
    // Created per attempt, so that a failed attempt of the transaction leaves nothing behind.
    const bad = new BadRecords()
    for (const batch of batches.all()) {
      for (const each of await writeRecords(context, tx, kind, batch)) bad.add(each)
    }
    return bad
  })

type AccountCurrencyContext = Pick<AdsDependencies, 'database' | 'accounts' | 'warehouse'>

/** Statistics contain amounts in the currency of their account, which therefore cannot change. */
async function requireCurrencyKept(
  { database, accounts, warehouse }: AccountCurrencyContext,
  { values: { advertiserId = '', accountId = '', currency } }: PlatformRecord,
): Promise<void> {
  const advertisers = [{ id: advertiserId }]
  const [before] = await accounts.of(database, { advertisers, accountId })
  if (before === undefined || before.currency === currency) return
  // Loaded on first use, so that a start does not load DuckDB.
  const { hasAmounts } = await import('../warehouse/account-amounts.ts')
  if (!(await hasAmounts(warehouse, { advertiserId, accountId }))) return
  throw new RecordFault(
    `the currency of the account ${accountId} cannot change from ${before.currency} to ${currency}: ` +
      'it has costs',
  )
}

const rowsPerBatch = 500
const batchesInMemoryMax = 20

/**
 * The validated rows of a source until one transaction writes them, which may have to be repeated. Large
 * sources are spilled to disk, so that memory does not grow with them.
 */
class Batches implements Disposable {
  readonly #inMemory: Located[][] = []
  #last: Located[] = []
  #scratch: Scratch | undefined
  #onDisk = 0

  add(row: Located): void {
    this.#last.push(row)
    if (this.#last.length < rowsPerBatch) return
    if (this.#inMemory.length < batchesInMemoryMax) this.#inMemory.push(this.#last)
    else {
      this.#scratch ??= new Scratch()
      this.#scratch.put(String(this.#onDisk++), JSON.stringify(this.#last))
    }
    this.#last = []
  }

  get size(): number {
    return (this.#inMemory.length + this.#onDisk) * rowsPerBatch + this.#last.length
  }

  *all(): Iterable<readonly Located[]> {
    yield* this.#inMemory
    for (let number = 0; number < this.#onDisk; number++) {
      yield JSON.parse(this.#scratch!.get(String(number))!) as Located[]
    }
    if (this.#last.length > 0) yield this.#last
  }

  [Symbol.dispose](): void {
    this.#scratch?.[Symbol.dispose]()
  }
}
