import { describe, expect, it } from 'vitest'
import { type Shortcut, shortcutFor } from './shortcuts.ts'

const offered: Shortcut[] = ['g c', 'c', '?', 'j'].map((keys) => ({
  keys,
  label: keys,
  group: 'Test',
  run: () => {},
}))
const found = (...pressed: string[]) => shortcutFor(offered, pressed)?.keys

describe('a shortcut', () => {
  it.each([
    [['c'], 'c'],
    [['g', 'c'], 'g c'],
    [['j', 'c'], 'c'],
    [['g', 'j'], undefined],
    [['g'], undefined],
    [['x'], undefined],
  ])('is found for %j', (pressed, keys) => {
    expect(found(...pressed)).toBe(keys)
  })
})
