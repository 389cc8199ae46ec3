import type { Readable } from 'node:stream'
import { unavailable } from '#/kernel/errors.ts'
import type { Compiled } from '../../sql/statement.ts'
import { PoolReplaced, type Waiting } from '../connections/pools.ts'
import { isSilence, withDeadline } from '../deadline.ts'
import {
  type Answer,
  type ColumnValues,
  copyOutput,
  type Pool,
  type Sql,
  say,
  send,
  valuesOf,
} from '../driver.ts'
import { isLostConnection } from '../failure.ts'

interface HoldOptions {
  readonly pool: Pool
  readonly waiting: Waiting
  /** The transaction mode after `begin`. */
  readonly mode?: string
  /** How long to wait for a free connection. */
  readonly acquireTimeoutMs: number
  /** How long to wait for the response to a statement. */
  readonly answerTimeoutMs: number
}

/** The connection of one transaction. */
export class HeldConnection {
  readonly #sql: Sql
  readonly #answerTimeoutMs: number
  isLost = false

  constructor(sql: Sql, answerTimeoutMs: number) {
    this.#sql = sql
    this.#answerTimeoutMs = answerTimeoutMs
  }

  send(compiled: Compiled, args: unknown): Promise<Answer> {
    return this.#guard(() => send(this.#sql, compiled, args))
  }

  /** Executes text without preparing it. */
  say(text: string): Promise<Answer> {
    return this.#guard(() => say(this.#sql, text))
  }

  /** The rows of a query, as lists of its columns. */
  values(text: string): Promise<ColumnValues[]> {
    return this.#guard(() => valuesOf(this.#sql, text))
  }

  /** The output of a `copy ... to stdout`. */
  copyOutput(text: string): Promise<Readable> {
    return this.#guard(() => copyOutput(this.#sql, text))
  }

  async #guard<T>(ask: () => Promise<T>): Promise<T> {
    if (this.isLost) throw unavailable('The connection to the database was lost.')
    try {
      return await withDeadline(ask(), this.#answerTimeoutMs)
    } catch (error) {
      if (isLostConnection(error)) this.isLost = true
      throw error
    }
  }
}

/** Sets parameters of the server for one transaction. */
export function setLocally(
  connection: HeldConnection,
  parameters: Readonly<Record<string, string>>,
): Promise<Answer> {
  const settings = Object.entries(parameters).map(
    ([name, value]) => `set local ${name} = '${value}'`,
  )
  return connection.say(settings.join('; '))
}

/**
 * Runs a transaction that starts within a limited time, or not at all.
 *
 * The driver ends the process if anything, even its own rollback, is sent on a held connection that has
 * closed (porsager/postgres issue 1208). So a body whose connection is lost never settles for the driver: the
 * loss has been reported, and nothing more is sent.
 */
export function holdConnection<T>(
  { pool, waiting, mode = '', acquireTimeoutMs, answerTimeoutMs }: HoldOptions,
  body: (connection: HeldConnection) => Promise<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let connection: HeldConnection | undefined
    let isLate = false
    const endWaiting = () => {
      clearTimeout(timer)
      waiting.delete(leave)
    }
    const giveUp = (error: Error) => {
      isLate = true
      endWaiting()
      reject(error)
    }
    const leave = () => giveUp(new PoolReplaced())
    const timer = setTimeout(
      () => giveUp(unavailable('The database has no free connection at the moment.')),
      acquireTimeoutMs,
    )
    waiting.add(leave)

    const perform = async (sql: Sql): Promise<T> => {
      endWaiting()
      if (isLate) throw new Error('Nobody waits for this transaction anymore.')
      connection = new HeldConnection(sql, answerTimeoutMs)
      try {
        const value = await body(connection)
        return connection.isLost ? await never : value
      } catch (error) {
        // The driver would wait for its rollback, which would get no response either.
        if (isSilence(error) || connection.isLost) reject(error)
        // The loss of the connection may be reported only after this turn.
        await new Promise(setImmediate)
        if (connection.isLost) await never
        throw error
      }
    }

    const fail = (error: unknown) => {
      endWaiting()
      if (connection !== undefined && isLostConnection(error)) connection.isLost = true
      reject(error)
    }
    pool.begin(mode, perform).then((value) => resolve(value as T), fail)
  })
}

const never = new Promise<never>(() => {})
