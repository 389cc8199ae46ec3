import { expect, it } from 'vitest'
import { csvRows, csvText, recordsOf } from './csv.ts'

it('reads quotes, commas and line ends inside cells', () => {
  expect(csvRows('a,"b, ""c""\nd"\r\n,e\n')).toEqual([
    ['a', 'b, "c"\nd'],
    ['', 'e'],
  ])
})

it('names cells by the first row, and leaves out what is empty', () => {
  expect(recordsOf(csvRows('\uFEFFid, name\n1,\n2,Two\n\n'))).toEqual([
    { id: '1' },
    { id: '2', name: 'Two' },
  ])
})

it('writes what it reads, with all columns', () => {
  const records = [
    { id: '1', name: 'a "b", c\nd' },
    { id: '2', amount: '-5' },
  ]
  expect(recordsOf(csvRows(csvText(records)))).toEqual(records)
  expect(csvText(records).split('\r\n')[0]).toBe('id,name,amount')
})

it('keeps spreadsheets from running cells', () => {
  const records = [{ a: '=1+1', b: '@x', c: '-1', d: '-x', e: '+1' }]
  expect(csvText(records)).toBe("a,b,c,d,e\r\n'=1+1,'@x,-1,'-x,'+1\r\n")
})
