import { Readable } from 'node:stream'
import postgres from 'postgres'
import type { TableRow } from '../port.ts'
import { positional, type SqlValue } from '../sql/arguments.ts'
import type { Compiled } from '../sql/statement.ts'
import { connectionTarget } from './connections/connection-target.ts'
import { ConnectionSlots, LimitedSockets } from './connections/limited-sockets.ts'

/** A pool of connections, or the one connection of a transaction. */
export type Sql = Pick<postgres.Sql, 'unsafe'>
export type Pool = postgres.Sql

interface PoolOptions {
  readonly url: string
  readonly connectionsMax: number
  /** If the pool shares the limit of connections with others. */
  readonly sockets?: LimitedSockets
  /** The statement timeout of the server. */
  readonly statementTimeoutMs: number
  /** Whether a pooler gives each transaction another connection, so that none has settings of its own. */
  readonly isPooled?: boolean
  readonly preparesStatements?: boolean
  /** Server settings for these connections. */
  readonly parameters?: Readonly<Record<string, string>>
  readonly onNotification?: (channel: string, payload: string) => void
  readonly onClose?: () => void
}

/** Creates a pool, which connects on first use. This is the only file that uses the driver. */
export function makePool(options: PoolOptions): Pool {
  const { url, connectionsMax, statementTimeoutMs, parameters } = options
  const { isPooled = false, preparesStatements = true } = options
  const { parameters: ofUrl, connect, ...target } = connectionTarget(url)
  const { sockets = new LimitedSockets(new ConnectionSlots(connectionsMax)) } = options
  const settings = {
    ...target,
    max: connectionsMax,
    socket: () => sockets.open(connect),
    // A growing delay would keep requests waiting long after the server is back.
    backoff: () => reconnectPauseS,
    fetch_types: false,
    // A closed connection makes Pools create a new pool, so that connections are not closed without a reason.
    max_lifetime: null,
    onnotice: () => {},
    // The driver supports both, although its types omit the first.
    onnotify: options.onNotification,
    onclose: () => {
      if (!sockets.isRefusing) options.onClose?.()
    },
    prepare: preparesStatements,
    connection: {
      application_name: 'almanac',
      ...(!isPooled && {
        statement_timeout: statementTimeoutMs,
        idle_in_transaction_session_timeout: statementTimeoutMs,
        ...parameters,
      }),
      ...ofUrl,
    },
    types: valueTypes,
  }
  // The options say everything, so that there is no URL.
  return postgres('', settings)
}

const reconnectPauseS = 0.2

/** The rows of a query, and the number of changed rows. */
export type Answer = TableRow[] & { readonly count: number }

/** Executes a statement, which each connection prepares once. */
export const send = (sql: Sql, compiled: Compiled, args: unknown): Promise<Answer> =>
  sendValues(sql, compiled, positional(compiled, args))

/** The same with the values in the order of the statement. */
export function sendValues(
  sql: Sql,
  compiled: Pick<Compiled, 'sql'>,
  values: SqlValue[],
): Promise<Answer> {
  // Without arguments the driver would use the simple protocol, which prepares nothing.
  const options = { prepare: true, simple: false }
  return sql.unsafe(compiled.sql, values, options).then(ownRows) as Promise<Answer>
}

/**
 * The rows of an answer alone. If a statement fails after it has sent rows, the driver does not reset its count, and
 * the next answer on that connection begins with as many empty places.
 */
function ownRows<Rows extends unknown[] & { readonly count: number | null }>(answer: Rows): Rows {
  const { length, count } = answer
  if (count !== null && length > count) answer.splice(0, length - count)
  return answer
}

/** Executes text without preparing it, as cursors require, whose rows change their shape. */
export function say(sql: Sql, text: string): Promise<Answer> {
  return sql.unsafe(text).then(ownRows) as Promise<Answer>
}

/** The values of a row by column. */
export type ColumnValues = (string | null)[]

/** The rows of a query, as lists of its columns. */
export async function valuesOf(sql: Sql, text: string): Promise<ColumnValues[]> {
  return ownRows(await sql.unsafe(text).values()) as ColumnValues[]
}

/** The output of a `copy ... to stdout`. */
export async function copyOutput(sql: Sql, text: string): Promise<Readable> {
  const query = sql.unsafe(text)
  bearErrors(query)
  const stream: Readable = await query.readable()
  // The driver pauses the socket when its stream is full, and resumes only when the stream requests more.
  // After the last bytes it never does, which would block the connection.
  stream.once('end', () => stream._read(0))
  return stream
}

/**
 * The reader of a stream gets its errors. An error can arrive together with the stream, before there is a
 * handler.
 */
function bearErrors(query: object): void {
  const waiting = query as { resolve: (answer: unknown) => void }
  const { resolve } = waiting
  waiting.resolve = (answer) => {
    if (answer instanceof Readable) answer.on('error', () => {})
    resolve(answer)
  }
}

// Both engines return the same JavaScript values: counts and sums as numbers, booleans as 0 or 1, JSON and
// dates as text. Ids that exceed the range of numbers stay text. The numbers in `from` are object ids of
// PostgreSQL types.
const asText = (value: unknown) => String(value)
const exactly = (text: string) => {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : text
}
const valueTypes = {
  bigint: { to: 20, from: [20], parse: exactly, serialize: asText },
  date: { to: 1082, from: [1082], parse: asText, serialize: asText },
  numeric: { to: 1700, from: [1700], parse: Number, serialize: asText },
  truth: { to: 16, from: [16], parse: (text: string) => (text === 't' ? 1 : 0), serialize: asText },
  json: { to: 114, from: [114, 3802], parse: asText, serialize: asText },
}
