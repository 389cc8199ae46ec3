import type { Snapshot, TableRow } from '../port.ts'
import { quotedName } from '../schema/catalog.ts'
import type { SqlTarget } from '../sql/sql.ts'
import type { Statement } from '../sql/statement.ts'
import type { HeldConnection } from './transactions/held-connection.ts'

const rowsPerPortion = 500

/** A transaction that reads a consistent snapshot. */
export class PostgresSnapshot implements Snapshot {
  readonly #connection: HeldConnection
  readonly #target: SqlTarget
  #cursors = 0

  constructor(connection: HeldConnection, target: SqlTarget) {
    this.#connection = connection
    this.#target = target
  }

  async first<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined> {
    return (await this.#connection.send(statement.for(this.#target), args))[0] as Row | undefined
  }

  async all<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row[]> {
    return (await this.#connection.send(statement.for(this.#target), args)) as unknown as Row[]
  }

  async *rows(table: string): AsyncIterable<TableRow> {
    const query = `select * from ${quotedName(table)}`
    // Most tables have few rows, for which a cursor would take three statements.
    const few = await this.#connection.say(`${query} limit ${rowsPerPortion}`)
    if (few.length < rowsPerPortion) {
      yield* few
      return
    }
    const cursor = `portions_${this.#cursors++}`
    await this.#connection.say(`declare ${cursor} no scroll cursor for ${query}`)
    for (;;) {
      const portion = await this.#connection.say(`fetch ${rowsPerPortion} from ${cursor}`)
      yield* portion
      if (portion.length < rowsPerPortion) break
    }
    await this.#connection.say(`close ${cursor}`)
  }
}
