import type { Transaction } from '../port.ts'
import { adHocStatement, type Statement } from '../statement.ts'
import type { Answer } from './driver.ts'
import type { HeldConnection } from './held-connection.ts'
import { widened } from './many-rows.ts'

const ended = 'This transaction has ended; its handle takes no more work.'

/** What the body of one transaction works with. */
export class PostgresTransaction implements Transaction {
  readonly effects: (() => void)[] = []
  readonly state = undefined
  readonly #connection: HeldConnection
  #isOpen = true

  constructor(connection: HeldConnection) {
    this.#connection = connection
  }

  async first<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row | undefined> {
    return (await this.#send(statement, args))[0] as Row | undefined
  }

  async all<Args, Row>(statement: Statement<Args, Row>, args: Args): Promise<Row[]> {
    return (await this.#send(statement, args)) as unknown as Row[]
  }

  async run<Args>(statement: Statement<Args, never>, args: Args): Promise<number> {
    return (await this.#send(statement, args)).count ?? 0
  }

  async runEach<Args>(
    statement: Statement<Args, never>,
    list: readonly Args[],
    { areDistinct = false } = {},
  ): Promise<number> {
    this.#assertOpen()
    // Sent without waiting for each other; the connection takes them one after another.
    const sent = [...widened(statement.for('postgres'), list, areDistinct)].map(
      ({ compiled, args }) => this.#connection.send(compiled, args),
    )
    return (await Promise.all(sent)).reduce((changed, { count }) => changed + (count ?? 0), 0)
  }

  async runLast<Args>(statement: Statement<Args, never>, _key: string, args: Args): Promise<void> {
    await this.#send(statement, args)
  }

  async notify(channel: string, payload = ''): Promise<void> {
    await this.#send(notification, { channel, payload })
  }

  afterCommit(effect: () => void): void {
    this.#assertOpen()
    this.effects.push(effect)
  }

  /** Refuses work from now on. */
  end(): void {
    this.#isOpen = false
  }

  #send(statement: Pick<Statement, 'for'>, args: unknown): Promise<Answer> {
    this.#assertOpen()
    return this.#connection.send(statement.for('postgres'), args)
  }

  #assertOpen(): void {
    if (!this.#isOpen) throw new Error(ended)
  }
}

const notification = adHocStatement<{ channel: string; payload: string }>(
  'select pg_notify(:channel, :payload)',
)
