import { quoted } from '../catalogue.ts'
import type { Snapshot, TableRow } from '../port.ts'
import type { Statement } from '../statement.ts'
import { type Sql, send, walk } from './driver.ts'

const rowsPerPortion = 500

/** A transaction that reads everything as of one moment. */
export class PostgresSnapshot implements Snapshot {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async first<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined> {
    return (await send(this.#sql, statement.for('postgres'), args))[0] as Row | undefined
  }

  async all<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row[]> {
    return (await send(this.#sql, statement.for('postgres'), args)) as unknown as Row[]
  }

  async *rows(table: string): AsyncIterable<TableRow> {
    for await (const portion of walk(this.#sql, `select * from ${quoted(table)}`, rowsPerPortion)) {
      yield* portion
    }
  }
}
