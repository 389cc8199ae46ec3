import { hash } from 'node:crypto'
import type { Contract } from '#/contract/operation.ts'
import { notFound } from '#/kernel/errors.ts'
import { deliverInvitation, type SchedulingMessage } from '../../attendees/scheduling-messages.ts'
import { timeZoneOf } from '../../calendar/calendar-row.ts'
import { messageText } from '../../ical/calendar-text.ts'
import type { CalendarContext, EventWriting } from '../../operation.ts'
import { syncTokens } from '../../reading/walk.ts'
import type { Access } from '../../sharing/access.ts'
import { type EventRow, eventIn } from '../../store/events.ts'
import type { InboxRow } from '../../store/ical/inbox.ts'
import type { CalendarObject, ObjectChanges, ObjectsCall } from '../calendar-objects.ts'
import { type ComponentFilter, isInRange, meetsFilter } from '../object-filter.ts'
import type { TimeRange } from '../object-reader.ts'
import type { ObjectMatch } from '../put-object.ts'

/** The scheduling inbox of the caller as a whole. */
export interface InboxState {
  readonly version: string
  readonly syncToken: string
}

/** Opens the caller's primary calendar under the rules of a contract. */
type Open = (
  call: ObjectsCall,
  rules: Contract,
) => Promise<{ readonly context: CalendarContext; readonly access: Access }>

interface InboxRules {
  readonly reading: Contract
  readonly writing: Contract
  /** Whether the caller can delete messages. */
  readonly canWrite: (access: Access, caller: ObjectsCall['caller']) => boolean
}

const pageSize = 200
/** The most unanswered invitations that are put into a new inbox. */
const invitationsMax = 200
const { tokenAt, changeNumberIn } = syncTokens('calendar.inbox')
const readsBack = { canConfirm: false }

/**
 * The scheduling inboxes of users (RFC 6638, 2.2). Messages are stored only for users whose programs read the
 * inbox: the first request opens it, with a message for each invitation that awaits a response.
 */
export class SchedulingInbox {
  readonly #open: Open
  readonly #rules: InboxRules

  constructor(open: Open, rules: InboxRules) {
    this.#open = open
    this.#rules = rules
  }

  /** Does not open the inbox, because programs list it together with the calendars. */
  async state(call: ObjectsCall): Promise<InboxState> {
    const { context, access } = await this.#open(call, this.#rules.reading)
    return {
      version: String(access.calendar.changeNumber),
      syncToken: tokenAt(context, access, access.calendar.changeNumber),
    }
  }

  /** All messages, oldest first. */
  async list(call: ObjectsCall): Promise<readonly CalendarObject[]> {
    const { context, access } = await this.#openCalendar(call)
    const rows = await rowsAfter(context, access, -1)
    return rows.filter(isThere).map(shownMessage)
  }

  /** The messages that meet a filter and have an event in a range of time. */
  async matching(
    call: ObjectsCall,
    { filter, range }: { filter: ComponentFilter | undefined; range: TimeRange | undefined },
  ): Promise<readonly CalendarObject[]> {
    const { access } = await this.#open(call, this.#rules.reading)
    const zone = timeZoneOf(access.calendar)
    const matching: CalendarObject[] = []
    for (const message of await this.list(call)) {
      const { text } = message
      const isMatch =
        (filter === undefined || (await meetsFilter(text, filter, zone))) &&
        (range === undefined || (await isInRange(text, range, zone)))
      if (isMatch) matching.push(message)
    }
    return matching
  }

  /** The messages with these names, in the same order; undefined where there is none. */
  async get(
    call: ObjectsCall,
    names: readonly string[],
  ): Promise<readonly (CalendarObject | undefined)[]> {
    const { context, access } = await this.#openCalendar(call)
    const { inboxes, database } = context
    const found: (CalendarObject | undefined)[] = []
    for (const name of names) {
      const row = await inboxes.find(database, access.calendar.key, name)
      found.push(row && shownMessage(row))
    }
    return found
  }

