import { expect, it } from 'vitest'
import { csvRecords, csvRows } from './csv.ts'

it('reads quotes, commas and line ends inside cells', () => {
  expect(csvRows('a,"b, ""c""\nd"\r\n,e\n')).toEqual([
    ['a', 'b, "c"\nd'],
    ['', 'e'],
  ])
})

it('names cells by the first row, and leaves out what is empty', () => {
  expect(csvRecords('\uFEFFid, name\n1,\n2,Two\n\n')).toEqual([
    { id: '1' },
    { id: '2', name: 'Two' },
  ])
})
