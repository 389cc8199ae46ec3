import type { Reader, Transaction } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'

interface Fragment {
  readonly reportId: string
  readonly fragment: number
}

/** A piece of a file: text as it stands, or bytes in base64. */
export interface Piece extends Fragment {
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

  /** The piece that a byte is in. */
  at(reader: Reader, at: Fragment & { readonly byte: number }): Promise<Piece | undefined> {
    return reader.first(find, at)
  }

  async remove(tx: Transaction, reportId: string): Promise<void> {
    await tx.run(remove, { reportId })
  }

  /** Forgets pieces of reports that are gone; says how many. */
  removeStray(tx: Transaction): Promise<number> {
    return tx.run(removeStray, {})
  }
}

const add = statement<Piece>(
  `insert into ads_report_pieces (report_id, fragment, first_byte, byte_count, encoding, content)
    values (:reportId, :fragment, :firstByte, :byteCount, :encoding, :content)`,
)

const find = statement<Fragment & { byte: number }, Piece>(
  `select report_id as "reportId", fragment, first_byte as "firstByte",
      byte_count as "byteCount", encoding, content
    from ads_report_pieces
    where report_id = :reportId and fragment = :fragment and first_byte <= :byte
    order by first_byte desc limit 1`,
)

const remove = statement<{ reportId: string }>(
  'delete from ads_report_pieces where report_id = :reportId',
)

const removeStray = statement<object>(
  `delete from ads_report_pieces where report_id not in (select id from ads_reports)`,
)
