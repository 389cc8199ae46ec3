import type { Caller } from '#/contract/operation.ts'
import { invalid } from '#/kernel/errors.ts'
import type { CalendarRow } from '../calendar/calendar-row.ts'
import type { CalendarDependencies } from '../dependencies.ts'
import {
  emptyWindow,
  notWithSyncToken,
  notWithSyncTokenOrdering,
  orderingNotAvailable,
  updatedMinTooLongAgo,
} from '../errors.ts'
import { propertyConstraint, propertyNeedle } from '../event/properties/extended-properties.ts'
import { queryWords } from '../event/words.ts'
import type { Access } from '../sharing/access.ts'
import { isAtLeast, visibleDetails } from '../sharing/access-rule.ts'
import type { EventFilter } from '../store/event-pages.ts'
import { instantIn, isTimeZone } from '../time/zone-offsets.ts'

/** The parameters that select and order events. */
interface ListParams {
  readonly eventTypes?: readonly string[]
  readonly iCalUID?: string
  readonly orderBy?: 'startTime' | 'updated'
  readonly privateExtendedProperty?: readonly string[]
  readonly q?: string
  readonly sharedExtendedProperty?: readonly string[]
  readonly showDeleted?: boolean
  readonly showHiddenInvitations?: boolean
  readonly singleEvents?: boolean
  readonly syncToken?: string
  readonly timeMax?: string
  readonly timeMin?: string
  readonly timeZone?: string
  readonly updatedMin?: string
}

/** An interval; an undefined side is unbounded. */
export interface Window {
  readonly fromMs: number | undefined
  readonly toMs: number | undefined
}

/** A validated list request. */
export interface EventQuery {
  readonly filter: EventFilter
  readonly window: Window
  /** Changes since then are listed, including instances that series have lost. */
  readonly updatedFromMs: number | undefined
  readonly order: 'id' | 'time' | 'update'
  /** Series are listed as instances. */
  readonly isExpanded: boolean
  readonly showsDeleted: boolean
  /** Invitations without a response are left out. */
  readonly hidesInvitations: boolean
  readonly icalUid: string | undefined
  /** The list is complete enough for incremental sync. */
  readonly isSyncable: boolean
}

interface QueryContext extends Pick<CalendarDependencies, 'clock' | 'syncTokenLifetimeMs'> {
  readonly caller: Pick<Caller, 'kind'>
}

export function eventQuery(params: ListParams, access: Access, context: QueryContext): EventQuery {
  const { orderBy, iCalUID: icalUid, showDeleted = false } = params
  requireSoundZone(params)
  const window = windowOf(params)
  const isExpanded = (params.singleEvents ?? false) || !isAtLeast(access.role, 'reader')
  if (orderBy === 'startTime' && !isExpanded) throw orderingNotAvailable()
  requireUnrestricted(params)
  const updatedFromMs = updatedFrom(params, context)
  const isInTime = isExpanded || window.fromMs !== undefined || window.toMs !== undefined
  const isByUpdate = orderBy === 'updated' || (updatedFromMs !== undefined && orderBy === undefined)
  const isOfChanges = params.syncToken !== undefined || updatedFromMs !== undefined
  const withTombstones = showDeleted || isOfChanges
  const hidesInvitations = hidesInvitationsIn(params, access.calendar)
  const filter = eventFilter(params, access, {
    withCancelled: withTombstones || !isExpanded ? 1 : 0,
    withTombstones: withTombstones ? 1 : 0,
    awaited: awaitedIn(hidesInvitations, { isExpanded, isOfChanges }),
    updatedFrom: updatedFromMs ?? Number.MIN_SAFE_INTEGER,
    hidesAttendees: context.caller.kind === 'user' ? 0 : 1,
  })
  return {
    filter,
    window,
    updatedFromMs,
    order: isByUpdate ? 'update' : isInTime || icalUid !== undefined ? 'time' : 'id',
    isExpanded,
    showsDeleted: showDeleted,
    hidesInvitations,
    icalUid,
    isSyncable: isWhole(params),
  }
}

