import { expect, it } from 'vitest'
import { withMemberMoved, withVolumes } from './order.ts'

it('moves forward and back, and leaves the others in their order', () => {
  expect(withMemberMoved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(withMemberMoved(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  expect(withMemberMoved(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
})

it('keeps the sizes of pages and counts what was taken away', () => {
  const volume = (id: string) => ({ id })
  const pages = [
    { totalItems: 3, items: [volume('a'), volume('b')] },
    { totalItems: 3, items: [volume('c')] },
  ]
  const data = { pages, pageParams: [0, 2] }
  expect(withVolumes(data, [volume('b'), volume('c')]).pages).toEqual([
    { totalItems: 2, items: [volume('b'), volume('c')] },
    { totalItems: 2, items: [] },
  ])
})
