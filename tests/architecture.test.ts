import { describe, expect, it } from 'vitest'
import { importsOf, read, type Source, sourcesMatching } from './support/sources.ts'
import { cyclesIn, foldableFiles, folderSizes, partOf } from './support/structure.ts'

/** What the services share: the shape in which the composition gets them. */
const shape = 'services/service.ts'

const services = [
  'services/account',
  'services/admin',
  'services/ads',
  'services/books',
  'services/calendar',
  'services/workbench',
]

/** Which part of the map may import which others; decision records 0005 and 0028 say why. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  contract: ['kernel'],
  storage: ['kernel'],
  audit: ['kernel', 'storage'],
  jobs: ['kernel', 'storage'],
  quota: ['kernel', 'storage'],
  auth: ['kernel', 'contract', 'storage', 'audit'],
  [shape]: ['kernel', 'contract', 'storage', 'auth', 'jobs'],
  'services/account': ['kernel', 'contract', 'storage', 'auth', shape],
  'services/admin': ['kernel', 'contract', 'storage', 'audit', 'auth', 'jobs', shape],
  'services/ads': ['kernel', 'contract', 'storage', 'auth', 'jobs', shape],
  'services/books': ['kernel', 'contract', 'storage', 'auth', 'jobs', shape],
  'services/calendar': ['kernel', 'contract', 'storage', 'auth', 'jobs', shape],
  'services/workbench': ['kernel', 'contract', 'storage', 'auth', 'jobs', shape],
  http: ['kernel', 'contract', 'audit', 'auth', 'quota'],
  // A further way to calendars, with their rules.
  caldav: ['kernel', 'contract', 'auth', 'http', 'quota', 'services/calendar'],
  // Tools on the operations, for agents.
  mcp: [
    'kernel',
    'contract',
    'storage',
    'audit',
    'auth',
    'http',
    'services/ads',
    'services/books',
    'services/calendar',
  ],
  // A browser client: what it wants to know it asks for over the wire.
  console: ['contract'],
  interception: ['kernel'],
  recording: ['kernel', 'interception'],
  cli: [
    'kernel',
    'interception',
    'recording',
    'storage',
    'audit',
    'jobs',
    'auth',
    'services/ads',
    'services/books',
    'settings.ts',
    'services.ts',
    'core.ts',
    'first-user.ts',
    'seeds',
    'site.ts',
    'app.ts',
  ],
  'main.ts': ['kernel', 'cli'],
  // It runs in the Node of its callers, which may be older than the one of the server.
  'index.ts': [],
  // The composition: settings and services, an installation of them, and what serves it.
  'settings.ts': [
    'kernel',
    'services/account',
    'services/admin',
    'services/ads',
    'services/books',
    'services/calendar',
  ],
  'services.ts': ['contract', 'auth', shape, ...services],
  // Each part declares its tables.
  'schema.ts': [
    'audit',
    'auth',
    'jobs',
    'mcp',
    'quota',
    'services/ads',
    'services/books',
    'services/calendar',
    'services/workbench',
    'storage',
  ],
  'core.ts': [
    'schema.ts',
    'kernel',
    'storage',
    'audit',
    'jobs',
    'auth',
    shape,
    'services.ts',
    'settings.ts',
  ],
  'site.ts': [
    'caldav',
    'kernel',
    'contract',
    'storage',
    'audit',
    'jobs',
    'quota',
    'auth',
    'http',
    'mcp',
    shape,
    'services/account',
    'services/admin',
    'services/workbench',
    'services.ts',
    'core.ts',
    'first-state.ts',
    'seeds',
  ],
  'app.ts': ['http', 'core.ts', 'seeds', 'site.ts', 'worlds'],
  'local-client.ts': ['kernel', 'contract', 'http', 'core.ts', 'services.ts'],
  'first-state.ts': ['auth', shape, 'core.ts', 'local-client.ts', 'seeds', 'services.ts'],
  'first-user.ts': ['kernel', 'auth', 'core.ts', 'services.ts'],
  worlds: [
    'kernel',
    'schema.ts',
    'seeds',
    'storage',
    'jobs',
    'auth',
    'http',
    'core.ts',
    'first-user.ts',
    'inventory',
    'local-client.ts',
    'settings.ts',
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
}

interface InnerImports {
  readonly from: string
  readonly why: string
  /** Whether the schemas of all services may be imported. */
  readonly hasSchemas?: boolean
  /** Further files, below `src/services/`. */
  readonly files: readonly string[]
}

