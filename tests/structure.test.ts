import { expect, it } from 'vitest'
import { cyclesIn, foldableFiles, folderSizes } from './support/structure.ts'

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

it('finds short files that only one file imports', () => {
  const sources = [
    source('src/x/a.ts', "import { b } from './b.ts'\nimport { c } from './c.ts'\n"),
    source('src/x/b.ts', "import { c } from './c.ts'\n"),
    source('src/x/c.ts', ''),
  ]
  expect(foldableFiles(sources)).toEqual(['src/x/b.ts'])
})

const importsB = source('src/x/a.ts', "import { b } from './b.ts'\n")

it.each<[string, ReturnType<typeof source>[]]>([
  ['has a test', [source('src/x/b.test.ts', "import { b } from './b.ts'\n")]],
  ['is re-exported', [source('src/x/a.ts', "export { b } from './b.ts'\n")]],
  ['is loaded later', [source('src/x/a.ts', "const { b } = await import('./b.ts')\n")]],
  ['is an operation', [source('src/x/b.ts', 'export const get = operation({})\n')]],
])('does not count a short file that %s', (_, replaced) => {
  const paths = replaced.map(({ path }) => path)
  const others = [importsB, source('src/x/b.ts', '')].filter(({ path }) => !paths.includes(path))
  expect(foldableFiles([...others, ...replaced])).toEqual([])
})
