import { expect, it } from 'vitest'
import { cyclesIn, folderSizes, smallHelpers } from './support/structure.ts'

const source = (path: string, text: string) => ({ path, text })

it('finds files that import each other through others', () => {
  const sources = [
    source('src/a.ts', "import { b } from './b.ts'\n"),
    source('src/b.ts', "import { c } from './c.ts'\n"),
    source('src/c.ts', "import { type D, a } from './a.ts'\n"),
    source('src/d.ts', "import { a } from './a.ts'\n"),
  ]
  expect(cyclesIn(sources)).toEqual([['src/a.ts', 'src/b.ts', 'src/c.ts']])
})

it('leaves imports of types out of cycles', () => {
  const sources = [
    source('src/a.ts', "import { b } from './b.ts'\n"),
    source('src/b.ts', "import type { A } from './a.ts'\nimport { type A2 } from './a.ts'\n"),
  ]
  expect(cyclesIn(sources)).toEqual([])
})

it('counts the files of a folder without those of folders in it', () => {
  const sources = ['src/a/one.ts', 'src/a/two.ts', 'src/a/b/three.ts'].map((path) =>
    source(path, ''),
  )
  expect(Object.fromEntries(folderSizes(sources))).toEqual({ 'src/a': 2, 'src/a/b': 1 })
})

it('finds short files with one importer', () => {
  const sources = [
    source('src/a.ts', "import { b } from './b.ts'\nimport { c } from './c.ts'\n"),
    source('src/b.ts', "import { c } from './c.ts'\n"),
    source('src/c.ts', ''),
  ]
  expect(smallHelpers(sources, 60)).toEqual(['src/b.ts'])
})
