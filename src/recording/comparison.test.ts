import { expect, it } from 'vitest'
import { bodyDifferences, differenceText } from './comparison.ts'

const texts = (recorded: unknown, replayed: unknown) =>
  bodyDifferences(recorded, replayed, () => {}).map(differenceText)

it.each<[unknown, unknown, string[]]>([
  [{ a: 1 }, { a: 1 }, []],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, []],
  [{ a: 1 }, { a: 2 }, ['a: recorded 1, replayed 2']],
  [{ a: 1 }, {}, ['a: missing']],
  [{}, { a: 1 }, ['a: not recorded']],
  [{ a: 1 }, { a: '1' }, ['a: recorded number, replayed string']],
  [{ a: null }, { a: {} }, ['a: recorded null, replayed object']],
  [{ a: [] }, { a: {} }, ['a: recorded array, replayed object']],
  [
    { a: { b: [{ c: 'x' }] } },
    { a: { b: [{ c: 'y' }] } },
    ['a.b[0].c: recorded "x", replayed "y"'],
  ],
  [{ a: [1, 2] }, { a: [1] }, ['a.length: recorded 2, replayed 1']],
  ['text', 'other', ['the body: recorded "text", replayed "other"']],
  [undefined, { a: 1 }, ['the body: recorded undefined, replayed object']],
  [{ id: 'x', etag: '1', updated: 'now' }, { id: 'y', etag: '2', updated: 'then' }, []],
  [{ id: 'x' }, { id: 1 }, ['id: recorded string, replayed number']],
])('%j and %j differ in: %j', (recorded, replayed, expected) => {
  expect(texts(recorded, replayed)).toEqual(expected)
})

it('identifiers that differ are reported to be replaced', () => {
  const found: string[][] = []
  const recorded = { items: [{ id: 'abc' }, { id: 'same' }], nextSyncToken: 'one' }
  const replayed = { items: [{ id: 'xyz' }, { id: 'same' }], nextSyncToken: 'two' }
  bodyDifferences(recorded, replayed, (...pair) => found.push(pair))
  expect(found).toEqual([
    ['abc', 'xyz'],
    ['one', 'two'],
  ])
})
