import { Readable } from 'node:stream'
import postgres from 'postgres'
import type { TableRow } from '../port.ts'
import { positional } from '../sql/arguments.ts'
import type { Compiled } from '../sql/statement.ts'

/** A pool of connections, or the one connection of a transaction. */
export type Sql = Pick<postgres.Sql, 'unsafe'>
export type Pool = postgres.Sql

interface PoolOptions {
  readonly url: string
  readonly connectionsMax: number
  /** How long the server works on one statement before it gives up. */
  readonly statementTimeoutMs: number
  /** A pooler gives each transaction another connection: none has settings of its own. */
  readonly isPooled?: boolean
  /** Whether statements are prepared; not by a pooler that does not know of it. */
  readonly preparesStatements?: boolean
  /** Settings of the server for these connections alone. */
  readonly parameters?: Readonly<Record<string, string>>
  readonly onNotification?: (channel: string, payload: string) => void
  readonly onClose?: () => void
}

/** Makes a pool, which connects when it is first asked. The only file that knows the driver. */
export function makePool(options: PoolOptions): Pool {
  const { url, connectionsMax, statementTimeoutMs, parameters } = options
  const { isPooled = false, preparesStatements = true } = options
  const settings = {
    max: connectionsMax,
    connect_timeout: connectTimeoutS(url),
    // A growing pause would keep requests waiting long after the server is back.
    backoff: () => reconnectPauseS,
    fetch_types: false,
    // A connection that closes makes Pools begin anew, so none closes without a reason.
    max_lifetime: null,
    onnotice: () => {},
    // The driver passes these two on, though its types do not mention the first.
    onnotify: options.onNotification,
    onclose: () => options.onClose?.(),
    prepare: preparesStatements,
    connection: {
      application_name: 'almanac',
      ...(!isPooled && {
        statement_timeout: statementTimeoutMs,
        idle_in_transaction_session_timeout: statementTimeoutMs,
        ...parameters,
      }),
    },
    types: valueTypes,
  }
  return postgres(url, settings)
}

const reconnectPauseS = 0.2

/** How long a server may take to accept a connection: what the address asks for, or a few seconds. */
export function connectTimeoutS(url: string): number {
  const wanted = Number(new URL(url).searchParams.get('connect_timeout'))
  return wanted > 0 ? wanted : 3
}

/** What a query gives: its rows, and how many of them it has changed. */
export type Answer = TableRow[] & { readonly count: number }

/** Sends a statement that each connection prepares once. */
export function send(sql: Sql, compiled: Compiled, args: unknown): Promise<Answer> {
  const values = positional(compiled, args)
  // Without arguments the driver would take another protocol, which prepares nothing.
  const options = { prepare: true, simple: false }
  return sql.unsafe(compiled.sql, values, options) as unknown as Promise<Answer>
}

/** Sends text that is not worth preparing, or that must not be: a cursor's rows change their shape. */
export function say(sql: Sql, text: string): Promise<Answer> {
  return sql.unsafe(text) as unknown as Promise<Answer>
}

/** What a row holds, column by column. */
export type ColumnValues = (string | null)[]

/** The rows of a query, as lists of its columns. */
export async function valuesOf(sql: Sql, text: string): Promise<ColumnValues[]> {
  return (await sql.unsafe(text).values()) as unknown as ColumnValues[]
}

/** The bytes that a `copy ... to stdout` gives. */
export async function copied(sql: Sql, text: string): Promise<Readable> {
  const query = sql.unsafe(text)
  bearErrors(query)
  const stream: Readable = await query.readable()
  // The driver stops listening to the server when its stream is full, and begins again only when
  // the stream asks for more: after the last bytes it never does, and all would wait for ever.
  stream.once('end', () => stream._read(0))
  return stream
}

/**
 * Whoever reads a stream hears of its failure, and nobody has to when nobody reads any more. It can come
 * in the same bytes as the stream, before who waits for the stream has it.
 */
function bearErrors(query: object): void {
  const waiting = query as { resolve: (answer: unknown) => void }
  const { resolve } = waiting
  waiting.resolve = (answer) => {
    if (answer instanceof Readable) answer.on('error', () => {})
    resolve(answer)
  }
}

// Both engines give the same JavaScript values: counts and sums as numbers, truth as 0 or 1, JSON
// and days as text. An id that a number cannot hold stays text. The numbers in `from` are the object
// ids of PostgreSQL's types.
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
