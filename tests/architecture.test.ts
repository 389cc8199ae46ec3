import { describe, expect, it } from 'vitest'
import { importsOf, read, type Source, sourcesMatching } from './support/sources.ts'
import { cyclesIn, folderSizes } from './support/structure.ts'

/** Which part of the map may import which others; decision record 0005 says why. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  contract: ['kernel'],
  storage: ['kernel'],
  audit: ['kernel', 'storage'],
  jobs: ['kernel', 'storage'],
  quota: ['kernel', 'storage'],
  auth: ['kernel', 'contract', 'storage', 'audit'],
  'services/account': ['kernel', 'contract', 'storage', 'auth'],
  'services/admin': ['kernel', 'contract', 'storage', 'audit', 'auth', 'jobs'],
  'services/ads': ['kernel', 'contract', 'storage', 'auth', 'jobs'],
  'services/books': ['kernel', 'contract', 'storage', 'auth', 'jobs'],
  'services/calendar': ['kernel', 'contract', 'storage', 'auth', 'jobs'],
  'services/workbench': ['kernel', 'contract', 'storage', 'auth', 'jobs'],
  http: ['kernel', 'contract', 'audit', 'auth', 'quota'],
  // A browser client: what it wants to know it asks for over the wire.
  console: ['contract'],
  cli: ['kernel', 'core.ts', 'first-user.ts', 'app.ts', 'reading-ahead.ts'],
  'reading-ahead.ts': ['services/books'],
  'services.ts': [
    'contract',
    'services/account',
    'services/admin',
    'services/ads',
    'services/books',
    'services/calendar',
    'services/workbench',
  ],
  'scopes.ts': [
    'contract',
    'auth',
    'services/account',
    'services/admin',
    'services/ads',
    'services/books',
    'services/calendar',
  ],
  // Each part declares its tables.
  'schema.ts': [
    'audit',
    'auth',
    'jobs',
    'quota',
    'services/ads',
    'services/books',
    'services/calendar',
    'services/workbench',
    'storage',
  ],
  'core.ts': [
    'kernel',
    'schema.ts',
    'audit',
    'storage',
    'jobs',
    'auth',
    'scopes.ts',
    'services/ads',
    'services/books',
    'services/calendar',
  ],
  'first-user.ts': ['kernel', 'auth', 'core.ts', 'scopes.ts'],
  'main.ts': ['kernel', 'cli'],
  'background.ts': [
    'kernel',
    'audit',
    'jobs',
    'quota',
    'auth',
    'core.ts',
    'services/ads',
    'services/books',
    'services/calendar',
    'services/workbench',
  ],
  'app.ts': ['kernel', 'http', 'core.ts', 'local-client.ts', 'seeds', 'site.ts', 'worlds'],
  worlds: [
    'kernel',
    'schema.ts',
    'seeds',
    'storage',
    'auth',
    'http',
    'core.ts',
    'first-user.ts',
    'inventory',
    'local-client.ts',
    'site.ts',
    'services/workbench',
  ],
  // What a site holds, as the wire shows it.
  inventory: [
    'kernel',
    'jobs',
    'core.ts',
    'local-client.ts',
    'services/account',
    'services/admin',
    'services/ads',
    'services/books',
    'services/calendar',
  ],
  // States in one document: reads the inventory, and applies documents through the operations.
  seeds: [
    'kernel',
    'contract',
    'storage',
    'auth',
    'core.ts',
    'inventory',
    'local-client.ts',
    'services/admin',
    'services/ads',
    'services/books',
    'services/calendar',
  ],
  'local-client.ts': ['kernel', 'contract', 'http', 'core.ts', 'scopes.ts', 'site.ts'],
  // The only file that knows every folder.
  'site.ts': [
    'kernel',
    'local-client.ts',
    'seeds',
    'contract',
    'storage',
    'jobs',
    'quota',
    'auth',
    'http',
    'core.ts',
    'background.ts',
    'scopes.ts',
    'services.ts',
    'services/account',
    'services/admin',
    'services/ads',
    'services/books',
    'services/calendar',
    'services/workbench',
  ],
}

/** Packages that only one file may know. */
const behindOneFile: Readonly<Record<string, RegExp>> = {
  'node:sqlite': /^src\/storage\/sqlite\//,
  sirv: /^src\/http\/console-mount\.ts$/,
  postgres: /^src\/storage\/postgres\//,
  pino: /^src\/kernel\/log\.ts$/,
  commander: /^src\/cli\//,
  'find-my-way': /^src\/http\/router\.ts$/,
  nodemailer: /^src\/jobs\/mail\/smtp-transport\.ts$/,
  'ical.js': /^src\/services\/calendar\/ical\//,
  saxes: /^src\/services\/books\/importing\/xml\.ts$/,
  '@duckdb/node-api': /^src\/services\/ads\/warehouse\/duckdb\.ts$/,
  'openid-client': /^src\/auth\/federation\/upstream\.ts$/,
  yaml: /^src\/seeds\/yaml\.ts$/,
  'cli-progress': /^src\/cli\/import-progress\.ts$/,
}

