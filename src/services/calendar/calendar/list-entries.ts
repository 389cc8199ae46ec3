import { domainOf } from '#/auth/directory/domains.ts'
import type { User } from '#/contract/operation.ts'
import type { CalendarContext } from '../operation.ts'
import type { CalendarListEntry } from '../schemas/calendar-list-entry.ts'
import { isAtLeast, type Role } from '../sharing/access-rule.ts'
import { matchingRulesOf } from '../store/access/effective-roles.ts'
import type { EntryRow } from '../store/calendar-lists.ts'
import { type CalendarRow, calendarIn } from './calendar-row.ts'
import { wireEntry, wireRemovedEntry } from './entry.ts'

/** Which entries to give. */
interface EntryFilter {
  readonly since: number | undefined
  readonly withHidden: boolean
  readonly withDeleted: boolean
  readonly minAccessRole: Role
  /** Only calendars whose owner has an address in one of these domains; all if undefined. */
  readonly ownerDomains: ReadonlySet<string> | undefined
}

/** An entry and its position in the list: the primary calendar first, the others by id. */
interface PositionedEntry {
  readonly position: string
  readonly item: CalendarListEntry
}

const primaryPosition = '0'
const positionOf = (calendarId: string) => `1${calendarId}`

/** The next entries after a position, at most `count`. */
export async function entriesAfter(
  context: CalendarContext,
  position: string,
  options: { readonly count: number; readonly filter: EntryFilter },
): Promise<PositionedEntry[]> {
  const found: PositionedEntry[] = []
  if (position === '') found.push(...(await primaryEntry(context, options.filter)))
  let after = position.slice(1)
  while (found.length < options.count) {
    const limit = options.count + 1
    const rows = await rowsAfter(context, after, { limit, filter: options.filter })
    found.push(...(await visibleEntries(context, rows, options.filter)))
    if (rows.length < limit) break
    after = rows.at(-1)!.calendarId
  }
  return found.slice(0, options.count)
}

async function primaryEntry(
  context: CalendarContext,
  filter: EntryFilter,
): Promise<PositionedEntry[]> {
  const { database, lists, caller } = context
  const key = { userId: caller.userId, calendarId: caller.email }
  const entry = await lists.find(database, key)
  if (entry === undefined || entry.changeNumber <= (filter.since ?? -1)) return []
  const entries = await visibleEntries(context, [entry], filter, '')
  return entries.map(({ item }) => ({ position: primaryPosition, item }))
}

function rowsAfter(
  { database, lists, caller }: CalendarContext,
  after: string,
  { limit, filter }: { limit: number; filter: EntryFilter },
): Promise<EntryRow[]> {
  return lists.page(database, {
    userId: caller.userId,
    after,
    since: filter.since ?? -1,
    withHidden: filter.withHidden ? 1 : 0,
    withDeleted: filter.withDeleted ? 1 : 0,
    limit,
  })
}

/** The entries as the caller sees them, filtered. */
async function visibleEntries(
  context: CalendarContext,
  rows: readonly EntryRow[],
  filter: EntryFilter,
  leftOut = context.caller.email,
): Promise<PositionedEntry[]> {
  const { database, caller } = context
  const ids = rows.map(({ calendarId }) => calendarId)
  const calendars = await context.calendars.findAll(database, ids)
  const roles = await context.roles.ofAll(calendars, caller)
  const byId = new Map(calendars.map((calendar) => [calendar.id, calendar]))
  return rows.flatMap((entry) => {
    const { calendarId } = entry
    const calendar = byId.get(calendarId)
    const role = roles.get(calendarId) ?? 'none'
    const position = positionOf(calendarId)
    if (calendarId === leftOut) return []
    if (entry.isDeleted === 1) return [{ position, item: wireRemovedEntry(entry) }]
    // Access that was just lost is reported by the next list.
    if (calendar === undefined || role === 'none') return []
    if (!isAtLeast(role, filter.minAccessRole)) return []
    if (filter.ownerDomains?.has(ownerDomain(calendar)) === false) return []
    return [{ position, item: wireEntry({ entry, calendar, role, userId: caller.userId }) }]
  })
}

function ownerDomain(calendar: CalendarRow): string {
  const { dataOwner = calendar.id } = calendarIn(calendar)
  return domainOf(dataOwner)
}

interface LostEntriesContext extends Pick<CalendarContext, 'database' | 'lists' | 'clock'> {
  readonly caller: Pick<User, 'userId' | 'email'>
}

/**
 * Removes the calendars from a user's list that the user has lost access to: because a rule was
 * removed, a group left or a calendar deleted. Incremental sync then reports them.
 */
export async function removeLostEntries({
  database,
  lists,
  caller,
  clock,
}: LostEntriesContext): Promise<void> {
  const { userId, email } = caller
  const ruleIds = await matchingRulesOf(database, email)
  if ((await lists.listLost(database, userId, ruleIds)).length === 0) return
  await database.transaction(async (tx) => {
    await lists.lock(tx, userId)
    const lost = await lists.listLost(tx, userId, await matchingRulesOf(tx, email))
    for (const calendarId of lost) {
      await lists.remove(tx, { userId, calendarId, nowMs: clock.nowMs() })
    }
  })
}
