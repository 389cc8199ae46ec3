import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const console = join(import.meta.dirname, '..')
const theme = join('style', 'theme.css')

/** Properties whose lengths come from a scale of the theme. */
const scaled =
  /^\s*((?:font(?:-size|-weight)?|(?:row-|column-)?gap|padding[a-z-]*|margin[a-z-]*|border-radius)): ([^;]+);/gm

/** A length or weight of its own; percentages and parts of the window belong to no scale. */
const raw = /(?<![\w.-])\d*\.?\d+(?:px|rem|em)\b|^\d{3}$/

/** The declarations of a style sheet that use values outside the scales. */
const offScale = (css: string): string[] =>
  [...css.matchAll(scaled)]
    .filter(([, , value]) => raw.test(value!.trim()))
    .map(([, property, value]) => `${property}: ${value}`)

describe('the type and spacing scales', () => {
  it.each([
    ['p { gap: 1rem; }', ['gap: 1rem']],
    [
      'p {\n  padding: 0 clamp(var(--space-8), 3vw, 24px);\n}',
      ['padding: 0 clamp(var(--space-8), 3vw, 24px)'],
    ],
    ['p {\n  font-weight: 600;\n  font-size: 0.9em;\n}', ['font-weight: 600', 'font-size: 0.9em']],
    ['p {\n  margin: 0 auto;\n  padding: var(--space-8);\n  border-radius: 50%;\n}', []],
  ])('find the values outside them in %j', (css, found) => {
    expect(offScale(css.replace('{ ', '{\n'))).toEqual(found)
  })

  it('are used by every style sheet of the console', () => {
    const files = globSync('**/*.css', { cwd: console }).filter((file) => file !== theme)
    expect(files.length).toBeGreaterThan(15)
    const found = files.flatMap((file) =>
      offScale(readFileSync(join(console, file), 'utf8')).map((each) => `${file}: ${each}`),
    )
    expect(found).toEqual([])
  })
})
