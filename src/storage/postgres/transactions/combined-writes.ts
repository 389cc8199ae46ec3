import { positional, type SqlValue } from '../../sql/arguments.ts'
import {
  type Insert,
  joined,
  Parameter,
  raw,
  type Sql,
  sql,
  sqlText,
  UnlessExists,
  withParameters,
} from '../../sql/sql.ts'
import type { Compiled } from '../../sql/statement.ts'
import { type HeldIncarnation, isPresentIncarnation } from '../server-watch.ts'

/** A statement that has to change exactly one row; or one that keeps a notification, which is sent as well. */
export interface Write {
  readonly compiled: Compiled
  readonly args: unknown
  readonly isNote: boolean
}

/**
 * One statement for the writes of several transactions of the same shape, with its arguments. It fails, and
 * changes nothing, unless each of the writes changes one row and the database has the given incarnation. It also
 * fails if it waits too long for a lock. The writes of a transaction are executed in their order, but see none of
 * each other's rows.
 */
export function combinedWrites(
  members: readonly (readonly Write[])[],
  { incarnation, start, lockTimeoutMs }: HeldIncarnation & { readonly lockTimeoutMs: number },
): { readonly compiled: Compiled; readonly args: unknown } {
  const values: SqlValue[] = [incarnation, start, `${lockTimeoutMs}`]
  for (const place of members[0]!.keys()) {
    for (const writes of members) {
      const { compiled, args } = writes[place]!
      values.push(...positional(compiled, args))
    }
  }
  return { compiled: combinedStatement(members), args: values }
}

const statements = new Map<string, Compiled>()
const numbers = new WeakMap<Compiled, number>()
let lastNumber = 0

/** The statement for members of the same shape, which the server plans once. */
function combinedStatement(members: readonly (readonly Write[])[]): Compiled {
  const [first] = members
  const key = `${members.length}: ${shapeOf(first!)}`
  return statements.getOrInsertComputed(key, () => compose(first!, members.length))
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

// Division by zero makes a statement fail. The conditions are evaluated in their order, and each executes its
// write. The first one limits the wait for locks until the end of the statement, which is a transaction.
function compose(writes: readonly Write[], count: number): Compiled {
  const parameters = { incarnation: new Parameter('incarnation'), start: new Parameter('start') }
  const isLimited = sql`set_config('lock_timeout', ${new Parameter('lockTimeout')}, true) is not null`
  const parts = [sql`present as (${isPresentIncarnation(parameters)} and ${isLimited})`]
  const conditions = [sql`(select one from present) = 1`]
  const notes: Sql[] = []
  for (const { compiled, isNote } of writes) {
    const { insert } = compiled
    if (insert !== undefined && !isNote && sqlText(insert.rest, 'postgres').names.length === 0) {
      const index = parts.length
      parts.push(partOf(insertOfRows(insert, { index, count }), index))
      conditions.push(count === 1 ? hasChangedOne(index) : hasChangedAll(index, count))
      continue
    }
    for (let member = 0; member < count; member++) {
      const index = parts.length
      parts.push(partOf(renamed(compiled.composed!, index), index))
      if (!isNote) conditions.push(hasChangedOne(index))
      else {
        const argument = (name: string) => new Parameter(`${index} ${name}`)
        notes.push(sql`pg_notify(${argument('channel')}, ${argument('payload')})`)
      }
    }
  }
  const check = sql`1 / (case when ${joined(conditions, ' and ')} then 1 else 0 end)`
  const text = sqlText(sql`with ${joined(parts)} select ${joined([check, ...notes])}`, 'postgres')
  return { ...text, isQuery: false, valuesIn: (args) => args as unknown[] }
}

// One insert of all rows, because the server prepares each insert for all indexes of the table. A conflict makes the
// statement fail in any case; looking for it before costs as much as writing to an index.
function insertOfRows(
  { table, values, rest }: Insert,
  { index, count }: { readonly index: number; readonly count: number },
): Sql {
  const columns = raw(values.map(([column]) => column).join(', '))
  const row = joined(values.map(([, value]) => value))
  const rows = Array.from(
    { length: count },
    (_, member) => sql`(${renamed(row, `${index}.${member}`)})`,
  )
  const ending = rest instanceof UnlessExists ? sql`` : rest
  return sql`insert into ${table} (${columns}) values ${joined(rows)} ${ending}`
}

/** SQL for several writes without notifications, which returns one row if each of them changes one row. */
export const countedWrites = (writes: readonly Compiled[]): Sql =>
  sql`with ${joined(writes.map(({ composed }, index) => partOf(renamed(composed!, index), index)))}
    select 1 where ${joined(
      writes.map((_, index) => hasChangedOne(index)),
      ' and ',
    )}`

const renamed = (write: Sql, prefix: number | string): Sql =>
  withParameters(write, (name) => new Parameter(`${prefix} ${name}`))

const partOf = (write: Sql, index: number): Sql =>
  sql`${nameOf(index)} as (${write} returning 1 as one)`

// Without a row it is null, and more than one row is an error.
const hasChangedOne = (index: number): Sql => sql`(select one from ${nameOf(index)}) = 1`

const hasChangedAll = (index: number, count: number): Sql =>
  sql`(select count(*) from ${nameOf(index)}) = ${count}`

const nameOf = (index: number): Sql => raw(`w${index}`)
