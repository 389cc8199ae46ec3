import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, rowOf, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { adsReportPieces, adsReports } from './tables.ts'

interface Fragment {
  readonly reportId: string
  readonly fragment: number
}

/** A piece of a file: plain text, or bytes in base64. */
interface Piece extends Fragment {
  readonly firstByte: number
  readonly byteCount: number
  readonly encoding: 'utf8' | 'base64'
  readonly content: string
}

/** The bytes of files that any process can serve. */
export class ReportPieces {
  async add(tx: Transaction, piece: Piece): Promise<void> {
    await tx.run(add, piece)
  }

  /** The piece that contains a byte. */
  at(reader: Reader, at: Fragment & { readonly byte: number }): Promise<Piece | undefined> {
    return reader.first(find, at)
  }

  async remove(tx: Transaction, reportId: string): Promise<void> {
    await tx.run(remove, { reportId })
  }

  /** Deletes the pieces of deleted reports, and returns their number. */
  removeStray(tx: Transaction): Promise<number> {
    return tx.run(removeStray, {})
  }
}

const add = command<Piece>((args) => insertInto(adsReportPieces, rowOf(adsReportPieces, args)))

const find = query<Fragment & { byte: number }, Piece>(
  ({ reportId, fragment, byte }) => sql`
   select report_id as "reportId", fragment, first_byte as "firstByte",
      byte_count as "byteCount", encoding, content
    from ${adsReportPieces}
    where report_id = ${reportId} and fragment = ${fragment} and first_byte <= ${byte}
    order by first_byte desc limit 1`,
)

const remove = command<{ reportId: string }>(
  ({ reportId }) => sql`delete from ${adsReportPieces} where report_id = ${reportId}`,
)

const removeStray = command<object>(
  () => sql`delete from ${adsReportPieces} where report_id not in (select id from ${adsReports})`,
)
