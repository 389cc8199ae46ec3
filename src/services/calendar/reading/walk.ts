import { integer, optional, string } from '#/contract/schema.ts'
import {
  encodePageToken,
  encodeSyncToken,
  filterKeyOf,
  readPageToken,
  readSyncToken,
} from '#/contract/wire-tokens.ts'
import type { ChangeNumbers } from '#/kernel/change-numbers.ts'
import { notWithSyncToken } from '#/kernel/errors.ts'
import type { CalendarGiven } from '../operation.ts'

interface WalkParams {
  readonly pageToken?: string
  readonly syncToken?: string
}

/** A list that can be walked page by page and asked later for what has changed. */
interface WalkedList {
  /** `calendar.settings` and so on. */
  readonly collection: string
  /** Whose list it is. */
  readonly owner: string
  /** The numbers of the list's changes. */
  readonly numbers: ChangeNumbers
  /** Which part of it the first walk is about; later ones are about the same. */
  readonly extent?: string
}

/** One page of such a list. */
export interface Walk {
  /** Nothing is given but what has changed after this number, if there is one. */
  readonly since: number | undefined
  /** Which part of the list the first walk was about. */
  readonly extent: string
  /** After what the page begins; empty on the first page. */
  readonly position: string
  /** The token that ends the page: for the rest after a position, or for later changes. */
  end(position: string | undefined, list?: { readonly isSyncable: boolean }): EndToken
}

type EndToken = { readonly nextPageToken?: string; readonly nextSyncToken?: string }

/**
 * Reads the tokens of a call. The sync token that comes at the end is as old as the first page, so
 * that what changes during the walk is told again rather than lost.
 */
export function openWalk(
  { clock, syncTokenLifetimeMs }: Pick<CalendarGiven, 'clock' | 'syncTokenLifetimeMs'>,
  { collection, owner, numbers, extent: asked = '' }: WalkedList,
  params: WalkParams,
): Walk {
  const { pageToken, syncToken } = params
  const nowMs = clock.nowMs()
  const origin = { collection, owner }
  const place = { ...origin, nowMs, lifetimeMs: syncTokenLifetimeMs, numbers }
  const synced = syncToken === undefined ? undefined : readSyncToken(syncToken, place)
  const extent = synced?.extent ?? asked
  const filterKey = () => filterKeyOf(params as Record<string, unknown>)
  const page =
    pageToken === undefined
      ? undefined
      : readPageToken(pageToken, { ...place, filterKey: filterKey() })
  const { sequence, issuedAtMs } = page ?? { sequence: numbers.last, issuedAtMs: nowMs }
  const issued = { ...origin, sequence, issuedAtMs }
  return {
    since: synced?.sequence,
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

/** Refuses what would narrow a list of changes; leaving out what is gone would make it wrong. */
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

/** The size of a page of rules, entries or settings where the caller names none. */
export const pageSizeDefault = 100

/** The parameters of every list of rules, entries or settings. */
export const walkParams = {
  maxResults: optional(
    integer({ about: 'Most entries on a page: 100 unless given.', minimum: 1, cap: pageSizeMax }),
  ),
  pageToken: optional(string({ about: 'Which page to give.' })),
  syncToken: optional(string({ about: 'Gives only what has changed since.' })),
}

/** What ends a page of every list that can be walked and synced. */
export const endTokens = {
  nextPageToken: string({ about: 'Asks for the next page; absent on the last one.' }),
  nextSyncToken: string({ about: 'Asks later for what has changed; on the last page only.' }),
}
