import { attributes } from './attributes.ts'
import type { ReportColumn } from './column.ts'
import { metrics } from './metrics.ts'
import { type ReportTypeName, reportType, reportTypeNames } from './report-types.ts'
import { segmentOf } from './segments.ts'

function columnsOfType(name: ReportTypeName): ReadonlyMap<string, ReportColumn> {
  const type = reportType(name)
  const columns = new Map<string, ReportColumn>()
  for (const column of type.attributes) {
    const { type: kind, about } = attributes.get(column)!
    columns.set(column, {
      name: column,
      type: kind,
      behaviour: 'attribute',
      isFilterable: true,
      about,
    })
  }
  for (const column of type.metrics) {
    const { type: kind, about } = metrics.get(column)!
    const isFilterable = kind !== 'String'
    columns.set(column, { name: column, type: kind, behaviour: 'metric', isFilterable, about })
  }
  for (const column of type.segments) {
    const { type: kind, about, isEnd } = segmentOf(column)!
    const isFilterable = isEnd === undefined
    columns.set(column, { name: column, type: kind, behaviour: 'segment', isFilterable, about })
  }
  return columns
}

const columnsByType = new Map(reportTypeNames.map((name) => [name, columnsOfType(name)]))

/** The columns that reports of a type can have, by name. */
export const columnsOf = (name: ReportTypeName): ReadonlyMap<string, ReportColumn> =>
  columnsByType.get(name)!
