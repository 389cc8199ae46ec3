import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, rowOf, sql } from '#/storage/sql/sql.ts'
import { command, none, query } from '#/storage/sql/statement.ts'
import { adsFactFiles } from './tables.ts'

/** A listed file of statistics. Of equal keys in several files, the one with the highest number counts. */
export interface FactFileRow {
  readonly number: number
  readonly fact: string
  readonly fileName: string
  readonly rowCount: number
  readonly bytes: number
  /** The first and last day of its rows, as YYYYMMDD. */
  readonly minDay: number
  readonly maxDay: number
  readonly importedAt: number
}

/** The statistics files of the embedded server. */
export class FactFileList {
  all(reader: Reader): Promise<FactFileRow[]> {
    return reader.all(list, none)
  }

  /** Adds a file, whose rows take precedence over all others. */
  async add(tx: Transaction, file: Omit<FactFileRow, 'number'>): Promise<void> {
    const { number } = (await tx.first(lastNumber, none))!
    await tx.run(add, { ...file, number: number + 1 })
  }

  /** Replaces files with one that contains all of their rows. */
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

const list = query<typeof none, FactFileRow>(
  () => sql`select number, fact, file_name as "fileName", row_count as "rowCount", bytes,
      min_day as "minDay", max_day as "maxDay", imported_at as "importedAt"
    from ${adsFactFiles} order by number`,
)

const lastNumber = query<typeof none, { number: number }>(
  () => sql`select coalesce(max(number), 0) as number from ${adsFactFiles}`,
)

const add = command<FactFileRow>((args) => insertInto(adsFactFiles, rowOf(adsFactFiles, args)))

const remove = command<{ number: number }>(
  ({ number }) => sql`delete from ${adsFactFiles} where number = ${number}`,
)

const removeAll = command(() => sql`delete from ${adsFactFiles}`)
