import { partsMax, type ReportFilter, type ReportOrder } from '../../schemas/report.ts'
import { columnsOf } from '../catalog/catalog.ts'
import type { ColumnType } from '../catalog/column.ts'
import { type Vocabulary, valueIn } from './column-values.ts'
import { comparandOf, countFor, isFor } from './comparands.ts'
import { dateExpected } from './days.ts'
import { type Comparand, operators, type PlannedFilter, type PlannedOrder } from './plan.ts'
import { suggestion } from './suggestion.ts'

/** The filters of a request. All errors are collected. */
export function filtersOf(
  vocabulary: Vocabulary,
  filters: readonly ReportFilter[],
): PlannedFilter[] {
  const { faults } = vocabulary
  if (filters.length > partsMax) faults.add('filters', `there can be ${partsMax} at most.`)
  const valuesCount = filters.reduce((sum, { values = [] }) => sum + values.length, 0)
  if (valuesCount > partsMax) faults.add('filters', `they can have ${partsMax} values together.`)
  return filters
    .slice(0, partsMax)
    .flatMap((filter, index) => filterOf(vocabulary, filter, `filters[${index}]`) ?? [])
}

function filterOf(
  vocabulary: Vocabulary,
  { column, operator: word, values = [] }: ReportFilter,
  path: string,
): PlannedFilter | undefined {
  const { faults, type } = vocabulary
  if (column === undefined) return void faults.missing(`${path}.column`)
  const value = valueIn(vocabulary, column, `${path}.column`)
  if (word === undefined || word === '') return void faults.missing(`${path}.operator`)
  const operator = operators.find((candidate) => candidate === word)
  if (operator === undefined) {
    const near = suggestion(word, operators)
    return void faults.add(
      `${path}.operator`,
      `there is no operator ${JSON.stringify(word)}.${near || ` It is one of ${operators.join(', ')}.`}`,
    )
  }
  const count = countFor(operator)
  if (count === 'none' ? values.length > 0 : values.length === 0) {
    return void faults.add(
      `${path}.values`,
      `${operator} takes ${count === 'none' ? 'none' : 'some'}.`,
    )
  }
  if (count === 'one' && values.length > 1) {
    return void faults.add(`${path}.values`, `${operator} takes one.`)
  }
  if (value === undefined) return undefined
  const isFilterable = 'name' in value ? columnsOf(type).get(value.name)?.isFilterable : undefined
  if (isFilterable === false) return void faults.add(`${path}.column`, 'it cannot be filtered by.')
  if (!isFor(operator, value.type)) {
    return void faults.add(
      `${path}.operator`,
      `${operator} is not for columns of type ${value.type}.`,
    )
  }
  const comparands: Comparand[] = []
  for (const [index, filter] of values.entries()) {
    const comparand = comparandOf(filter, value.type)
    if (comparand !== undefined) comparands.push(comparand)
    else faults.add(`${path}.values[${index}]`, expectationOf(value.type))
  }
  return { value, operator, comparands }
}

const expectationOf = (type: ColumnType) =>
  type === 'Date' ? dateExpected : `a value of type ${type} is expected.`

/** The order of a generated report. */
export function orderOf(vocabulary: Vocabulary, orders: readonly ReportOrder[]): PlannedOrder[] {
  const { faults } = vocabulary
  if (orders.length > partsMax) faults.add('orderBy', `there can be ${partsMax} at most.`)
  return orders.slice(0, partsMax).flatMap(({ column, sortOrder = 'ascending' }, index) => {
    const path = `orderBy[${index}]`
    if (column === undefined) {
      faults.missing(`${path}.column`)
      return []
    }
    const value = valueIn(vocabulary, column, `${path}.column`)
    if (sortOrder !== 'ascending' && sortOrder !== 'descending') {
      faults.add(`${path}.sortOrder`, 'ascending or descending is expected.')
    }
    return value === undefined ? [] : [{ value, isDescending: sortOrder === 'descending' }]
  })
}
