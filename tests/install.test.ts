import { describe, expect, it } from 'vitest'
import { consolePackages } from '../tools/build-console.ts'
import { importsOf, read, type Source, sourcesMatching } from './support/sources.ts'

const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>

/** The packages that sources import, by the names under which npm installs them. */
function packagesOf(sources: readonly Source[]): Set<string> {
  const specifiers = sources
    .filter(({ path }) => !path.includes('.test.'))
    .flatMap(importsOf)
    .filter(({ specifier, path }) => path === undefined && !specifier.startsWith('node:'))
    .map(({ specifier }) => specifier)
  return new Set(specifiers.map((text) => /^(?:@[^/]+\/)?[^/]+/.exec(text)![0]))
}

const isConsole = ({ path }: Source) => path.startsWith('src/console/')
const sources = sourcesMatching('src/**/*.{ts,tsx}')

describe('an installation without development dependencies', () => {
  it('has every package that the server imports', () => {
    const imported = packagesOf(sources.filter((source) => !isConsole(source)))
    expect([...imported].filter((name) => !Object.hasOwn(dependencies, name))).toEqual([])
  })

  it('builds the console with the packages that the console imports, and with no others', () => {
    const imported = packagesOf([
      ...sources.filter(isConsole),
      ...sourcesMatching('vite.config.ts'),
    ])
    expect([...imported].sort()).toEqual([...consolePackages].sort())
    expect(consolePackages.filter((name) => !Object.hasOwn(devDependencies, name))).toEqual([])
  })
})
