import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { faultCodes } from '#/services/ads/domain/conversion/row-fault.ts'
import { kinds } from '#/services/ads/platform/kinds.ts'

const guide = readFileSync(
  new URL('../../docs/guides/search-advertising.md', import.meta.url),
  'utf8',
)

it.each(Object.entries(kinds))('the guide names every column of %s', (name, { columns }) => {
  const section = guide.split('### ').find((text) => text.startsWith(`\`${name}\``)) ?? ''
  const rows = columns.map((column) => {
    const need = 'isRequired' in column ? 'required' : ''
    return `| \`${column.name}\` | ${need} | ${column.about} |`
  })
  expect(section.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows)
})

it('the guide explains every code that a bad row can have', () => {
  for (const code of Object.values(faultCodes)) expect(guide).toContain(`\`${code}\``)
})
