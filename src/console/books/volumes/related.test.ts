import { expect, it } from 'vitest'
import { areEditions, seriesOrder } from './related.ts'

const volume = (id: string, title: string, number?: string) => ({
  id,
  volumeInfo: { title, ...(number !== undefined && { seriesInfo: { bookDisplayNumber: number } }) },
})

it('editions have the same title, whatever their subtitles', () => {
  const emma = volume('1', 'Emma')
  expect(areEditions(emma, volume('2', 'EMMA: a novel'))).toBe(true)
  expect(areEditions(emma, volume('3', 'Emma Brown'))).toBe(false)
  expect(areEditions(emma, emma)).toBe(false)
})

it('volumes of a series are in the order of their numbers', () => {
  const volumes = [volume('c', 'C'), volume('b', 'B', '10'), volume('a', 'A', '2.5')]
  expect(volumes.toSorted(seriesOrder).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})
