import type { Tracer } from '#/kernel/tracing/tracer.ts'
import type { Database, Reader, Transaction, TransactionOptions } from './port.ts'
import type { Statement } from './sql/statement.ts'

const statementMethods = ['first', 'all', 'run', 'runEach', 'runLast', 'reserve']

/** A database whose statements and transactions are spans. */
export function traceDatabase(database: Database, tracer: Tracer): Database {
  const { engine } = database
  const system = engine === 'sqlite' ? 'sqlite' : 'postgresql'

  const transaction = <T>(
    body: (tx: Transaction) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T> =>
    tracer.run(
      { name: 'transaction', kind: 'client', attributes: { 'db.system.name': system } },
      () =>
        // Another request may run it together with its own.
        database.transaction(
          tracer.bind((tx: Transaction) => body(tracedReader(tx))),
          options,
        ),
    )

  /** Calls the members of the target itself, which have private state. */
  function tracedReader<T extends Reader>(target: T): T {
    return new Proxy(target, {
      get: (_, name) => {
        if (name === 'transaction') return transaction
        const member: unknown = Reflect.get(target, name)
        if (name === 'apart' || name === 'others') return tracedReader(member as Reader)
        if (typeof member !== 'function') return member
        if (name === 'afterCommit')
          return (effect: () => void) => member.call(target, tracer.bind(effect))
        if (!statementMethods.includes(String(name))) return member.bind(target)
        return (statement: Statement, ...rest: unknown[]) => {
          const { sql } = statement.for(engine)
          const attributes = { 'db.system.name': system, 'db.query.text': sql }
          return tracer.run({ name: summaryOf(statement), kind: 'client', attributes }, () =>
            member.call(target, statement, ...rest),
          )
        }
      },
    })
  }

  /** The kind of a statement and its first table. */
  function summaryOf(statement: Statement): string {
    const { sql, tables } = statement.for(engine)
    const [word = ''] = sql.trimStart().split(/\s/, 1)
    const [table = ''] = tables
    return `${word} ${table}`.trim()
  }

  return tracedReader(database)
}
