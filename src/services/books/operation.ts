import { type Call, operationsOf, type User } from '#/contract/operation.ts'
import type { Enqueue } from '#/jobs/enqueue.ts'
import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import type { ShelfAccess } from './domain/predefined-shelves.ts'
import { unregisteredCaller } from './errors.ts'
import type { Covers } from './presentation.ts'
import type { RecentViews } from './recent-views.ts'
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
  /** Whose imports add to the catalog what it does not have. */
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
    | 'reviews'
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

/** The country that a caller names, in upper case; nothing where it is none. */
function countryOf(text: string | undefined): string | undefined {
  const code = text?.toUpperCase()
  return code !== undefined && countries.has(code) ? code : undefined
}

/** The codes of ISO 3166-1 that have two letters. */
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
