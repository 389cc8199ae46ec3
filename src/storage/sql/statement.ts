import { type Dialect, dialects } from './dialect.ts'
import { valuesReader } from './generated-functions.ts'
import { Insert, Parameter, type Sql, type SqlTarget, sqlText } from './sql.ts'

declare const types: unique symbol

/** SQL with named parameters, written once for both engines: a query or a command. */
export interface Statement<Args = unknown, Row = unknown> {
  readonly [types]?: { args: Args; row: Row }
  /** The text for a target, and how to pass arguments to it. */
  readonly for: (target: SqlTarget) => Compiled
}

export interface Compiled {
  readonly sql: string
  /** The names of the parameters in the order of the target. */
  readonly names: readonly string[]
  /** Their values in that order. */
  readonly valuesIn: (args: unknown) => unknown[]
  readonly isQuery: boolean
  /** The names of the tables that it reads and writes. */
  readonly tables: ReadonlySet<string>
  readonly locksRows: boolean
  /** The place of the only parameter that names an owner; -1 if there is none. */
  readonly ownerAt: number
  /** What it was compiled from; absent if that was another statement. */
  readonly composed?: Sql
  /** The parts of an insert of one row. */
  readonly insert?: Insert
}

/** The parameters of a statement, by the names of its arguments. */
export type Parameters<Args> = { readonly [Name in keyof Args]-?: Parameter }

/** Composes a statement. The dialect covers the differences between engines. */
export type Composed<Args, S extends Sql = Sql> = (
  parameters: Parameters<Args>,
  dialect: Dialect,
) => S

/** No arguments: `first(countUsers, none)`. */
export const none = {}

/** Every statement that a loaded module declares; a test prepares each of them on both engines. */
export const declaredStatements: Statement[] = []

/** Declares a statement that only reads. */
export const query = <Args = typeof none, Row = never>(
  compose: Composed<Args>,
): Statement<Args, Row> => registerStatement(adHocQuery(compose))

/** Declares a statement that writes. It returns rows only with a returning clause. */
export const command = <Args = typeof none, Row = never>(
  compose: Composed<Args>,
): Statement<Args, Row> => registerStatement(adHocCommand(compose))

/** A query that is created at run time, for reports and restores. */
export const adHocQuery = <Args = typeof none, Row = never>(
  compose: Composed<Args>,
): Statement<Args, Row> => compiledOnce(compose, true)

/** A command that is created at run time, for restores. */
export const adHocCommand = <Args = typeof none, Row = never>(
  compose: Composed<Args>,
): Statement<Args, Row> => compiledOnce(compose, false)

function registerStatement<Args, Row>(statement: Statement<Args, Row>): Statement<Args, Row> {
  declaredStatements.push(statement as Statement)
  return statement
}

function compiledOnce<Args, Row>(compose: Composed<Args>, isQuery: boolean): Statement<Args, Row> {
  const compiled: Partial<Record<SqlTarget, Compiled>> = {}
  return {
    for: (target) => {
      compiled[target] ??= compile(compose(parameters as Parameters<Args>, dialects[target]), {
        target,
        isQuery,
      })
      return compiled[target]
    },
  }
}

function compile(
  composed: Sql,
  { target, isQuery }: { readonly target: SqlTarget; readonly isQuery: boolean },
): Compiled {
  const { parameters, ...text } = sqlText(composed, target)
  return {
    ...text,
    valuesIn: valuesReader(parameters),
    isQuery,
    composed,
    ...(composed instanceof Insert && { insert: composed }),
  }
}

/** Returns a parameter for any name; the types restrict the names. */
const parameters = new Proxy({}, { get: (_, name) => new Parameter(String(name)) })

/** Rejects a statement that writes. */
export function assertQuery({ isQuery, sql }: Compiled): void {
  if (!isQuery) throw new Error(`Writing needs a transaction: ${sql}`)
}
