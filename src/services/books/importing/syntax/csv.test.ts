import { expect, it } from 'vitest'
import { other } from '../entry.ts'
import { csvEntries } from './csv.ts'

/** By line, what column `a` says or why the row cannot be read. */
async function found(text: string, chunkSize = 7) {
  const all: [number, string | undefined][] = []
  const chunks = async function* () {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize)
  }
  let said: string | undefined
  const entries = csvEntries(chunks(), (row) => {
    said = row('a')
    return other
  })
  for await (const entry of entries) {
    try {
      entry.read()
      all.push([entry.line, said])
    } catch (error) {
      all.push([entry.line, (error as Error).message])
    }
  }
  return all
}

it('rows are identified by the line on which they start, also after one with line breaks', async () => {
  expect(await found('\ufeffB,"A"\r\n1,é\r\n\r\n2,"x\r\ny ""z"""\r\n3,w\r\n')).toEqual([
    [2, 'é'],
    [4, 'x\r\ny "z"'],
    [6, 'w'],
  ])
})

it('a truncated row has no value, and one that is too long is rejected', async () => {
  expect(await found('b,a\n1\n1,2,3\n1,2\n')).toEqual([
    [2, undefined],
    [3, 'the row has 3 columns instead of 2'],
    [4, '2'],
  ])
})

it('a quotation mark within a cell is read literally', async () => {
  expect(await found('a,b\nx"y,2\nz,3\n')).toEqual([
    [2, 'x"y'],
    [3, 'z'],
  ])
})

it('behind a quotation mark that is never closed reading continues with the next line', async () => {
  expect(await found('a,b\nw,1\n\n"x,2\ny,3\nz,4\n')).toEqual([
    [2, 'w'],
    [4, 'a quotation mark is not closed'],
    [5, 'y'],
    [6, 'z'],
  ])
  const long = `a,b\n"x,2\n${'y,3\n'.repeat(100_000)}`
  const rows = await found(long, 65_536)
  expect(rows).toHaveLength(100_001)
  expect(rows.at(-1)).toEqual([100_002, 'y'])
})