const filesPerFolderMax = 20
const smallServices = [
  'services/account',
  'services/admin',
  'services/calendar',
  'services/workbench',
]

const sources = sourcesMatching('src/**/*.{ts,tsx}')
const modules = sources.filter(({ path }) => !path.endsWith('.test.ts'))

/** The part of the map that a file belongs to. */
function partOf(path: string): string {
  const [, first, second] = path.split('/')
  return first === 'services' ? `${first}/${second}` : first!
}

describe('the architecture', () => {
  it('has a place on the map for every file', () => {
    const strays = sources.filter(({ path }) => !(partOf(path) in mayImport))
    expect(strays.map(({ path }) => path)).toEqual([])
  })

  it('lets each part import only what the table allows', () => {
    expect(modules.flatMap(forbiddenImports)).toEqual([])
  })

  it('writes a crossing with #/ and a neighbour with a dot', () => {
    const misspelt = modules.flatMap((source) =>
      importsOf(source)
        .filter(({ path }) => path !== undefined)
        .filter(
          ({ specifier, path }) =>
            specifier.startsWith('#/') === (partOf(path!) === partOf(source.path)),
        )
        .map(({ specifier }) => `${source.path}: ${specifier}`),
    )
    expect(misspelt).toEqual([])
  })

  it('has no files that import each other in a circle', () => {
    expect(cyclesIn(modules)).toEqual([])
  })

  it('keeps the folders of services small enough to read', () => {
    const files = modules.filter(({ path }) => smallServices.includes(partOf(path)))
    const large = [...folderSizes(files)].filter(([, count]) => count > filesPerFolderMax)
    expect(large).toEqual([])
  })

  it('knows certain packages in one place only', () => {
    const leaks = modules.flatMap((source) =>
      importsOf(source)
        .filter(({ specifier }) => !(behindOneFile[specifier]?.test(source.path) ?? true))
        .map(({ specifier }) => `${source.path}: ${specifier}`),
    )
    expect(leaks).toEqual([])
    for (const name of ['node:sqlite', 'postgres']) {
      const knowing = modules.filter((source) =>
        importsOf(source).some(({ specifier }) => specifier === name),
      )
      expect(knowing.map(({ path }) => path)).toHaveLength(1)
    }
  })

  it('keeps wire tests ignorant of the sources', () => {
    const wire = sourcesMatching('tests/wire/**/*.ts')
    expect(wire.length).toBeGreaterThan(0)
    const seen = new Set<string>()
    expect(wire.flatMap((source) => reachedFrom(source, seen))).toEqual([])
  })
})

function forbiddenImports(source: Source): string[] {
  const part = partOf(source.path)
  const allowed = [part, ...mayImport[part]!]
  return importsOf(source)
    .filter(({ path }) => path !== undefined && !allowed.includes(partOf(path)))
    .map(({ specifier }) => `${source.path}: ${specifier}`)
}

/** Sources that a test reaches, directly or through helpers that have not been seen yet. */
function reachedFrom(source: Source, seen: Set<string>): string[] {
  seen.add(source.path)
  return importsOf(source).flatMap(({ path }) => {
    if (path === undefined) return []
    if (path.startsWith('src/')) return [`${source.path}: ${path}`]
    return seen.has(path) ? [] : reachedFrom({ path, text: read(path) }, seen)
  })
}
