import { columnsOf } from './catalog.ts'
import { compatibility } from './compatibility.ts'
import { reportType, reportTypeNames } from './report-types.ts'

const notice = '<!-- Generated from the catalog of reports by `npm run reference`. -->'

/** The reference page of all reports and their columns, in Markdown. */
export function reportColumnsPage(): string {
  return `${[
    notice,
    '# Report columns',
    'The columns of each type of report. A metric is empty in rows that are split by a segment for which it is not available.',
    ...reportTypeNames.flatMap(sectionOf),
  ].join('\n\n')}\n`
}

function sectionOf(name: (typeof reportTypeNames)[number]): string[] {
  const { about, key, isOfEvents } = reportType(name)
  const segmentsOf = compatibility(name)
  const all = reportType(name).segments
  const rows = [...columnsOf(name).values()].map((column) => {
    const { name: columnName, type, behaviour, isFilterable } = column
    const missing =
      behaviour === 'metric'
        ? all.filter((segment) => !segmentsOf(columnName).includes(segment))
        : []
    const unknown = missing.length === 0 ? '' : ` Not by ${spans(missing)}.`
    const note = isFilterable ? '' : ' Not for filters.'
    return `| \`${columnName}\` | ${behaviour} | ${type} | ${column.about}${unknown}${note} |`
  })
  const range = isOfEvents === true ? ' It always needs a range of time.' : ''
  return [
    `## \`${name}\``,
    `${about} A row is named by ${key.map((column) => `\`${column}\``).join(', ')}.${range}`,
    ['| Column | Is | Type | What it says |', '| --- | --- | --- | --- |', ...rows].join('\n'),
  ]
}

/** The first segment of each family, because the others behave alike. */
function spans(segments: readonly string[]): string {
  const families = [
    ['floodlight', 'floodlight columns'],
    ['ad', 'columns of ads'],
    ['feed', 'columns of extensions'],
  ] as const
  const found = new Set<string>()
  for (const segment of segments) {
    const family = families.find(([prefix]) => segment.startsWith(prefix))
    if (family !== undefined) found.add(family[1])
    else if (segment === 'deviceSegment' || segment.endsWith('Id')) found.add(`\`${segment}\``)
  }
  return [...found].join(', ')
}
