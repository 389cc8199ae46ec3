import { integer, optional, string } from '#/contract/schema.ts'
import {
  encodePageToken,
  encodeSyncToken,
  filterKeyOf,
  readPageToken,
  readSyncToken,
} from '#/contract/wire-tokens.ts'
import type { ChangeNumbers } from '#/kernel/change-numbers.ts'
import { eventNumbers, lifeOf } from '../calendar/calendar-row.ts'
import { notWithSyncToken } from '../errors.ts'
import type { CalendarContext } from '../operation.ts'
import type { Access } from '../sharing/access.ts'

interface WalkParams {
  readonly pageToken?: string
  readonly syncToken?: string
}

/** A list with pages and incremental sync. */
interface WalkedList {
  /** For example `calendar.settings`. */
  readonly collection: string
  /** Identifies the list among those of the collection. */
  readonly owner: string
  /** The change numbers of the list. */
  readonly numbers: ChangeNumbers
  /** What part of the list the first walk covers; later ones cover the same. */
  readonly extent?: string
}

/** One page of a list. */
export interface Walk {
  /** With a sync token: only changes after this number. */
  readonly since: number | undefined
  /** What part of the list the first walk covered. */
  readonly extent: string
  /** The page starts after this position; empty on the first page. */
  readonly position: string
  /** The token at the end of the page: for the next page after a position, or for later changes. */
  end(position: string | undefined, list?: { readonly isSyncable: boolean }): EndToken
}

type EndToken = { readonly nextPageToken?: string; readonly nextSyncToken?: string }

/**
 * Reads the tokens of a call. The final sync token has the change number of the first page, so
 * changes during the walk are reported again rather than lost.
 */
export function openWalk(
  { clock, syncTokenLifetimeMs }: Pick<CalendarContext, 'clock' | 'syncTokenLifetimeMs'>,
  { collection, owner, numbers, extent: ownExtent = '' }: WalkedList,
  params: WalkParams,
): Walk {
  const { pageToken, syncToken } = params
  const nowMs = clock.nowMs()
  const origin = { collection, owner }
  const place = { ...origin, nowMs, lifetimeMs: syncTokenLifetimeMs, numbers }
  const synced = syncToken === undefined ? undefined : readSyncToken(syncToken, place)
  const extent = synced?.extent ?? ownExtent
  const filterKey = () => filterKeyOf(params as Record<string, unknown>)
  const page =
    pageToken === undefined
      ? undefined
      : readPageToken(pageToken, { ...place, filterKey: filterKey() })
  const { changeNumber, issuedAtMs } = page ?? { changeNumber: numbers.last, issuedAtMs: nowMs }
  const issued = { ...origin, changeNumber, issuedAtMs }
  return {
    since: synced?.changeNumber,
    extent,
    position: page?.position ?? '',
    end: (position, { isSyncable } = { isSyncable: true }) => {
      if (position !== undefined) {
        return { nextPageToken: encodePageToken({ ...issued, position, filterKey: filterKey() }) }
      }
      return isSyncable ? { nextSyncToken: encodeSyncToken({ ...issued, extent }) } : {}
    },
  }
}

/** Rejects filters that would make incremental sync miss changes. */
export function requireWholeSync(
  { syncToken }: WalkParams,
  refused: Readonly<Record<string, boolean>>,
): void {
  if (syncToken === undefined) return
  for (const [parameter, isRefused] of Object.entries(refused)) {
    if (isRefused) throw notWithSyncToken(parameter)
  }
}

const pageSizeMax = 250

/** Entries per page unless the caller says otherwise. */
export const pageSizeDefault = 100

/** The parameters of lists of rules, entries and settings. */
export const walkParams = {
  maxResults: optional(
    integer({
      about: 'The maximum number of entries per page. Defaults to 100.',
      minimum: 1,
      cap: pageSizeMax,
    }),
  ),
  pageToken: optional(string({ about: 'The token of the page to return.' })),
  syncToken: optional(
    string({ about: 'A sync token: only changes since it was issued are returned.' }),
  ),
}

/** The tokens at the end of a page. */
export const endTokens = {
  nextPageToken: string({ about: 'The token of the next page; absent on the last page.' }),
  nextSyncToken: string({ about: 'The sync token for later changes; on the last page only.' }),
}

/** The sync tokens of a collection that belongs to a calendar. */
export const syncTokens = (collection: string) => ({
  tokenAt: ({ clock }: CalendarContext, { calendar }: Access, changeNumber: number): string =>
    encodeSyncToken({
      collection,
      owner: lifeOf(calendar),
      changeNumber,
      issuedAtMs: clock.nowMs(),
    }),
  /** The change number of a token; undefined without one. */
  changeNumberIn(
    { clock, syncTokenLifetimeMs }: CalendarContext,
    { calendar }: Access,
    token: string | undefined,
  ): number | undefined {
    if (token === undefined) return undefined
    const place = { collection, owner: lifeOf(calendar), numbers: eventNumbers(calendar) }
    const age = { nowMs: clock.nowMs(), lifetimeMs: syncTokenLifetimeMs }
    return readSyncToken(token, { ...place, ...age }).changeNumber
  },
})
