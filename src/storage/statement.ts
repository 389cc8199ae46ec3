import { type Dialect, dialects } from './dialect.ts'
import { valuesReader } from './generated.ts'
import type { Engine } from './port.ts'

declare const types: unique symbol

/** One piece of SQL with named parameters (`:name`), written once for both engines. */
export interface Statement<Args = unknown, Row = unknown> {
  readonly [types]?: { args: Args; row: Row }
  /** The text that the engine takes, and the names of the arguments in the order it wants them. */
  readonly for: (engine: Engine) => Compiled
}

export interface Compiled {
  readonly sql: string
  readonly names: readonly string[]
  /** The arguments in that order. */
  readonly valuesIn: (args: unknown) => unknown[]
  /** It begins as a query, so that it changes nothing. */
  readonly isSelect: boolean
}

/** No arguments: `first(countUsers, none)`. */
export const none = {}

/** Every statement that a loaded module declares; a test prepares each of them on both engines. */
export const declaredStatements: Statement[] = []

/** Declares a statement. A function of the dialect is for what the engines spell differently. */
export function statement<Args = typeof none, Row = never>(
  text: string | ((dialect: Dialect) => string),
): Statement<Args, Row> {
  const declared = adHocStatement<Args, Row>(text)
  declaredStatements.push(declared as Statement)
  return declared
}

/** A statement made while running, as restoring does for the tables that an archive names. */
export function adHocStatement<Args = typeof none, Row = never>(
  text: string | ((dialect: Dialect) => string),
): Statement<Args, Row> {
  const compiled: Partial<Record<Engine, Compiled>> = {}
  return {
    for: (engine) => {
      compiled[engine] ??= compile(typeof text === 'string' ? text : text(dialects[engine]), engine)
      return compiled[engine]
    },
  }
}

// Quoted text is passed over, and a double colon is a PostgreSQL cast, not a parameter.
const parameter = /'[^']*'|(?<!:):([a-zA-Z]\w*)/g

// SQLite looks at a bound limit when it plans, and plans anew whenever one is bound: five times the
// cost of a short query. It does not look into a sum.
const boundLimit = /\blimit\s+(:\w+)/gi

function compile(written: string, engine: Engine): Compiled {
  const names: string[] = []
  const text = engine === 'sqlite' ? written.replace(boundLimit, 'limit ($1 + 0)') : written
  const sql = text.replace(parameter, (found, name: string | undefined) => {
    if (name === undefined) return found
    if (engine === 'sqlite') {
      names.push(name)
      return '?'
    }
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  return { sql, names, valuesIn: valuesReader(names), isSelect: select.test(sql) }
}

const select = /^\s*select\b/i