function eventFilter(
  params: ListParams,
  { calendar, role }: Access,
  shown: Pick<
    EventFilter,
    'withCancelled' | 'withTombstones' | 'awaited' | 'updatedFrom' | 'hidesAttendees'
  >,
): EventFilter {
  const { eventTypes = [], q = '' } = params
  const needles = (kind: 'private' | 'shared') =>
    (params[`${kind}ExtendedProperty`] ?? []).map((text) => {
      const { key, value } = propertyConstraint(text, `${kind}ExtendedProperty`)
      return propertyNeedle(kind, key, value)
    })
  return {
    ...shown,
    calendarKey: calendar.key,
    eventTypes: listText(eventTypes.map((type) => (type === 'fromGmail' ? 'fromMail' : type))),
    words: listText(q === '' ? [] : queryWords(q)),
    properties: listText([...needles('private'), ...needles('shared')]),
    searches: visibleDetails(role),
  }
}

// Most lists have no such filter.
const listText = (values: readonly string[]): string =>
  values.length === 0 ? '[]' : JSON.stringify(values)

/** Whether invitations without a response are left out. */
export const hidesInvitationsIn = (
  { showHiddenInvitations = false }: ListParams,
  { hidesInvitations }: CalendarRow,
): boolean => hidesInvitations === 1 && !showHiddenInvitations

function awaitedIn(
  hidesInvitations: boolean,
  { isExpanded, isOfChanges }: { readonly isExpanded: boolean; readonly isOfChanges: boolean },
): EventFilter['awaited'] {
  if (!hidesInvitations) return 'listed'
  if (isOfChanges) return 'tombstones'
  return isExpanded ? 'leftOut' : 'cancelled'
}

export function requireSoundZone({ timeZone }: Pick<ListParams, 'timeZone'>): void {
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw invalid('timeZone', 'Invalid time zone definition.')
  }
}

/** Fractions of a second are ignored. */
export function windowOf({ timeMin, timeMax }: Pick<ListParams, 'timeMin' | 'timeMax'>): Window {
  const fromMs = timeMin === undefined ? undefined : wholeSeconds(timeMin)
  const toMs = timeMax === undefined ? undefined : wholeSeconds(timeMax)
  if (fromMs !== undefined && toMs !== undefined && toMs <= fromMs) throw emptyWindow()
  return { fromMs, toMs }
}

/** A window as short text; empty if unbounded. */
export const windowText = ({ fromMs, toMs }: Window): string =>
  fromMs === undefined && toMs === undefined ? '' : `${fromMs ?? ''}/${toMs ?? ''}`

/** Parses the result of `windowText` from a token, which can be forged. */
export function windowIn(text: string): Window {
  const [, from = '', to = ''] = /^(-?\d{1,15})?\/(-?\d{1,15})?$/.exec(text) ?? []
  const msIn = (digits: string) => (digits === '' ? undefined : Number(digits))
  return { fromMs: msIn(from), toMs: msIn(to) }
}

const wholeSeconds = (text: string) => instantIn(text, 'UTC')!

const filters = [
  'q',
  'iCalUID',
  'updatedMin',
  'privateExtendedProperty',
  'sharedExtendedProperty',
] as const
const narrowing = ['timeMin', 'timeMax', ...filters] as const

function requireUnrestricted(params: ListParams): void {
  if (params.syncToken === undefined) return
  if (params.orderBy !== undefined) throw notWithSyncTokenOrdering()
  for (const name of narrowing) if (params[name] !== undefined) throw notWithSyncToken(name)
  if (params.showDeleted === false) throw notWithSyncToken('showDeleted')
}

function updatedFrom(
  { updatedMin }: ListParams,
  { clock, syncTokenLifetimeMs }: QueryContext,
): number | undefined {
  if (updatedMin === undefined) return undefined
  const fromMs = Temporal.Instant.from(updatedMin).epochMilliseconds
  if (clock.nowMs() - fromMs > syncTokenLifetimeMs) throw updatedMinTooLongAgo()
  return fromMs
}

/** A list can be synced unless it is filtered by more than its window. */
const isWhole = (params: ListParams): boolean =>
  params.orderBy === undefined && filters.every((name) => params[name] === undefined)
