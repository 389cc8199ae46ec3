import type { Reader, Transaction } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'

/** An import whose rows wait in pieces to be written to where they belong. */
export interface ImportRow {
  readonly id: string
  readonly kind: string
  /** All pieces are there, so that the import will be ended, by whomever. */
  readonly isWhole: number
  readonly badCount: number
  /** The first bad rows, as JSON. */
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

  /** Says whether the import is still there. */
  async touch(tx: Transaction, key: Pick<ImportRow, 'id' | 'isWhole' | 'touchedAt'>) {
    return (await tx.run(touch, key)) > 0
  }

  async addPiece(tx: Transaction, piece: PieceRow): Promise<void> {
    await tx.run(addPiece, piece)
  }

  /** The import, whose row stays locked until the transaction ends. */
  lock(tx: Transaction, id: string): Promise<ImportRow | undefined> {
    return tx.first(lock, { id })
  }

  firstPieces(
    reader: Reader,
    wanted: { readonly importId: string; readonly limit: number },
  ): Promise<PieceRow[]> {
    return reader.all(firstPieces, wanted)
  }

  /** Forgets the pieces up to this one. */
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

const columns = `id, kind, is_whole as "isWhole", bad_count as "badCount", bad,
  touched_at as "touchedAt"`

const begin = statement<Pick<ImportRow, 'id' | 'kind' | 'touchedAt'>>(
  `insert into ads_imports (id, kind, is_whole, bad_count, bad, touched_at)
    values (:id, :kind, 0, 0, '[]', :touchedAt)`,
)

const touch = statement<Pick<ImportRow, 'id' | 'isWhole' | 'touchedAt'>>(
  'update ads_imports set is_whole = :isWhole, touched_at = :touchedAt where id = :id',
)

const addPiece = statement<PieceRow>(
  `insert into ads_import_pieces (import_id, number, records)
    values (:importId, :number, :records)`,
)

const lock = statement<{ id: string }, ImportRow>(
  ({ forUpdate }) => `select ${columns} from ads_imports where id = :id ${forUpdate}`,
)

const firstPieces = statement<{ importId: string; limit: number }, PieceRow>(
  `select import_id as "importId", number, records from ads_import_pieces
    where import_id = :importId order by number limit :limit`,
)

const dropPieces = statement<{ importId: string; last: number }>(
  'delete from ads_import_pieces where import_id = :importId and number <= :last',
)

const tellBad = statement<Pick<ImportRow, 'id' | 'badCount' | 'bad' | 'touchedAt'>>(
  `update ads_imports set bad_count = :badCount, bad = :bad, touched_at = :touchedAt
    where id = :id`,
)

const drop = statement<{ id: string }>('delete from ads_imports where id = :id')

const list = statement<Record<string, never>, ImportRow>(
  `select ${columns} from ads_imports order by touched_at, id`,
)
