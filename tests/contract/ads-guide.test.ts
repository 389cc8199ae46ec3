import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { faultCodes } from '#/services/ads/domain/conversion/row-fault.ts'
import { type Column, kinds } from '#/services/ads/platform/kinds.ts'
import { factNames, importColumnsOf } from '#/services/ads/warehouse/facts.ts'

const guide = readFileSync(
  new URL('../../docs/guides/search-advertising.md', import.meta.url),
  'utf8',
)

type Listed = Pick<Column, 'name' | 'about'> & { readonly isRequired?: boolean }

const sources: [string, readonly Listed[]][] = [
  ...Object.entries(kinds).map(([name, { columns }]): [string, readonly Listed[]] => [
    name,
    columns,
  ]),
  ...factNames.map((name): [string, readonly Listed[]] => [name, importColumnsOf(name)]),
]

it.each(sources)('the guide names every column of %s', (name, columns) => {
  const section = guide.split('### ').find((text) => text.startsWith(`\`${name}\``)) ?? ''
  const rows = columns.map(
    (column) => `| \`${column.name}\` | ${column.isRequired ? 'required' : ''} | ${column.about} |`,
  )
  expect(section.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows)
})

it('the guide explains every code that a bad row can have', () => {
  for (const code of Object.values(faultCodes)) expect(guide).toContain(`\`${code}\``)
})
