import { positional } from '../../sql/arguments.ts'
import { joined, Parameter, raw, type Sql, sql, sqlText, withParameters } from '../../sql/sql.ts'
import type { Compiled } from '../../sql/statement.ts'
import { type HeldIncarnation, isPresentIncarnation } from '../server-watch.ts'

/** A statement that has to change exactly one row; or one that keeps a notification, which is sent as well. */
export interface Write {
  readonly compiled: Compiled
  readonly args: unknown
  readonly isNote: boolean
}

/**
 * One statement for several writes, with its arguments. It fails, and changes nothing, unless each of the
 * writes changes one row and the database has the given incarnation. It also fails if it waits too long for
 * a lock. The writes are executed in their order, but see none of each other's rows.
 */
export function combinedWrites(
  writes: readonly Write[],
  { incarnation, start, lockTimeoutMs }: HeldIncarnation & { readonly lockTimeoutMs: number },
): { readonly compiled: Compiled; readonly args: unknown } {
  const values = writes.flatMap(({ compiled, args }) => positional(compiled, args))
  return {
    compiled: combinedStatement(writes),
    args: [incarnation, start, `${lockTimeoutMs}`, ...values],
  }
}

const statements = new Map<string, Compiled>()
const numbers = new WeakMap<Compiled, number>()
let lastNumber = 0

/** The statement for writes of the same shape, which the server plans once. */
function combinedStatement(writes: readonly Write[]): Compiled {
  const shape = shapeOf(writes)
  const cached = statements.get(shape)
  if (cached !== undefined) return cached
  const statement = compose(writes)
  statements.set(shape, statement)
  return statement
}

/** Equal for the same statements in the same order. */
export const shapeOf = (writes: readonly Write[]): string =>
  writes.map(({ compiled }) => numberOf(compiled)).join(' ')

function numberOf(compiled: Compiled): number {
  const cached = numbers.get(compiled)
  if (cached !== undefined) return cached
  numbers.set(compiled, ++lastNumber)
  return lastNumber
}

// Division by zero makes a statement fail. The counts are evaluated in their order, and each executes its
// write. The first one limits the wait for locks until the end of the statement, which is a transaction.
function compose(writes: readonly Write[]): Compiled {
  const parameters = { incarnation: new Parameter('incarnation'), start: new Parameter('start') }
  const isLimited = sql`set_config('lock_timeout', ${new Parameter('lockTimeout')}, true) is not null`
  const parts = [sql`present as (${isPresentIncarnation(parameters)} and ${isLimited})`]
  const conditions = [sql`(select count(*) from present) = 1`]
  const notes: Sql[] = []
  for (const [index, { compiled, isNote }] of writes.entries()) {
    parts.push(partOf(compiled, index))
    if (!isNote) conditions.push(hasChangedOne(index))
    else {
      const argument = (name: string) => new Parameter(`${index} ${name}`)
      notes.push(sql`pg_notify(${argument('channel')}, ${argument('payload')})`)
    }
  }
  const check = sql`1 / (case when ${joined(conditions, ' and ')} then 1 else 0 end)`
  const text = sqlText(sql`with ${joined(parts)} select ${joined([check, ...notes])}`, 'postgres')
  return { ...text, isQuery: false, valuesIn: (args) => args as unknown[] }
}

/** SQL for several writes without notifications, which returns one row if each of them changes one row. */
export const countedWrites = (writes: readonly Compiled[]): Sql =>
  sql`with ${joined(writes.map(partOf))}
    select 1 where ${joined(
      writes.map((_, index) => hasChangedOne(index)),
      ' and ',
    )}`

const partOf = ({ composed }: Compiled, index: number): Sql => {
  const renamed = withParameters(composed!, (name) => new Parameter(`${index} ${name}`))
  return sql`${nameOf(index)} as (${renamed} returning 1)`
}

const hasChangedOne = (index: number): Sql => sql`(select count(*) from ${nameOf(index)}) = 1`

const nameOf = (index: number): Sql => raw(`w${index}`)
