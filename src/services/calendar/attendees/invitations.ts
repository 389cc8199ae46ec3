import { isSameJson } from '#/kernel/same-json.ts'
import type { Transaction } from '#/storage/port.ts'
import { type EventMail, eventMailJob } from '../mail/calendar-mail.ts'
import type { CalendarContext } from '../operation.ts'
import type { Target } from '../reading/target.ts'
import type { Event } from '../schemas/event.ts'
import type { Access } from '../sharing/access.ts'
import { type CalendarRow, calendarIn } from '../store/calendars.ts'
import { type EventRow, eventIn } from '../store/events.ts'

export interface TellingGiven extends Pick<CalendarContext, 'caller' | 'enqueue'> {
  readonly store: Pick<CalendarContext['store'], 'calendars' | 'domains'>
  readonly externalMail: Pick<CalendarContext['externalMail'], 'charge'>
}

/** What a call says about mail; the older parameter counts where the newer one is absent. */
export interface MailOptions {
  readonly sendUpdates?: 'all' | 'externalOnly' | 'none'
  readonly sendNotifications?: boolean
}

interface Told {
  readonly tx: Transaction
  readonly access: Access
  readonly options: MailOptions
  /** The event before the change, where there was one. */
  readonly before?: Event | undefined
  readonly row: EventRow
}

/**
 * Writes the mail that a change of an event causes, in the transaction of the change: invitations,
 * news of changes, and cancellations for those who are no longer invited.
 */
async function tellAttendees(
  given: TellingGiven,
  { tx, access, options, before, row }: Told,
): Promise<void> {
  const kind = wishOf(options)
  if (kind === 'none') return
  const { calendar } = access
  const event = eventIn(row)
  // Only the organizer's calendar speaks for an event, and of a private copy nobody hears.
  if (event.organizer?.email !== calendar.id || event.privateCopy) return
  const about = { kind, calendarId: calendar.id }
  const invited = await told(given, tx, { event, ...about })
  const known = before === undefined ? [] : await told(given, tx, { event: before, ...about })
  for (const group of groupsOf({ before, event, known, invited })) {
    if (group.recipients.length === 0) continue
    const changeId = changeIdOf(row, group)
    await enqueueMail(given, tx, { ...group, ...senderOf(given, access), changeId })
  }
}

async function enqueueMail(
  given: TellingGiven,
  tx: Transaction,
  mail: Omit<EventMail, 'template'>,
): Promise<void> {
  await given.externalMail.charge(given, tx, mail.recipients)
  await given.enqueue(tx, eventMailJob(mail))
}

const wishOf = ({ sendUpdates, sendNotifications }: MailOptions) =>
  sendUpdates ?? (sendNotifications ? 'all' : 'none')

type Group = Pick<EventMail, 'method' | 'event' | 'recipients' | 'isUpdate'>

interface Change {
  readonly before: Event | undefined
  readonly event: Event
  /** Those who were to hear of the event before. */
  readonly known: readonly string[]
  readonly invited: readonly string[]
}

/** Who is told the same of a change. */
function groupsOf({ before, event, known, invited }: Change): Group[] {
  if (event.status === 'cancelled') return [{ method: 'CANCEL', event, recipients: known }]
  const added = without(invited, known)
  const removed = without(known, invited)
  return [
    { method: 'REQUEST', event, recipients: added },
    { method: 'REQUEST', event, recipients: without(invited, added), isUpdate: true },
    { method: 'CANCEL', event: leftBy(removed, before ?? event, event), recipients: removed },
  ]
}

/** The event for those who leave it: as they knew it, at its new revision, without the others. */
const leftBy = (removed: readonly string[], before: Event, { sequence }: Event): Event => ({
  ...before,
  ...(sequence !== undefined && { sequence }),
  attendees: (before.attendees ?? []).filter(({ email = '' }) => removed.includes(email)),
})

interface ToldOfChange extends Told {
  /** The event has come from another calendar, which is news by itself. */
  readonly isMoved?: boolean | undefined
}

/** Writes the mail that a write of the organizer or of an attendee causes; what is no news is not told. */
export async function tellOfChange(
  given: TellingGiven,
  { isMoved, ...told }: ToldOfChange,
): Promise<void> {
  const { before, row, options, access } = told
  if (wishOf(options) === 'none') return
  const isNew = before === undefined || isMoved === true
  if (!isNew && before.organizer?.email !== access.calendar.id) {
    await tellOrganizer(given, { ...told, before })
  } else if (isNew || isNews(before, eventIn(row))) {
    await tellAttendees(given, told)
  }
}

/** Tells the organizer what the calendar answers, if its answer has changed. */
async function tellOrganizer(
  given: TellingGiven,
  { tx, access, options, before, row }: Told & { readonly before: Event },
): Promise<void> {
  const { calendar } = access
  const event = eventIn(row)
  const { email } = before.organizer ?? {}
  if (email === undefined || before.privateCopy) return
  if (isSameJson(answerIn(before, calendar), answerIn(event, calendar))) return
  const isHere = (await given.store.calendars.findIn(tx, email)) !== undefined
  if (isHere && wishOf(options) === 'externalOnly') return
  const mail = { method: 'REPLY', recipients: [email] } as const
  const answered = { ...event, ...(before.status && { status: before.status }) }
  const changeId = changeIdOf(row, mail)
  const from = { email: calendar.id }
  const told = { ...mail, ...senderOf(given, access), from, event: answered, changeId }
  await enqueueMail(given, tx, told)
}

