import { domainOf } from '#/auth/directory/domains.ts'
import type { User } from '#/contract/operation.ts'
import { boolean, optional, string } from '#/contract/schema.ts'
import { notFound } from '#/kernel/errors.ts'
import type { Transaction } from '#/storage/port.ts'
import { cannotChangeOwnPrimarySubscription } from '../errors.ts'
import type { CalendarContext } from '../operation.ts'
import type { Calendar } from '../schemas/calendar.ts'
import type { CalendarListEntry } from '../schemas/calendar-list-entry.ts'
import type { Access } from '../sharing/access.ts'
import { isAtLeast, type Role, roles } from '../sharing/access-rule.ts'
import { matchingRulesOf } from '../store/access/effective-roles.ts'
import { type EntryRow, isPrimaryOf } from '../store/calendar-lists.ts'
import { type CalendarRow, calendarIn } from './calendar-row.ts'
import { type EntryChoices, shownColors } from './entry-choices.ts'

interface FoundEntry extends Access {
  readonly entry: EntryRow
}

/** The caller's list entry for a calendar that the caller can see. */
export async function findEntry(
  { store, database, lists, caller }: CalendarContext,
  calendarId: string,
  tx?: Transaction,
): Promise<FoundEntry> {
  const access = await store.access(calendarId, tx)
  const key = { userId: caller.userId, calendarId: access.calendar.id }
  const entry = await lists.find(tx ?? database, key)
  if (entry === undefined || entry.isDeleted === 1) throw notFound()
  return { ...access, entry }
}

/** Writes the next version of an entry, and returns it as its user sees it. */
export async function putEntry(
  { lists, caller, clock }: CalendarContext,
  tx: Transaction,
  { calendar, role, choices }: Access & { readonly choices: EntryChoices },
): Promise<CalendarListEntry> {
  const { userId } = caller
  if (choices.hidden && isPrimaryOf(calendar, userId)) throw cannotChangeOwnPrimarySubscription()
  const entry: EntryRow = {
    calendarId: calendar.id,
    ...rowOf(choices),
    isDeleted: 0,
    changeNumber: await lists.advance(tx, userId),
  }
  await lists.put(tx, userId, { ...entry, changedAt: clock.nowMs() })
  return wireEntry({ entry, calendar, role, userId })
}

/** Updates the user's choices for a calendar. An update without visible effect writes nothing. */
export async function changeChoices(
  context: CalendarContext,
  tx: Transaction,
  { entry, ...access }: FoundEntry,
  change: (current: EntryChoices) => EntryChoices,
): Promise<CalendarListEntry> {
  const seen = { ...access, userId: context.caller.userId }
  const choices = change(choicesOf(entry))
  const before = wireEntry({ ...seen, entry })
  const after = wireEntry({ ...seen, entry: { ...entry, ...rowOf(choices) } })
  return isSame(before, after) ? before : putEntry(context, tx, { ...access, choices })
}

function choicesOf({ choices, isHidden }: EntryRow): EntryChoices {
  const stored = JSON.parse(choices) as EntryChoices
  return isHidden === 1 ? { ...stored, hidden: true } : stored
}

const rowOf = ({ hidden, ...stored }: EntryChoices): Pick<EntryRow, 'isHidden' | 'choices'> => ({
  isHidden: hidden ? 1 : 0,
  choices: JSON.stringify(stored),
})

// Both were built by the same function, so equal entries have equal texts.
const isSame = (one: CalendarListEntry, other: CalendarListEntry): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

type EntryCall = CalendarContext & { readonly params: { readonly calendarId: string } }

/** Updates the entry of the call, if its etag matches. */
export function updateEntry(
  context: EntryCall,
  change: (current: EntryChoices) => EntryChoices,
): Promise<CalendarListEntry> {
  const { params, database, lists, caller, requireMatch } = context
  return database.transaction(async (tx) => {
    await lists.lock(tx, caller.userId)
    const found = await findEntry(context, params.calendarId, tx)
    requireMatch(entryEtag(found))
    return changeChoices(context, tx, found, change)
  })
}

export const ofEntry = {
  calendarId: string({ about: 'The id of a calendar on the list, or `primary`.' }),
}

export const colorRgbFormat = optional(
  boolean({
    about:
      'Whether backgroundColor and foregroundColor are written. colorId is set to the nearest color.',
  }),
)

interface Seen {
  readonly entry: EntryRow
  readonly calendar: CalendarRow
  readonly role: Role
  readonly userId: string
}

/** An entry as its user sees it: the calendar's properties and the user's choices. */
export function wireEntry({ entry, calendar, role, userId }: Seen): CalendarListEntry {
  const {
    summary = calendar.id,
    description,
    location,
    ...notification
  } = JSON.parse(calendar.wire) as Calendar
  const choices = JSON.parse(entry.choices) as EntryChoices
  const isPrimary = isPrimaryOf(calendar, userId)
  const seesDetails = isAtLeast(role, 'reader')
  return {
    kind: 'calendar#calendarListEntry',
    etag: entryEtag({ entry, calendar, role }),
    id: calendar.id,
    summary: seesDetails ? summary : calendar.id,
    ...(seesDetails && description !== undefined && { description }),
    ...(seesDetails && location !== undefined && { location }),
    ...(notification.timeZone !== undefined && { timeZone: notification.timeZone }),
    ...(notification.dataOwner !== undefined && { dataOwner: notification.dataOwner }),
    ...(choices.summaryOverride !== undefined && { summaryOverride: choices.summaryOverride }),
    ...shownColors(choices, { id: calendar.id, isPrimary }),
    ...(entry.isHidden === 1 && { hidden: true }),
    ...(choices.selected && { selected: true }),
    accessRole: role,
    defaultReminders: choices.defaultReminders ?? [],
    ...(choices.notifications && {
      notificationSettings: { notifications: choices.notifications },
    }),
    ...(isPrimary && { primary: true }),
    ...(notification.conferenceProperties && {
      conferenceProperties: notification.conferenceProperties,
    }),
    ...(notification.autoAcceptInvitations && { autoAcceptInvitations: true }),
  }
}

/** A removed entry, or one whose calendar is no longer visible, as a tombstone. */
export const wireRemovedEntry = ({ calendarId, changeNumber }: EntryRow): CalendarListEntry => ({
  kind: 'calendar#calendarListEntry',
  etag: `"1${digits(changeNumber)}0"`,
  id: calendarId,
  deleted: true,
})

/** Decimal digits, as clients expect. Changes with everything that the entry shows. */
export const entryEtag = ({ entry, calendar, role }: Omit<Seen, 'userId'>): string =>
  `"1${digits(entry.changeNumber)}${digits(calendar.propertiesChangeNumber)}${roles.indexOf(role)}"`

const changeNumberDigits = 16

// A fixed width keeps different versions from having the same digits.
const digits = (changeNumber: number) => String(changeNumber).padStart(changeNumberDigits, '0')

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
