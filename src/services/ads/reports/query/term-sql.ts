import type { Term, Value } from '../request/plan.ts'
import {
  cellOf,
  isInMillionths,
  isInteger,
  isText,
  literal,
  type ReportDialect,
} from './dialect.ts'

type ValueSql = (value: Value) => string

/** A part of a formula. Numbers are floating-point, and a division by zero is null. */
export function termSql(dialect: ReportDialect, valueSql: ValueSql, term: Term): string {
  const sql = (part: Term) => termSql(dialect, valueSql, part)
  switch (term.is) {
    case 'number':
      return `cast(${term.number} as double precision)`
    case 'text':
      return literal(term.text)
    case 'value':
      return operand(valueSql(term.value), term.value)
    case 'sum': {
      const [left, right] = term.of.map(sql)
      if (term.sign === '/') return `(${left} / nullif(${right}, 0))`
      return `(${left} ${term.sign} ${right})`
    }
    case 'choice':
      return choice(term.of.map(sql))
    case 'number of':
      return `cast(${asText(dialect, sql(term.of), term.of)} as double precision)`
    case 'text of':
      return textOf(dialect, sql(term.of), term)
  }
}

/** A column in a formula. */
function operand(sql: string, { type }: Value): string {
  if (isInMillionths(type)) return `(cast(${sql} as double precision) / 1000000)`
  return isInteger(type) ? `cast(${sql} as double precision)` : sql
}

function choice(parts: readonly string[]): string {
  const branches: string[] = []
  for (let index = 0; index + 1 < parts.length; index += 2) {
    branches.push(`when ${parts[index]} then ${parts[index + 1]}`)
  }
  return `case ${branches.join(' ')} else ${parts.at(-1)} end`
}

const asText = (dialect: ReportDialect, sql: string, term: Term) =>
  isNumber(term) ? sql : dialect.numeric(sql)

const isNumber = (term: Term): boolean =>
  term.is === 'number' ||
  term.is === 'sum' ||
  (term.is === 'value' && !isText(term.value.type)) ||
  (term.is === 'choice' && isNumber(term.of.at(-1)!))

function textOf(
  dialect: ReportDialect,
  sql: string,
  { of }: Extract<Term, { is: 'text of' }>,
): string {
  return isNumber(of) ? cellOf(dialect, millionthsOf(dialect, sql), 'Number') : sql
}

/** A floating-point number in millionths, like all numbers until they are printed. */
export const millionthsOf = (dialect: ReportDialect, sql: string): string =>
  dialect.wide(`floor(${sql} * 1000000 + 0.5)`)
