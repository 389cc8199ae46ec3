import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CsvRow, csvRows, delimiterOf } from './csv.ts'

async function rowsOf(text: string | Buffer, chunkSize: number): Promise<CsvRow[]> {
  const chunks = async function* () {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text
    for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize)
  }
  return Array.fromAsync(csvRows(chunks()))
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
const isPlain = (cell: string) => !/[",\r\n]/.test(cell) && cell !== ''

const cell = fc.string({ unit: fc.constantFrom('a', 'é', '💡', ' ', ',', '"', '\n', '\r\n', ';') })
const chunkSize = fc.integer({ min: 1, max: 40 })

it('a table is read as it was written, in any chunks', async () => {
  const table = fc.array(fc.array(fc.tuple(cell, fc.boolean()), { minLength: 2, maxLength: 4 }))
  const newlines = fc.constantFrom('\n', '\r\n')
  await fc.assert(
    fc.asyncProperty(
      table,
      newlines,
      chunkSize,
      fc.boolean(),
      async (rows, newline, size, ends) => {
        let line = 1
        const wanted: CsvRow[] = []
        const texts: string[] = []
        for (const row of rows) {
          wanted.push({ line, cells: row.map(([text]) => text) })
          const text = row
            .map(([each, isBare]) => (isBare && isPlain(each) ? each : quoted(each)))
            .join(',')
          line += 1 + (text.match(/\n/g)?.length ?? 0)
          texts.push(text)
        }
        // The first line break outside of quotation marks decides how lines end.
        const written = `h,h${newline}${texts.join(newline)}${ends ? newline : ''}`
        const [, ...found] = await rowsOf(written, size)
        expect(found).toEqual(wanted.map(({ line, ...row }) => ({ line: line + 1, ...row })))
      },
    ),
  )
})

it('lines may end with carriage returns alone', async () => {
  for (const size of [1, 2, 3, 100]) {
    expect(await rowsOf('a,b\r1,2\r\r3,"x\ry"\r4,5', size)).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', '2'] },
      { line: 4, cells: ['3', 'x\ry'] },
      { line: 6, cells: ['4', '5'] },
    ])
  }
})

it('nothing is a row that is not there', async () => {
  expect(await rowsOf('', 1)).toEqual([])
  expect(await rowsOf('\n\r\n\n', 1)).toEqual([])
  expect(await rowsOf('a', 1)).toEqual([{ line: 1, cells: ['a'] }])
})

it('what follows a closing quotation mark makes it one of the cell', async () => {
  expect(await rowsOf('"a"b,c\n"d" ,e\n', 3)).toEqual([
    { line: 1, cells: ['"a"b', 'c'] },
    { line: 2, cells: ['"d" ', 'e'] },
  ])
})

it('a row that is too long is skipped with its line alone, in any chunks', async () => {
  const long = 'x'.repeat(300_000)
  for (const size of [65_536, 1_000_000]) {
    expect(await rowsOf(`a,b\n${long},1\nc,d\n`, size)).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, problem: 'the row is too long, or a quotation mark is not closed' },
      { line: 3, cells: ['c', 'd'] },
    ])
  }
})

const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16()

it.each([
  ['UTF-8', Buffer.from('a,b\nÉmile,Straße 💡\n')],
  ['UTF-8 with a mark', Buffer.from('\ufeffa,b\r\nÉmile,Straße 💡\r\n')],
  ['UTF-16', Buffer.from('\ufeffa,b\r\nÉmile,Straße 💡\r\n', 'utf16le')],
  ['UTF-16 the other way round', bigEndian('\ufeffa,b\nÉmile,Straße 💡')],
])('a table in %s is read as it was meant, whatever pieces it comes in', async (_, bytes) => {
  for (const size of [1, 2, 3, 7, 100]) {
    expect((await rowsOf(bytes, size)).map((row) => 'cells' in row && row.cells)).toEqual([
      ['a', 'b'],
      ['Émile', 'Straße 💡'],
    ])
  }
})

it('lines that are no UTF-8 are those of older programs, and the others stay what they are', async () => {
  const old = Buffer.from('\xc9mile,10 \x80,\x93so\x94\r\n', 'latin1')
  const table = Buffer.concat([Buffer.from('naïve,b,c\r\n'), old, Buffer.from('Zoë,1,2\r\n')])
  for (const size of [1, 2, 5, 100]) {
    expect((await rowsOf(table, size)).map((row) => 'cells' in row && row.cells)).toEqual([
      ['naïve', 'b', 'c'],
      ['Émile', '10 €', '“so”'],
      ['Zoë', '1', '2'],
    ])
  }
})

it('a line longer than any row is reported and skipped', async () => {
  const line = Buffer.from('x'.repeat(3 * 1024 * 1024))
  const rows = await rowsOf(Buffer.concat([line, Buffer.from('\na,b\n')]), 65_536)
  expect(rows.map((row) => ('cells' in row ? row.cells : 'problem'))).toEqual([
    'problem',
    ['a', 'b'],
  ])
})

it.each([
  [';', 'a;b'],
  [';', '"a, or b";c'],
  ['\t', 'a\tb'],
  [',', 'a,b;c'],
  [',', '"a;'],
  [',', 'a'],
])('cells are separated by %j where the first line is %j', (delimiter, firstLine) => {
  expect(delimiterOf(firstLine)).toBe(delimiter)
})

it('a table whose first line has semicolons is read by them, in any chunks', async () => {
  for (const size of [1, 2, 100]) {
    const rows = await rowsOf('a;b\r\n"x;y";1,5\r\n', size)
    expect(rows.map((row) => 'cells' in row && row.cells)).toEqual([
      ['a', 'b'],
      ['x;y', '1,5'],
    ])
  }
})