/** Files of services that others may import besides each `service.ts`. */
const innerImports: readonly InnerImports[] = [
  {
    from: 'cli',
    why: 'it reads ahead on a thread while the rest of the program is being loaded',
    files: ['books/importing/reading/reading-thread.ts'],
  },
  {
    from: 'settings.ts',
    why: 'help and refusals of what was typed come before a service is loaded',
    files: [
      'account/service-settings.ts',
      'admin/service-settings.ts',
      'ads/service-settings.ts',
      'books/service-settings.ts',
      'calendar/service-settings.ts',
    ],
  },
  {
    from: 'schema.ts',
    why: 'a database is created for tests and benchmarks without loading services',
    files: [
      'ads/store/tables.ts',
      'books/store/tables.ts',
      'calendar/store/tables.ts',
      'workbench/tables.ts',
    ],
  },
  {
    from: 'inventory',
    why: 'it shows the resources of all services in the form of the wire',
    hasSchemas: true,
    files: [
      'account/clients.ts',
      'admin/domains.ts',
      'admin/groups.ts',
      'admin/resources.ts',
      'admin/users.ts',
      'ads/conversion/listing.ts',
      'ads/store/tree.ts',
      'books/domain/predefined-shelves.ts',
      'calendar/calendar/new-ids.ts',
    ],
  },
  {
    from: 'mcp',
    why: 'the arguments of tools are properties of resources, and times are shown in their zones',
    hasSchemas: true,
    files: ['calendar/time/civil-date.ts', 'calendar/time/zone-offsets.ts'],
  },
  {
    from: 'seeds',
    why: 'a seed describes the resources of all services, and names them as the services do',
    hasSchemas: true,
    files: [
      'admin/resources.ts',
      'ads/conversion/operator-upload.ts',
      'ads/platform/exported-records.ts',
      'ads/platform/importing.ts',
      'ads/platform/kinds.ts',
      'books/domain/predefined-shelves.ts',
      'books/importing/volume-resources.ts',
      'calendar/attendees/organizer-event.ts',
      'calendar/calendar/entry-choices.ts',
      'calendar/calendar/new-ids.ts',
      'calendar/calendar/palette.ts',
      'calendar/calendar/user-settings.ts',
      'calendar/event/event-id.ts',
      'calendar/time/civil-date.ts',
      'calendar/time/zone-offsets.ts',
    ],
  },
]

/** Packages that only one file may know. */
const behindOneFile: Readonly<Record<string, RegExp>> = {
  'node:sqlite': /^src\/storage\/sqlite\//,
  sirv: /^src\/http\/endpoints\/console-mount\.ts$/,
  postgres: /^src\/storage\/postgres\//,
  pino: /^src\/kernel\/log\.ts$/,
  commander: /^src\/cli\//,
  'find-my-way': /^src\/http\/router\.ts$/,
  nodemailer: /^src\/jobs\/mail\/smtp-transport\.ts$/,
  'ical.js': /^src\/services\/calendar\/ical\//,
  saxes:
    /^src\/(?:(?:caldav\/xml|services\/books\/importing\/syntax)\/xml|storage\/replication\/stores\/s3-store)\.ts$/,
  aws4fetch: /^src\/storage\/replication\/stores\/s3-store\.ts$/,
  '@duckdb/node-api': /^src\/services\/ads\/warehouse\/duckdb\.ts$/,
  'openid-client': /^src\/auth\/federation\/upstream\.ts$/,
  '@modelcontextprotocol/server': /^src\/mcp\/protocol\//,
  '@modelcontextprotocol/server/stdio': /^src\/mcp\/protocol\/stdio\.ts$/,
  yaml: /^src\/seeds\/yaml\.ts$/,
  'cli-progress': /^src\/cli\/import-progress\.ts$/,
}

/** Tests and style sheets are counted too. */
const filesPerFolderMax = 19

/** Short files that could be a part of the one file that imports them: this number may not grow. */
const foldableFilesMax = 59

const sources = sourcesMatching('src/**/*.{ts,tsx}')
const modules = sources.filter(({ path }) => !path.endsWith('.test.ts'))

describe('the architecture', () => {
  it('has a place on the map for every file', () => {
    const strays = sources.filter(({ path }) => !(partOf(path) in mayImport))
    expect(strays.map(({ path }) => path)).toEqual([])
  })

  it('lets each part import only what the table allows', () => {
    expect(modules.flatMap(forbiddenImports)).toEqual([])
  })

  it('writes a crossing with #/ and a neighbor with a dot', () => {
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

  it('imports only service.ts of a service from outside', () => {
    const inner = modules.flatMap((source) =>
      importsOf(source)
        .filter(({ path }) => path !== undefined && isInnerImport(source, path))
        .map(({ specifier }) => `${source.path}: ${specifier}`),
    )
    expect(inner).toEqual([])
  })

  it('lists no file within a service that is not imported from there', () => {
    const imported = new Set(
      modules.flatMap((source) =>
        importsOf(source).map(({ path }) => `${partOf(source.path)}: ${path}`),
      ),
    )
    const unused = innerImports.flatMap(({ from, files }) =>
      files.map((file) => `${from}: src/services/${file}`).filter((one) => !imported.has(one)),
    )
    expect(unused).toEqual([])
  })

  it('keeps folders small enough to read', () => {
    const large = [...folderSizes(sourcesMatching('src/**/*.*'))].filter(
      ([, count]) => count > filesPerFolderMax,
    )
    expect(large).toEqual([])
  })

  it('keeps a short file with one importer only for a reason', () => {
    const foldable = foldableFiles(sources)
    expect(foldable.length, foldable.join('\n')).toBeLessThanOrEqual(foldableFilesMax)
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

/** Whether a file imports one of a service that is only for the service itself. */
function isInnerImport({ path }: Source, imported: string): boolean {
  const [from, part] = [partOf(path), partOf(imported)]
  if (from === part || !services.includes(part)) return false
  if (imported === `src/${part}/service.ts`) return false
  const { files = [], hasSchemas = false } = innerImports.find((one) => one.from === from) ?? {}
  const isSchema = imported.startsWith(`src/${part}/schemas/`)
  return !(hasSchemas && isSchema) && !files.some((file) => imported === `src/services/${file}`)
}

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
