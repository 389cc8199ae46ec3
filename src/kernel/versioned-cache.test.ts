import { expect, it } from 'vitest'
import { VersionedCache } from './versioned-cache.ts'

it('a cached value is returned only for the version that it was created from', () => {
  const cache = new VersionedCache<string>({ sizeMax: 10 })
  cache.set('a', 1, 'first')
  expect(cache.get('a', 1)).toBe('first')
  expect(cache.get('a', 2)).toBeUndefined()
  cache.set('a', 2, 'second')
  expect(cache.get('a', 1)).toBeUndefined()
  cache.delete('a')
  expect(cache.get('a', 2)).toBeUndefined()
})

it('a value is created once for each version, even if it is undefined', () => {
  const cache = new VersionedCache<undefined>({ sizeMax: 10 })
  const made: number[] = []
  const make = (version: number) => cache.of('a', () => void made.push(version), version)
  for (const version of [1, 1, 2, 2, 1]) make(version)
  expect(made).toEqual([1, 2, 1])
})

it('values that were used longest ago are evicted when all are larger than the bound', () => {
  const cache = new VersionedCache<string>({ sizeMax: 10, sizeOf: (text) => text.length })
  cache.set('a', 1, 'aaaa')
  cache.set('b', 1, 'bbbb')
  cache.get('a', 1)
  cache.set('c', 1, 'cccc')
  expect(['a', 'b', 'c'].map((key) => cache.get(key, 1))).toEqual(['aaaa', undefined, 'cccc'])
})
