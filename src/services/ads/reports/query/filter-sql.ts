import type { Comparand, PlannedFilter } from '../request/plan.ts'
import { isText, literal, type ReportDialect } from './dialect.ts'

const signs: Readonly<Record<string, string>> = {
  equals: '=',
  notEquals: '<>',
  lessThan: '<',
  greaterThan: '>',
  lessThanOrEqual: '<=',
  greaterThanOrEqual: '>=',
}

/** The condition of a filter on a value. */
export function filterSql(
  dialect: ReportDialect,
  value: string,
  { operator, comparands, value: { type } }: PlannedFilter,
): string {
  const texts = comparands.map(comparandSql)
  const compared = isText(type) ? dialect.bytewise(value) : value
  const any = (condition: (text: string) => string) => `(${texts.map(condition).join(' or ')})`
  switch (operator) {
    case 'isNull':
      return isText(type) ? `nullif(${value}, '') is null` : `${value} is null`
    case 'isNotNull':
      return isText(type) ? `nullif(${value}, '') is not null` : `${value} is not null`
    case 'notEquals':
      // An empty cell is equal to nothing.
      return `(${compared} <> ${texts[0]} or ${value} is null)`
    case 'in':
      return `${compared} in (${texts.join(', ')})`
    case 'startsWith':
      return any((text) => `left(${value}, length(${text})) = ${text}`)
    case 'containsSubstring':
      return any((text) => `strpos(${value}, ${text}) > 0`)
    case 'doesNotContainSubstring':
      return `not coalesce(${any((text) => `strpos(${value}, ${text}) > 0`)}, false)`
    case 'containsElement':
      return any((text) => `strpos(';' || ${value} || ';', ';' || ${text} || ';') > 0`)
    default:
      return `${compared} ${signs[operator]} ${texts[0]}`
  }
}

const comparandSql = (comparand: Comparand): string =>
  typeof comparand === 'string' ? literal(comparand) : String(comparand)
