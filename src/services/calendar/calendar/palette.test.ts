import { describe, expect, it } from 'vitest'
import {
  defaultColorId,
  isCalendarColorId,
  isHexColor,
  nearestColorId,
  palette,
  paletteColors,
} from './palette.ts'

const members = Object.entries(palette.calendar!).map(([id, { background }]) => ({
  id,
  background: background!,
}))

describe('the nearest color of the palette', () => {
  it.each(members)('is $id for its own background, in either case', ({ id, background }) => {
    expect(nearestColorId(background)).toBe(id)
    expect(nearestColorId(background.toUpperCase())).toBe(id)
  })

  it.each([
    ['#000000', '8'],
    ['#ffffff', '14'],
    ['#ff0000', '3'],
    ['#00ff00', '8'],
    ['#0000ff', '16'],
    ['#9fe1e6', '14'],
    ['#4a86e8', '16'],
  ])('is, for %s, the one at the least distance: %s', (color, id) => {
    expect(nearestColorId(color)).toBe(id)
    const { background } = members.find((member) => member.id === id)!
    const least = Math.min(...members.map((member) => distance(color, member.background)))
    expect(distance(color, background)).toBe(least)
  })
})

describe('the default color of a calendar', () => {
  it('is 14 for a primary calendar', () => {
    expect(defaultColorId({ id: 'ana@example.com', isPrimary: true })).toBe('14')
  })

  it('is of the palette, and the same each time', () => {
    const ids = ['a', 'c_0@group.calendar.google.com', 'ä🌲', 'x'.repeat(1000)]
    for (const id of ids) {
      const colorId = defaultColorId({ id, isPrimary: false })
      expect(isCalendarColorId(colorId)).toBe(true)
      expect(defaultColorId({ id, isPrimary: false })).toBe(colorId)
    }
  })

  it('differs from calendar to calendar', () => {
    const ids = Array.from({ length: 200 }, (_, n) => `c_${n}@group.calendar.google.com`)
    const colors = new Set(ids.map((id) => defaultColorId({ id, isPrimary: false })))
    expect(colors.size).toBeGreaterThan(12)
  })
})

describe('colors', () => {
  it('of the palette have black text', () => {
    expect(paletteColors('14')).toEqual({
      colorId: '14',
      backgroundColor: '#9fe1e7',
      foregroundColor: '#000000',
    })
  })

  it.each(['0', '25', '01', '', 'constructor', '__proto__', '1 '])('have no id %o', (id) => {
    expect(isCalendarColorId(id)).toBe(false)
  })

  it.each([
    ['#0088aa', true],
    ['#0088AA', true],
    ['0088aa', false],
    ['#08a', false],
    ['#0088aag', false],
    ['#0088ag', false],
    ['#0088aa\n', false],
    ['red', false],
  ])('written as %o are six digits behind a sign: %s', (text, isColor) => {
    expect(isHexColor(text)).toBe(isColor)
  })
})

function distance(one: string, other: string): number {
  const parts = (color: string) =>
    [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  const others = parts(other)
  return parts(one).reduce((sum, part, index) => sum + (part - others[index]!) ** 2, 0)
}
