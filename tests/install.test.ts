import { describe, expect, it } from 'vitest'
import { consolePackages } from '../tools/build-console.ts'
import { importsOf, read, type Source, sourcesMatching } from './support/sources.ts'

const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
  read('package.json'),
) as Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>

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
/** Modules that import optional packages; they are loaded only when a setting needs them. */
const isOptional = ({ path }: Source) => path === 'src/kernel/tracing/open-telemetry.ts'
const sources = sourcesMatching('src/**/*.{ts,tsx}')

describe('an installation without development dependencies', () => {
  it('has every package that the server imports', () => {
    const always = sources.filter((source) => !isConsole(source) && !isOptional(source))
    const missing = [...packagesOf(always)].filter((name) => !Object.hasOwn(dependencies, name))
    expect(missing).toEqual([])
  })

  it('loads optional packages on demand only', () => {
    const optional = sources.filter(isOptional)
    const imported = [...packagesOf(optional)]
    expect(imported.length).toBeGreaterThan(0)
    expect(imported.filter((name) => !Object.hasOwn(optionalDependencies, name))).toEqual([])
    const paths = optional.map(({ path }) => path.replace(/^src/, '#'))
    for (const path of paths) {
      const loading = sources.filter(({ text }) => text.includes(`'${path}'`))
      expect(loading.length).toBeGreaterThan(0)
      for (const { text } of loading) expect(text).not.toContain(`from '${path}'`)
    }
  })

  it('builds the console with the packages that the console imports, and with no others', () => {
    const imported = packagesOf([
      ...sources.filter(isConsole),
      ...sourcesMatching('vite.config.ts'),
    ])
    const styles = sourcesMatching('src/console/**/*.css').map(({ text }) => text)
    for (const [, name] of styles.join().matchAll(/url\("(@[^/]+\/[^/]+)/g)) imported.add(name!)
    expect([...imported].sort()).toEqual([...consolePackages].sort())
    expect(consolePackages.filter((name) => !Object.hasOwn(devDependencies, name))).toEqual([])
  })
})
