import { domainOf } from '#/auth/domains.ts'
import { findGroup, membersOf } from '#/auth/groups-members.ts'
import type { Caller } from '#/contract/operation.ts'
import { emptyWindow, invalidField, requiredField, timeRangeTooLong } from '#/kernel/errors.ts'
import { dateTimeText, updatedText } from '../event/times.ts'
import type { CalendarStore } from '../operation.ts'
import type {
  FreeBusyCalendar,
  FreeBusyGroup,
  FreeBusyRequest,
  FreeBusyResponse,
} from '../schemas/free-busy.ts'
import { calendarIdFor } from '../sharing/access.ts'
import type { CalendarRow } from '../store/calendars.ts'
import { msPerDay } from '../time/civil-date.ts'
import { isTimeZone } from '../time/zone-offsets.ts'
import { type Block, busyBlocksOf } from './busy-blocks.ts'

interface Asking {
  readonly window: Block
  readonly zone: string
  readonly calendarsMax: number
}

type Given = { readonly store: CalendarStore; readonly caller: Caller }

/** What can be told of each calendar, under the id it was asked for by, as JSON. */
export async function answeredCalendars(
  given: Given,
  ids: readonly string[],
  asking: Asking,
): Promise<string> {
  const members: string[] = []
  for (const [index, id] of ids.entries()) {
    const text =
      index < asking.calendarsMax
        ? await answerOf(given, id, asking)
        : refusal('tooManyCalendarsRequested')
    members.push(`${JSON.stringify(id)}:${text}`)
  }
  return `{${members.join()}}`
}

async function answerOf(given: Given, id: string, asking: Asking): Promise<string> {
  const calendar = await visibleCalendar(given, id)
  return calendar === undefined ? refusal('notFound') : knownAnswer(given.store, calendar, asking)
}

const refusal = (reason: string): string =>
  JSON.stringify({ errors: [{ domain: 'global', reason }], busy: [] } satisfies FreeBusyCalendar)

/** The calendar, if the caller can see at least when it is busy. */
async function visibleCalendar(
  { store, caller }: Given,
  id: string,
): Promise<CalendarRow | undefined> {
  const found = store.calendars.find(calendarIdFor(caller, id))
  const calendar = found instanceof Promise ? await found : found
  if (calendar === undefined) return undefined
  const role = store.roles.of(calendar, caller)
  return (role instanceof Promise ? await role : role) === 'none' ? undefined : calendar
}

/** Out of memory where nothing has changed on the calendar since it was last asked for the same. */
async function knownAnswer(
  store: CalendarStore,
  calendar: CalendarRow,
  { window, zone }: Asking,
): Promise<string> {
  const { key, sequence } = calendar
  const answerKey = `${key} ${sequence} ${window.startMs} ${window.endMs} ${zone}`
  const known = store.busyBlocks.find(answerKey)
  if (known !== undefined) return known
  const blocks = await settledBlocks(store, calendar, window)
  if (blocks === undefined) return refusal('internalError')
  return store.busyBlocks.keep(answerKey, JSON.stringify({ busy: shownBlocks(blocks, zone) }))
}

const readingsMax = 5

/**
 * Blocks that were busy all at the same time. They are read in several steps, and what moves from
 * one to another meanwhile would be seen twice or not at all.
 */
async function settledBlocks(
  store: CalendarStore,
  calendar: CalendarRow,
  window: Block,
): Promise<readonly Block[] | undefined> {
  let current = calendar
  for (let reading = 1; ; reading++) {
    const blocks = await busyBlocksOf(store, current, window)
    const after = await store.calendars.find(current.id)
    const isSettled = after === undefined || after.sequence === current.sequence
    if (isSettled || reading === readingsMax) return blocks
    current = after
  }
}

