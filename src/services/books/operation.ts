import { type Call, operationsOf, type User } from '#/contract/operation.ts'
import type { Enqueue } from '#/jobs/enqueue.ts'
import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import { countryOf } from './country.ts'
import type { ShelfAccess } from './domain/predefined-shelves.ts'
import { unregisteredCaller } from './errors.ts'
import type { Covers } from './presentation.ts'
import type { RecentViews } from './recent-views.ts'
import type { Searcher } from './search/searcher.ts'
import type { ShelfContents } from './store/shelf-contents.ts'
import type { Shelves } from './store/shelves.ts'
import type { Volumes } from './store/volumes.ts'

/** What the books service depends on: stores, caches and limits. */
export interface BooksDependencies {
  readonly database: Database
  readonly volumes: Volumes
  readonly searcher: Searcher
  readonly shelves: Shelves
  readonly contents: ShelfContents
  readonly recentViews: RecentViews
  readonly enqueue: Enqueue
  readonly clock: Clock
  /** Where the service answers. */
  readonly basePath: string
  /** The country that an answer is for when the caller names none. */
  readonly country: string
  /** Public data are only for callers who say who they are. */
  readonly isKeyRequired: boolean
  readonly covers: Covers
  /** Who sees the shelves that a new user fills. */
  readonly shelfAccess: ShelfAccess
  readonly shelfVolumesMax: number
  readonly customShelvesMax: number
  /** Whose imports add to the catalogue what it does not have. */
  readonly booksAddedBy: 'administrators' | 'users' | 'nobody'
}

/** What the handlers of this service are given. */
export interface BooksContext
  extends Pick<
    BooksDependencies,
    | 'database'
    | 'volumes'
    | 'searcher'
    | 'shelves'
    | 'contents'
    | 'recentViews'
    | 'enqueue'
    | 'clock'
    | 'covers'
    | 'shelfVolumesMax'
    | 'customShelvesMax'
    | 'booksAddedBy'
  > {
  /** The user who calls; only operations that need a token may rely on it. */
  readonly caller: User
  /** The same where a token is not needed. */
  readonly user: User | undefined
  /** The address that the caller used for this server. */
  readonly origin: () => string
  /** The same, with the path where this service answers. */
  readonly api: () => string
  /** The country that an answer is for: the one that is named, if it is one. */
  readonly countryFor: (named: string | undefined) => string
}

export const operation = operationsOf<undefined, BooksContext>()

/** Completes a call with what the handlers use. */
export function booksContext(books: BooksDependencies) {
  const { basePath, country, isKeyRequired, shelfAccess: _, ...shared } = books
  const countryFor = (named: string | undefined) => countryOf(named) ?? country
  return (call: Call): BooksContext & Call => {
    if (isKeyRequired && call.caller.kind === 'anonymous') throw unregisteredCaller()
    return {
      ...shared,
      ...call,
      caller: call.caller as User,
      user: call.caller.kind === 'user' ? call.caller : undefined,
      countryFor,
      api: () => call.origin() + basePath,
    }
  }
}
