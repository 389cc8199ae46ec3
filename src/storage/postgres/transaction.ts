import type { Transaction } from '../port.ts'
import { adHocStatement, type Statement } from '../statement.ts'
import { withDeadline } from './deadline.ts'
import { type Answer, type Sql, send } from './driver.ts'

const ended = 'This transaction has ended; its handle takes no more work.'

/** What the body of one transaction works with. */
export class PostgresTransaction implements Transaction {
  readonly effects: (() => void)[] = []
  readonly #sql: Sql
  readonly #answerTimeoutMs: number
  #isOpen = true

  constructor(sql: Sql, answerTimeoutMs: number) {
    this.#sql = sql
    this.#answerTimeoutMs = answerTimeoutMs
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
    const answer = send(this.#sql, statement.for('postgres'), args)
    return withDeadline(answer, this.#answerTimeoutMs)
  }

  #assertOpen(): void {
    if (!this.#isOpen) throw new Error(ended)
  }
}

const notification = adHocStatement<{ channel: string; payload: string }>(
  'select pg_notify(:channel, :payload)',
)
