import { noNumbers } from '#/kernel/change-numbers.ts'
import type { Clock } from '#/kernel/clock.ts'
import { integer, optional, string } from './schema.ts'
import { encodePageToken, filterKeyOf, readPageToken } from './wire-tokens.ts'

const pageSizeDefault = 100
const pageSizeMax = 500
const pageTokenLifetimeMs = 24 * 60 * 60 * 1000

/** The paging parameters of Almanac's own lists. */
export const pageParams = {
  maxResults: optional(
    integer({
      about: `The maximum number of entries per page. Defaults to ${pageSizeDefault}.`,
      minimum: 1,
      cap: pageSizeMax,
    }),
  ),
  pageToken: optional(string({ about: 'The token of the page to return.' })),
}

/** The token of the next page, in the reply of such a list. */
export const nextPageToken = string({ about: 'Asks for the next page; absent on the last one.' })

interface Listing<T> {
  /** The list that is walked: `admin.users`. */
  readonly collection: string
  /** The owner of the list; absent for lists of the whole server. */
  readonly owner?: string
  /** The filters of the list. A page token is valid only with the same filters. */
  readonly filter?: Readonly<Record<string, string | undefined>>
  /** Reads the entries after a position. The first page starts after an empty position. */
  readonly read: (page: { after: string; limit: number }) => Promise<T[]>
  readonly positionOf: (entry: T) => string
}

/** One page of a list that is ordered by position. */
export async function pageOf<T>(
  { clock }: { readonly clock: Clock },
  params: { readonly maxResults?: number; readonly pageToken?: string },
  { collection, owner = '', filter = {}, read, positionOf }: Listing<T>,
): Promise<{ entries: T[]; next: { nextPageToken?: string } }> {
  const { maxResults = pageSizeDefault, pageToken } = params
  const nowMs = clock.nowMs()
  const walk = { collection, owner, filterKey: filterKeyOf(filter) }
  // The position is a value of the entry itself, so that it is valid in every incarnation of the database.
  const place = { ...walk, numbers: noNumbers, nowMs, lifetimeMs: pageTokenLifetimeMs }
  const after = pageToken === undefined ? '' : readPageToken(pageToken, place).position
  // One more entry than requested shows whether there is a next page.
  const found = await read({ after, limit: maxResults + 1 })
  const entries = found.slice(0, maxResults)
  if (found.length === entries.length) return { entries, next: {} }
  const position = positionOf(entries.at(-1)!)
  const token = encodePageToken({
    ...walk,
    position,
    changeNumber: noNumbers.last,
    issuedAtMs: nowMs,
  })
  return { entries, next: { nextPageToken: token } }
}
