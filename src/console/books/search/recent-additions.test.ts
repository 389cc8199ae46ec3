import { expect, it } from 'vitest'
import { newestOf } from './recent-additions.ts'

const volume = (id: string, day: number) => ({
  id,
  userInfo: { updated: `2026-03-0${day}T10:00:00.000Z` },
})

it('orders the volumes of several shelves by when they were added, each of them once', () => {
  const shelves = [
    [volume('c', 3), volume('a', 1)],
    [volume('d', 4), volume('c', 3), volume('b', 2)],
  ]
  expect(newestOf(shelves, 3).map(({ id }) => id)).toEqual(['d', 'c', 'b'])
})

it('keeps the order of volumes that were added at once, last one first', () => {
  expect(newestOf([[volume('b', 1), volume('a', 1)]], 8).map(({ id }) => id)).toEqual(['b', 'a'])
})
