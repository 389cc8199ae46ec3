import { describe, expect, it } from 'vitest'
import { dark, light, type Palette } from './palettes.ts'

/** Which color meets which ground, and the contrast WCAG AA asks for: 4.5 for text, 3 for shapes. */
const pairs: readonly [keyof Palette, keyof Palette, number][] = [
  ['ink', 'paper', 4.5],
  ['ink', 'card', 4.5],
  ['ink', 'wash', 4.5],
  ['muted', 'card', 4.5],
  ['muted', 'wash', 4.5],
  ['accent', 'card', 4.5],
  ['accent', 'wash', 4.5],
  ['accent', 'paper', 3],
  ['accentHover', 'card', 4.5],
  ['onAccent', 'accent', 4.5],
  ['onAccent', 'accentHover', 4.5],
  ['alarm', 'alarmWash', 4.5],
  ['alarm', 'card', 3],
  ['edge', 'card', 3],
]

describe.each([
  { name: 'light', palette: light },
  { name: 'dark', palette: dark },
])('the $name palette', ({ palette }) => {
  it.each(pairs)('shows %s on %s with a contrast of at least %d', (color, ground, contrastMin) => {
    const [bright, dim] = [luminance(palette[color]), luminance(palette[ground])].sort(descending)
    expect((bright! + 0.05) / (dim! + 0.05)).toBeGreaterThanOrEqual(contrastMin)
  })
})

const descending = (one: number, other: number) => other - one

/** Relative luminance as WCAG 2 defines it. */
function luminance(color: string): number {
  const [red, green, blue] = color.match(/[0-9a-f]{2}/g)!.map((digits) => {
    const part = Number.parseInt(digits, 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