const shownBlocks = (
  blocks: readonly Block[],
  zone: string,
): NonNullable<FreeBusyCalendar['busy']> =>
  blocks.map(({ startMs, endMs }) => ({
    start: dateTimeText(startMs, zone),
    end: dateTimeText(endMs, zone),
  }))

interface AskedWindow {
  readonly window: Block
  /** The zone that the answer's times are shown in. */
  readonly zone: string
  /** The window as the answer repeats it. */
  readonly echo: Pick<FreeBusyResponse, 'timeMin' | 'timeMax'>
}

/** The window that a request asks about. */
export function askedWindow(
  { timeMin, timeMax, timeZone = 'UTC' }: FreeBusyRequest,
  daysMax: number,
): AskedWindow {
  if (timeMin === undefined) throw requiredField('Missing timeMin parameter.')
  if (timeMax === undefined) throw requiredField('Missing timeMax parameter.')
  const window = { startMs: instantOf(timeMin), endMs: instantOf(timeMax) }
  if (window.endMs <= window.startMs) throw emptyWindow()
  if (window.endMs - window.startMs > daysMax * msPerDay) throw timeRangeTooLong(daysMax)
  if (!isTimeZone(timeZone)) throw invalidField('Invalid time zone definition.')
  return {
    window,
    zone: timeZone,
    echo: { timeMin: updatedText(window.startMs), timeMax: updatedText(window.endMs) },
  }
}

// Fractions of a second do not count.
const instantOf = (text: string) =>
  Math.floor(Temporal.Instant.from(text).epochMilliseconds / 1000) * 1000

/** How much one question may be about. */
export interface FreeBusyLimits {
  readonly calendarsMax: number
  readonly groupMembersMax: number
  readonly daysMax: number
}

interface ExpandedItems {
  readonly groups: Readonly<Record<string, FreeBusyGroup>>
  /** The calendars that were named, and those of the members of groups, each once. */
  readonly calendarIds: readonly string[]
}

interface Context {
  readonly store: Pick<CalendarStore, 'reader' | 'domains'>
  readonly caller: Caller
}

/**
 * Expands groups into their members; any other id is that of a calendar. So is a group of another
 * organization than the caller's: it answers like a calendar that doesn't exist.
 */
export async function expandedItems(
  context: Context,
  { items = [], groupExpansionMax, calendarExpansionMax }: FreeBusyRequest,
  { groupMembersMax }: FreeBusyLimits,
): Promise<ExpandedItems> {
  for (const max of [groupExpansionMax, calendarExpansionMax]) {
    if (max !== undefined && max < 0) throw invalidField('An expansion is at least 0.')
  }
  const membersMax = Math.min(groupExpansionMax ?? groupMembersMax, groupMembersMax)
  const groups = new Map<string, FreeBusyGroup>()
  const calendarIds = new Set<string>()
  const ids = new Set(items.flatMap(({ id }) => (id ? [id] : [])))
  for (const id of ids) {
    const group = isAddress(id) ? await visibleGroup(context, id.toLowerCase()) : undefined
    if (group === undefined) {
      calendarIds.add(id)
      continue
    }
    const members = await membersOf(context.store.reader, group.id)
    if (members.length > membersMax) {
      groups.set(id, { errors: [{ domain: 'global', reason: 'groupTooBig' }], calendars: [] })
      continue
    }
    groups.set(id, { calendars: members })
    for (const member of members) calendarIds.add(member)
  }
  return { groups: Object.fromEntries(groups), calendarIds: [...calendarIds] }
}

async function visibleGroup({ store: { reader, domains }, caller }: Context, email: string) {
  if (caller.kind !== 'user') return undefined
  const group = await findGroup(reader, email)
  if (group === undefined) return undefined
  const organization = await domains.organizationOf(email, reader)
  return organization.has(domainOf(caller.email)) ? group : undefined
}

// The ids of secondary calendars are no addresses of groups, so they need not be looked up.
const isAddress = (id: string) => id.includes('@') && !id.endsWith('.calendar.google.com')
