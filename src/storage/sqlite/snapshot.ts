import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Snapshot, TableRow } from '../port.ts'
import { quotedName } from '../schema/catalog.ts'
import type { Statement } from '../sql/statement.ts'
import type { Connection } from './connection.ts'

const rowsPerTurn = 200

/** A read transaction on a separate connection. */
export class SqliteSnapshot implements Snapshot, Disposable {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
    connection.exec('begin')
    // The first read fixes the snapshot, not the begin.
    connection.pragma('schema_version')
  }

  async first<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined> {
    return this.#connection.first(statement.for('sqlite'), args) as Row | undefined
  }

  async all<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row[]> {
    return this.#connection.all(statement.for('sqlite'), args) as Row[]
  }

  async *rows(table: string): AsyncIterable<TableRow> {
    let count = 0
    for (const row of this.#connection.walk(`select * from ${quotedName(table)}`)) {
      yield row
      if (++count % rowsPerTurn === 0) await nextTurn()
    }
  }

  [Symbol.dispose](): void {
    this.#connection.close()
  }
}
