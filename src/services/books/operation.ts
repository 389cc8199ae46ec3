import { type Call, operationsOf, type User } from '#/contract/operation.ts'
import type { Enqueue } from '#/jobs/enqueue.ts'
import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import type { ShelfAccess } from './domain/predefined-shelves.ts'
import { unregisteredCaller } from './errors.ts'
import type { Covers } from './presentation.ts'
import type { RecentViews } from './recent-views.ts'
import { booksScopes } from './scopes.ts'
import type { Searcher } from './search/searcher.ts'
import type { Reviews } from './store/reviews.ts'
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
  readonly reviews: Reviews
  readonly recentViews: RecentViews
  readonly enqueue: Enqueue
  readonly clock: Clock
  /** The base path of the service. */
  readonly basePath: string
  /** The country of responses if the caller names none. */
  readonly country: string
  /** Whether public data requires an identified caller. */
  readonly isKeyRequired: boolean
  readonly covers: Covers
  /** The visibility of a new user's shelves. */
  readonly shelfAccess: ShelfAccess
  readonly shelfVolumesMax: number
  readonly customShelvesMax: number
  /** Whose imports can add missing volumes to the catalog. */
  readonly booksAddedBy: 'administrators' | 'users' | 'nobody'
}

/** The context of this service's handlers. */
export interface BooksContext
  extends Pick<
    BooksDependencies,
    | 'database'
    | 'volumes'
    | 'searcher'
    | 'shelves'
    | 'contents'
    | 'reviews'
    | 'recentViews'
    | 'enqueue'
    | 'clock'
    | 'covers'
    | 'shelfVolumesMax'
    | 'customShelvesMax'
    | 'booksAddedBy'
  > {
  /** The calling user. Only operations that require a token can use it. */
  readonly caller: User
  /** The calling user, if there is a token. */
  readonly user: User | undefined
  /** The origin that the caller used. */
  readonly origin: () => string
  /** The same, with the base path of the service. */
  readonly api: () => string
  /** The country of a response: the given one, if it is valid. */
  readonly countryFor: (named: string | undefined) => string
}

export const operation = operationsOf<undefined, BooksContext>({ scopes: [booksScopes.everything] })

/** Creates the context of a call. */
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

/** A country code in upper case; undefined if it is not one. */
function countryOf(text: string | undefined): string | undefined {
  const code = text?.toUpperCase()
  return code !== undefined && countries.has(code) ? code : undefined
}

/** The two-letter codes of ISO 3166-1. */
const countries: ReadonlySet<string> = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN ' +
    'BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ ' +
    'DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL ' +
    'GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM ' +
    'JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME ' +
    'MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP ' +
    'NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD ' +
    'SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO ' +
    'TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
  ).split(' '),
)
