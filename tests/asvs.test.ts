import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { read } from './support/sources.ts'

/** The requirements of level 1 and 2 of ASVS 5.0.0: section, and numbers in it. */
const required = `
  1.1.1-2 1.2.1-9 1.3.1-11 1.4.1-3 1.5.1-2 2.1.1-3 2.2.1-3 2.3.1-4 2.4.1 3.2.1-2 3.3.1-4 3.4.1-6
  3.5.1-5 3.7.1-2 4.1.1-3 4.2.1 4.3.1-2 4.4.1-4 5.1.1 5.2.1-3 5.3.1-2 5.4.1-3 6.1.1-3 6.2.1-12
  6.3.1-4 6.4.1-4 6.5.1-5 6.6.1-3 6.8.1-4 7.1.1-3 7.2.1-4 7.3.1-2 7.4.1-5 7.5.1-2 7.6.1-2
  8.1.1-2 8.2.1-3 8.3.1 8.4.1 9.1.1-3 9.2.1-4 10.1.1-2 10.2.1-2 10.3.1-4 10.4.1-11 10.5.1-5
  10.6.1-2 10.7.1-3 11.1.1-2 11.2.1-3 11.3.1-3 11.4.1-4 11.5.1 11.6.1 12.1.1-3 12.2.1-2 12.3.1-4
  13.1.1 13.2.1-5 13.3.1-2 13.4.1-5 14.1.1-2 14.2.1-4 14.3.1-3 15.1.1-3 15.2.1-3 15.3.1-7 16.1.1
  16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-3 17.1.1 17.2.1-4 17.3.1-2
`

const root = join(import.meta.dirname, '..')

interface Row {
  readonly id: string
  readonly status: string
  readonly where: string
  readonly shownBy: string
}

const rows: readonly Row[] = read('docs/reference/asvs.md')
  .split('\n')
  .filter((line) => /^\| V\d/.test(line))
  .map((line) => {
    const [, id = '', , , status = '', where = '', shownBy = ''] = line
      .split('|')
      .map((cell) => cell.trim())
    return { id, status, where, shownBy }
  })

const filesIn = (cell: string): string[] =>
  [...cell.matchAll(/`([\w./@-]+)`/g)]
    .map(([, file]) => file!)
    .filter((file) => file.includes('/') || /\.(?:md|json)$/.test(file))

const isShowing = (file: string) => /\.test\.ts$|\.md$/.test(file)

describe('the page about ASVS', () => {
  it('has every requirement of level 1 and 2 once, in order', () => {
    const ids = required.trim().split(/\s+/).flatMap(expanded)
    expect(ids).toHaveLength(253)
    expect(rows.map(({ id }) => id)).toEqual(ids)
  })

  it('names only files that exist', () => {
    const named = rows.flatMap(({ id, where, shownBy }) =>
      [...filesIn(where), ...filesIn(shownBy)].map((file) => ({ id, file })),
    )
    expect(named.filter(({ file }) => !existsSync(join(root, file)))).toEqual([])
  })

  it.each(rows.map((row) => [row.id, row] as const))(
    'has what the status of %s asks for',
    (_, { status, where, shownBy }) => {
      expect(status).toMatch(/^(?:met|not applicable|exception|open)$/)
      if (status === 'met' || status === 'exception') {
        expect(filesIn(where)).not.toEqual([])
        expect(filesIn(shownBy)).not.toEqual([])
        expect(filesIn(shownBy).filter((file) => !isShowing(file))).toEqual([])
      } else {
        expect(where).toMatch(/\.$/)
        expect(shownBy).toBe('')
      }
    },
  )
})

/** `1.2.1-3,5` is V1.2.1, V1.2.2, V1.2.3 and V1.2.5. */
function expanded(text: string): string[] {
  const [, section = '', numbers = ''] = /^(\d+\.\d+)\.(.+)$/.exec(text) ?? []
  return numbers.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => `V${section}.${first + index}`)
  })
}
