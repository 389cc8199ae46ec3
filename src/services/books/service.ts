import type { Provisioner, UserRecord } from '#/auth/directory/directory.ts'
import type { Api } from '#/contract/operation.ts'
import type { PlatformSettings } from '#/kernel/settings/settings.ts'
import type { OpenService, Platform, Service } from '#/services/service.ts'
import type { Transaction } from '#/storage/port.ts'
import { besideServer } from '#/storage/sqlite/beside-server.ts'
import { booksProblems } from './check.ts'
import { predefinedShelves } from './domain/predefined-shelves.ts'
import { newShelf, type Shelf } from './domain/shelf.ts'
import type { FilesToImport } from './importing/import-files.ts'
import { type BooksDependencies, booksContext } from './operation.ts'
import { RecentViews } from './recent-views.ts'
import { booksScopes } from './scopes.ts'
import { Searcher } from './search/searcher.ts'
import type { BooksSettings } from './service-settings.ts'
import { shelfSweep, sweepJob } from './shelf-sweep.ts'
import { BookIndex } from './store/book-index.ts'
import { Reviews } from './store/reviews.ts'
import { ShelfContents } from './store/shelf-contents.ts'
import { Shelves } from './store/shelves.ts'
import { Volumes } from './store/volumes.ts'

export { exportVolumes } from './exporting/exported-volumes.ts'
export { formats as formatsKnown } from './importing/format-names.ts'

const booksApi: Api = {
  name: 'books',
  version: 'v1',
  title: 'Books API',
  description: 'Searches for books and manages bookshelves.',
  basePath: '/books/v1',
  basePathIn: 'methodPaths',
  batchPath: 'common',
  quotaStatus: 429,
  serviceName: 'books.googleapis.com',
  isKeyNoCredential: true,
}

export const booksService: Service = {
  api: booksApi,
  scopes: Object.values(booksScopes),
  consoleAreas: ['books'],
  loadOperations: async () => (await import('./operations.ts')).booksOperations,
}

interface BooksPlatform extends Platform {
  readonly settings: PlatformSettings & BooksSettings
}

/** The files of an import; how much is written at a time depends on whether a server is running. */
type ImportedFiles = Omit<FilesToImport, 'pause' | 'entriesPerTransaction'>

interface OpenBooks extends BooksDependencies, OpenService {
  importFiles(
    files: ImportedFiles,
  ): ReturnType<typeof import('./importing/import-files.ts').importFiles>
}

/** Opens the books service on a database. */
export function openBooks(platform: BooksPlatform): OpenBooks {
  const books = composeBooks(platform)
  const { settings, database, clock } = platform
  return {
    ...books,
    importFiles: async (files) => {
      // A server does not load the parsers.
      const { importFiles } = await import('./importing/import-files.ts')
      return importFiles(books, { ...files, ...besideServer(settings, clock) })
    },
    provisioner: booksProvisioner(books),
    problems: () => booksProblems(database),
    serve: async () => {
      const { booksEndpoints } = await import('./pages/endpoints.ts')
      return {
        service: booksService,
        basePath: settings.booksBasePath,
        context: booksContext(books),
        jobs: [shelfSweep(books)],
        endpoints: booksEndpoints(books),
        prepare: async () => {
          if (settings.mode !== 'dev' || !settings.demo) return
          const { seedCatalog } = await import('./starter/seeding.ts')
          await seedCatalog(platform)
        },
        createDemo: async (userId) => {
          const { createDemoLibrary } = await import('./starter/demo-library.ts')
          await createDemoLibrary(books, userId)
        },
        flush: () => books.recentViews.flush(),
      }
    },
  }
}

function composeBooks({
  settings,
  database,
  clock,
  log,
  enqueue,
}: BooksPlatform): BooksDependencies {
  const shelves = new Shelves()
  const contents = new ShelfContents()
  return {
    database,
    volumes: new Volumes(),
    searcher: new Searcher({
      database,
      index: new BookIndex(database),
      answersMax: settings.searchAnswersMax,
      setsMb: settings.searchSetsMb,
    }),
    shelves,
    contents,
    reviews: new Reviews(),
    recentViews: new RecentViews({ ...settings, database, shelves, contents, clock, log }),
    enqueue,
    clock,
    basePath: settings.booksBasePath,
    country: settings.booksCountry,
    isKeyRequired: settings.booksCallers === 'identified',
    covers: { source: settings.coverSource, areDrawn: settings.covers === 'drawn' },
    shelfAccess: settings.shelfAccess === 'public' ? 'PUBLIC' : 'PRIVATE',
    shelfVolumesMax: settings.shelfVolumesMax,
    customShelvesMax: settings.customShelvesMax,
    booksAddedBy: settings.booksAddedBy,
  }
}

/** Creates and deletes the shelves of users. */
const booksProvisioner = (dependencies: BooksDependencies): Provisioner => ({
  welcome: (tx, user) => dependencies.shelves.welcome(tx, user.id, shelvesOf(dependencies, user)),
  dismiss: (tx, user) => dismiss(dependencies, tx, user),
  dismissGroup: async () => {},
})

const shelvesOf = ({ shelfAccess }: BooksDependencies, user: UserRecord): Shelf[] =>
  predefinedShelves.map((shelf) => {
    const access = shelf.access === 'byDefault' ? shelfAccess : shelf.access
    const { id, title } = shelf
    return newShelf({ userId: user.id, id, title, access }, user.createdAtMs)
  })

/** Deletes the shelves with their user; a sweep removes their contents. */
async function dismiss(
  { shelves, contents, enqueue }: BooksDependencies,
  tx: Transaction,
  { id: userId }: UserRecord,
): Promise<void> {
  if (!(await contents.hasAny(tx, userId))) return
  const keys = ((await shelves.list(tx, userId)) ?? []).map(({ key }) => key)
  await enqueue(tx, sweepJob({ userId, keys }))
}
