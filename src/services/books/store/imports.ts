import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { bookImports } from './tables.ts'

/** The progress of an import. */
interface ImportState {
  /** Identifies the files, their format and their destination. */
  readonly fingerprint: string
  /** The number of processed entries. */
  readonly entries: number
  /** The results, as JSON. */
  readonly counts: string
}

/** The progress of running, interrupted and completed imports. */
export class Imports {
  find(reader: Reader, fingerprint: string): Promise<ImportState | undefined> {
    return reader.first(find, { fingerprint })
  }

  async put(tx: Transaction, state: ImportState, nowMs: number): Promise<void> {
    await tx.run(put, { ...state, nowMs })
  }

  async remove(tx: Transaction, fingerprint: string): Promise<void> {
    await tx.run(remove, { fingerprint })
  }
}

const find = query<{ fingerprint: string }, ImportState>(
  ({ fingerprint }) =>
    sql`select fingerprint, entries, counts from ${bookImports} where fingerprint = ${fingerprint}`,
)

const put = command<ImportState & { nowMs: number }>(({ fingerprint, entries, counts, nowMs }) =>
  insertInto(
    bookImports,
    { fingerprint, entries, counts, updated_at: nowMs },
    sql`on conflict (fingerprint) do update
     set entries = excluded.entries, counts = excluded.counts, updated_at = excluded.updated_at`,
  ),
)

const remove = command<{ fingerprint: string }>(
  ({ fingerprint }) => sql`delete from ${bookImports} where fingerprint = ${fingerprint}`,
)