  /** What has changed since a token; everything without one. */
  async changes(
    call: ObjectsCall,
    { token, limit }: { readonly token: string | undefined; readonly limit: number },
  ): Promise<ObjectChanges & { readonly changed: readonly CalendarObject[] }> {
    const { context, access } = await this.#openCalendar(call)
    const { calendar } = access
    const since = changeNumberIn(context, access, token) ?? -1
    const rows = await rowsAfter(context, access, since)
    const changes = token === undefined ? rows.filter(isThere) : rows
    const shown = changes.slice(0, limit)
    const isTruncated = shown.length < changes.length
    const upTo = isTruncated ? shown.at(-1)!.changeNumber : calendar.changeNumber
    return {
      changed: shown.filter(isThere).map(shownMessage),
      removed: shown.filter((row) => !isThere(row)).map(({ name }) => name),
      syncToken: tokenAt(context, access, upTo),
      isTruncated,
    }
  }

  /** Deletes a message. Sync reports it as removed, until no token is old enough. */
  async delete(
    call: ObjectsCall,
    { name, match }: { readonly name: string; readonly match?: ObjectMatch | undefined },
  ): Promise<void> {
    const { context } = await this.#open(call, this.#rules.writing)
    const { inboxes } = context
    await context.store.writeEvents(async ({ tx, access, writer }) => {
      const row = await inboxes.find(tx, access.calendar.key, name)
      if (row === undefined) throw notFound()
      match?.require(shownMessage(row))
      const changeNumber = writer.takeNumber()
      await inboxes.put(tx, { ...row, message: '', changeNumber, changedAtMs: writer.nowMs })
    }, readsBack)
  }

  async #openCalendar(call: ObjectsCall) {
    const opened = await this.#open(call, this.#rules.reading)
    const { context, access } = opened
    const { inboxes, database } = context
    const isOpen = await inboxes.isOpen(database, access.calendar.key)
    if (isOpen || !this.#rules.canWrite(access, call.caller)) return opened
    const writing = await this.#open(call, this.#rules.writing)
    await writing.context.store.writeEvents(
      (events) => openInbox(writing.context, events),
      readsBack,
    )
    return this.#open(call, this.#rules.reading)
  }
}

/** Opens an inbox with the invitations that await a response. */
async function openInbox(
  { inboxes, copies }: CalendarContext,
  { tx, access, writer }: EventWriting,
): Promise<void> {
  const { key: calendarKey, id } = access.calendar
  if (await inboxes.isOpen(tx, calendarKey)) return
  const { nowMs } = writer
  await inboxes.open(tx, calendarKey, {
    changeNumber: writer.takeNumber(),
    changedAtMs: nowMs,
  })
  const awaiting: EventRow[] = []
  for (let after = ''; awaiting.length < invitationsMax; ) {
    const page = await copies.listInvitations(tx, { calendarKey, after, nowMs, limit: pageSize })
    awaiting.push(...page.filter((row) => row.endMs > nowMs && awaitsResponse(row, id)))
    if (page.length < pageSize) break
    after = page.at(-1)!.id
  }
  for (const row of awaiting.slice(0, invitationsMax)) {
    await deliverInvitation({ inboxes, writer }, [row])
  }
}

const awaitsResponse = (row: EventRow, calendarId: string): boolean =>
  row.copyOf !== null &&
  (eventIn(row).attendees ?? []).some(
    ({ email, responseStatus }) => email === calendarId && responseStatus === 'needsAction',
  )

async function rowsAfter(
  { inboxes, database }: CalendarContext,
  { calendar: { key: calendarKey } }: Access,
  after: number,
): Promise<InboxRow[]> {
  const rows: InboxRow[] = []
  for (let number = after; ; number = rows.at(-1)!.changeNumber) {
    const page = await inboxes.list(database, { calendarKey, after: number, limit: pageSize })
    rows.push(...page)
    if (page.length < pageSize) return rows
  }
}

const isThere = ({ message }: InboxRow): boolean => message !== ''

function shownMessage({ name, message, changeNumber, changedAtMs }: InboxRow): CalendarObject {
  const version = hash('sha256', `${changeNumber} ${message}`, 'base64url').slice(0, 22)
  const text = messageText(JSON.parse(message) as SchedulingMessage, changedAtMs)
  return { name, etag: `"${version}"`, scheduleTag: undefined, text }
}