interface AutomaticResponse extends Pick<Told, 'tx' | 'access' | 'options' | 'row'> {
  /** The calendar that has responded by itself. */
  readonly email: string
}

/** Tells the organizer, who is on this server, what a calendar has responded by itself. */
export async function tellOfResponse(
  given: Pick<TellingGiven, 'enqueue' | 'caller'>,
  { tx, access, options, row, email }: AutomaticResponse,
): Promise<void> {
  if (wishOf(options) !== 'all') return
  const event = eventIn(row)
  const recipients = [event.organizer!.email!]
  const entry = event.attendees?.find((attendee) => attendee.email === email)
  if (entry === undefined || entry.responseStatus === 'needsAction') return
  const { displayName } = entry
  const from = { email, ...(displayName !== undefined && { displayName }) }
  const changeId = changeIdOf(row, { method: `REPLY:${email}` })
  const mail = { method: 'REPLY', recipients, event, from, changeId } as const
  await given.enqueue(tx, eventMailJob({ ...senderOf(given, access), ...mail }))
}

function answerIn({ attendees }: Event, { id }: CalendarRow) {
  const { responseStatus, comment, additionalGuests } =
    attendees?.find(({ email }) => email === id) ?? {}
  return { responseStatus, comment, additionalGuests }
}

interface ToldOfGuest extends Pick<Told, 'tx' | 'options'> {
  readonly access: Access
  readonly before: Event
  readonly next: Target
}

/** Charges the mail that others are to get of what a guest makes of the event. */
export async function chargeForGuest(
  given: Pick<TellingGiven, 'store' | 'caller'> & Partial<Pick<TellingGiven, 'externalMail'>>,
  { tx, options = {}, original: { calendar, current }, after }: ChargedChange,
): Promise<void> {
  const kind = wishOf(options)
  const before = current.event
  const event = { ...before, ...after.content } as Event
  if (kind === 'none' || given.externalMail === undefined || !isGuestNews(before, event)) return
  const recipients = await told(given, tx, { event, kind, calendarId: calendar.id })
  await given.externalMail.charge(given, tx, recipients)
}

interface ChargedChange {
  readonly tx: Transaction
  readonly options?: MailOptions
  readonly original: { readonly calendar: CalendarRow; readonly current: { readonly event: Event } }
  readonly after: { readonly content: object }
}

/** Tells the others what a guest has made of the event; that somebody answers is no news to them. */
export async function tellOfGuest(
  given: TellingGiven,
  { next, before, ...told }: ToldOfGuest,
): Promise<void> {
  const event = eventIn(next.row)
  const isInstance = next.instance !== undefined
  if (isInstance || !isGuestNews(before, event)) return
  await tellAttendees(given, { ...told, before, row: next.row })
}

/** Somebody is invited or no longer so, or the event is another one. */
function isGuestNews(before: Event, event: Event): boolean {
  const withoutAnswers = ({ attendees = [], ...rest }: Event) => ({
    ...sharedPart(rest),
    attendees: attendees.map(({ email }) => email),
  })
  return !isSameJson(withoutAnswers(before), withoutAnswers(event))
}

/** What is over stays over, and what a calendar keeps to itself concerns nobody else. */
function isNews(before: Event, event: Event): boolean {
  if (before.status === 'cancelled' && event.status === 'cancelled') return false
  return !isSameJson(sharedPart(before), sharedPart(event))
}

function sharedPart(event: Event) {
  const { etag: _etag, updated: _updated, extendedProperties, ...rest } = event
  const { colorId: _color, eventLabelId: _label, transparency: _transparency, ...shared } = rest
  return { ...shared, properties: extendedProperties?.shared }
}

interface ToldStore {
  readonly store: Pick<TellingGiven['store'], 'calendars'>
}

const without = (all: readonly string[], some: readonly string[]) =>
  all.filter((email) => !some.includes(email))

/** A change has one number, and tells each person one thing. */
const changeIdOf = (
  { calendarKey, changeNumber }: EventRow,
  { method }: { readonly method: string },
) => `${calendarKey}:${changeNumber}:${method}`

function senderOf({ caller }: Pick<TellingGiven, 'caller'>, { calendar }: Access) {
  const { timeZone: zone = 'UTC', summary } = calendarIn(calendar)
  const isPrimary = calendar.isPrimary === 1
  const from = isPrimary
    ? { email: calendar.id }
    : { email: caller.email, ...(summary !== undefined && { displayName: summary }) }
  return { calendarId: calendar.id, from, zone }
}

/** Who is to hear of an event: all attendees but its own calendar, or those not of this server. */
async function told(
  { store }: ToldStore,
  tx: Transaction,
  { event, kind, calendarId }: { event: Event; kind: 'all' | 'externalOnly'; calendarId: string },
): Promise<readonly string[]> {
  const emails = (event.attendees ?? []).flatMap(({ email, resource }) =>
    email === undefined || resource || email === calendarId ? [] : [email],
  )
  if (kind === 'all' || emails.length === 0) return emails
  const local = await store.calendars.findAll(tx, emails)
  return without(
    emails,
    local.map(({ id }) => id),
  )
}
