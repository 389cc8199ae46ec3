import { describe, expect, it } from 'vitest'
import { pathInWorld, storageKey, worldAt } from './world.ts'

describe('the world of a page', () => {
  it.each([
    ['/', undefined, ''],
    ['/calendar/week', undefined, ''],
    ['/worlds', undefined, ''],
    ['/worlds/', undefined, ''],
    ['/books/worlds/blue', undefined, ''],
    ['/worlds/blue', 'blue', '/worlds/blue'],
    ['/worlds/blue/', 'blue', '/worlds/blue'],
    ['/worlds/blue/calendar/week', 'blue', '/worlds/blue'],
  ])('of the path %s is %s', (path, id, prefix) => {
    expect(worldAt(path)).toEqual({ id, prefix })
  })

  it.each([
    ['/worlds/blue/books/1', '/books/1'],
    ['/worlds/blue', ''],
    ['/worlds/bluebell/books', '/worlds/bluebell/books'],
    ['/books/1', '/books/1'],
  ])('is left out of the path %s', (path, rest) => {
    expect(pathInWorld(path, worldAt('/worlds/blue/'))).toBe(rest)
  })

  it('leaves the paths of the default world as they are', () => {
    expect(pathInWorld('/books/1', worldAt('/'))).toBe('/books/1')
  })

  it('gives every world keys of its own for what it stores', () => {
    const keys = ['/', '/worlds/blue/', '/worlds/red/'].map((path) =>
      storageKey('refresh', worldAt(path)),
    )
    expect(keys[0]).toBe('almanac.refresh')
    expect(new Set(keys).size).toBe(3)
  })
})
