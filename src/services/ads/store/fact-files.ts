import type { Reader, Transaction } from '#/storage/port.ts'
import { none, statement } from '#/storage/statement.ts'

/** A file of statistics that counts. Of equal keys in several files the highest number's holds. */
export interface FactFileRow {
  readonly number: number
  readonly fact: string
  readonly fileName: string
  readonly rowCount: number
  readonly bytes: number
  /** The first and last day that rows of it are of, as YYYYMMDD. */
  readonly minDay: number
  readonly maxDay: number
  readonly importedAt: number
}

/** Which files of statistics the embedded server has. */
export class FactFileList {
  all(reader: Reader): Promise<FactFileRow[]> {
    return reader.all(list, none)
  }

  /** Adds a file, whose rows hold before those of all others. */
  async add(tx: Transaction, file: Omit<FactFileRow, 'number'>): Promise<void> {
    const { number } = (await tx.first(lastNumber, none))!
    await tx.run(add, { ...file, number: number + 1 })
  }

  /** Puts a file that holds all rows of others in their place. */
  async replace(
    tx: Transaction,
    merged: readonly FactFileRow[],
    file: Omit<FactFileRow, 'number'>,
  ): Promise<void> {
    for (const { number } of merged) await tx.run(remove, { number })
    await tx.run(add, { ...file, number: Math.max(...merged.map(({ number }) => number)) })
  }

  async clear(tx: Transaction): Promise<void> {
    await tx.run(removeAll, none)
  }
}

const list = statement<typeof none, FactFileRow>(
  `select number, fact, file_name as "fileName", row_count as "rowCount", bytes,
      min_day as "minDay", max_day as "maxDay", imported_at as "importedAt"
    from ads_fact_files order by number`,
)

const lastNumber = statement<typeof none, { number: number }>(
  'select coalesce(max(number), 0) as number from ads_fact_files',
)

const add = statement<FactFileRow>(
  `insert into ads_fact_files (number, fact, file_name, row_count, bytes, min_day, max_day,
      imported_at)
    values (:number, :fact, :fileName, :rowCount, :bytes, :minDay, :maxDay, :importedAt)`,
)

const remove = statement<{ number: number }>('delete from ads_fact_files where number = :number')

const removeAll = statement('delete from ads_fact_files')
