import { expect, it } from 'vitest'
import { gates } from '#/http/pipeline.ts'
import { read } from './support/sources.ts'

it('ARCHITECTURE lists the gates of a request in their order', () => {
  const rows = read('docs/ARCHITECTURE.md')
    .split('\n| --- | --- | --- |\n')[1]!
    .split('\n\n')[0]!
    .split('\n')
  const listed = rows.map((row) =>
    row
      .split('|')[1]!
      .trim()
      .replace(/ \(.*| *:.*/, ''),
  )
  expect([...new Set(listed)]).toEqual(['route', ...gates.map(({ name }) => name)])
})
