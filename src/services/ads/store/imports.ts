import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, limit, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { adsImportPieces, adsImports } from './tables.ts'

/** An import whose rows are stored in pieces until they are applied. */
export interface ImportRow {
  readonly id: string
  readonly kind: string
  /** Whether all pieces are stored, so that any process can complete the import. */
  readonly isWhole: number
  readonly badCount: number
  /** The first invalid rows, as JSON. */
  readonly bad: string
  readonly touchedAt: number
}

interface PieceRow {
  readonly importId: string
  readonly number: number
  /** The records of the piece, as JSON. */
  readonly records: string
}

/** Imports that are too large for one transaction. */
export class Imports {
  async begin(tx: Transaction, row: Pick<ImportRow, 'id' | 'kind' | 'touchedAt'>): Promise<void> {
    await tx.run(begin, row)
  }

  /** Returns whether the import still exists. */
  async touch(tx: Transaction, key: Pick<ImportRow, 'id' | 'isWhole' | 'touchedAt'>) {
    return (await tx.run(touch, key)) > 0
  }

  async addPiece(tx: Transaction, piece: PieceRow): Promise<void> {
    await tx.run(addPiece, piece)
  }

  /** Reads the import and locks its row until the transaction ends. */
  lock(tx: Transaction, id: string): Promise<ImportRow | undefined> {
    return tx.first(lock, { id })
  }

  firstPieces(
    reader: Reader,
    page: { readonly importId: string; readonly limit: number },
  ): Promise<PieceRow[]> {
    return reader.all(firstPieces, page)
  }

  /** Deletes the pieces up to this one. */
  async dropPieces(
    tx: Transaction,
    key: { readonly importId: string; readonly last: number },
  ): Promise<void> {
    await tx.run(dropPieces, key)
  }

  async tellBad(tx: Transaction, row: Pick<ImportRow, 'id' | 'badCount' | 'bad' | 'touchedAt'>) {
    await tx.run(tellBad, row)
  }

  async drop(tx: Transaction, id: string): Promise<void> {
    await tx.run(drop, { id })
  }

  all(reader: Reader): Promise<ImportRow[]> {
    return reader.all(list, {})
  }
}

const columns = sql`id, kind, is_whole as "isWhole", bad_count as "badCount", bad,
  touched_at as "touchedAt"`

const begin = command<Pick<ImportRow, 'id' | 'kind' | 'touchedAt'>>(({ id, kind, touchedAt }) =>
  insertInto(adsImports, {
    id,
    kind,
    is_whole: sql`0`,
    bad_count: sql`0`,
    bad: sql`'[]'`,
    touched_at: touchedAt,
  }),
)

const touch = command<Pick<ImportRow, 'id' | 'isWhole' | 'touchedAt'>>(
  ({ isWhole, touchedAt, id }) =>
    sql`update ${adsImports} set is_whole = ${isWhole}, touched_at = ${touchedAt} where id = ${id}`,
)

const addPiece = command<PieceRow>(({ importId, number, records }) =>
  insertInto(adsImportPieces, { import_id: importId, number, records }),
)

const lock = query<{ id: string }, ImportRow>(
  ({ id }, { forUpdate }) =>
    sql`select ${columns} from ${adsImports} where id = ${id} ${forUpdate}`,
)

const firstPieces = query<{ importId: string; limit: number }, PieceRow>(
  (args) => sql`select import_id as "importId", number, records from ${adsImportPieces}
    where import_id = ${args.importId} order by number ${limit(args.limit)}`,
)

const dropPieces = command<{ importId: string; last: number }>(
  ({ importId, last }) =>
    sql`delete from ${adsImportPieces} where import_id = ${importId} and number <= ${last}`,
)

const tellBad = command<Pick<ImportRow, 'id' | 'badCount' | 'bad' | 'touchedAt'>>(
  ({ badCount, bad, touchedAt, id }) => sql`
   update ${adsImports} set bad_count = ${badCount}, bad = ${bad}, touched_at = ${touchedAt}
    where id = ${id}`,
)

const drop = command<{ id: string }>(({ id }) => sql`delete from ${adsImports} where id = ${id}`)

const list = query<Record<string, never>, ImportRow>(
  () => sql`select ${columns} from ${adsImports} order by touched_at, id`,
)
