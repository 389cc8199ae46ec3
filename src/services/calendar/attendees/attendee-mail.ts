import { isSameJson } from '#/kernel/text/same-json.ts'
import type { Transaction } from '#/storage/port.ts'
import { type CalendarRow, calendarIn } from '../calendar/calendar-row.ts'
import { internalIn } from '../event/internal-properties.ts'
import { type EventMail, eventMailJob } from '../mail/calendar-mail.ts'
import type { EventWriteContext } from '../operation.ts'
import type { Event } from '../schemas/event.ts'
import type { Access } from '../sharing/access.ts'
import { type EventRow, eventIn } from '../store/events.ts'
import { entryOf, responseOf, sharedPart } from './attendee-change.ts'

/** The mail parameters of a call; `sendNotifications` counts only without `sendUpdates`. */
export interface MailOptions {
  readonly sendUpdates?: 'all' | 'externalOnly' | 'none'
  readonly sendNotifications?: boolean
  /** Attendees whom a calendar program invites itself. */
  readonly invitedElsewhere?: readonly string[]
  /** Whether the organizer does not learn of an attendee's change. */
  readonly isReplyWithheld?: boolean
}

export const sendUpdatesOf = ({ sendUpdates, sendNotifications }: MailOptions) =>
  sendUpdates ?? (sendNotifications ? 'all' : 'none')

/** A write whose mail is enqueued in its transaction. */
interface MailedWrite {
  readonly tx: Transaction
  readonly access: Access
  readonly options: MailOptions
  readonly row: EventRow
}

interface MailedChange extends MailedWrite {
  /** The event before the write, if there was one. */
  readonly before?: Event | undefined
}

/** Mails invitations and updates to attendees, and cancellations to removed attendees. */
export async function mailAttendees(
  context: EventWriteContext,
  { tx, access, options, before, row }: MailedChange,
): Promise<void> {
  const kind = sendUpdatesOf(options)
  const { calendar } = access
  const event = eventIn(row)
  // Only the organizer's calendar sends mail to attendees, and never about a private copy.
  if (kind === 'none' || event.organizer?.email !== calendar.id || event.privateCopy) return
  const about = { kind, calendarId: calendar.id }
  const invited = await recipientsOf(context, tx, { event, ...about })
  const informed = before && (await recipientsOf(context, tx, { event: before, ...about }))
  const { invitedElsewhere = [] } = internalIn(row.internal)
  for (const group of mailGroups({ before, event, informed: informed ?? [], invited })) {
    const recipients = without(group.recipients, invitedElsewhere)
    if (recipients.length === 0) continue
    const changeId = changeIdOf(row, group.method)
    await enqueueMail(context, tx, { ...group, recipients, ...senderOf(context, access), changeId })
  }
}

/** Mails an event to some of its attendees again. */
export async function mailAgain(
  context: EventWriteContext,
  { tx, access, row }: Pick<MailedWrite, 'tx' | 'access' | 'row'>,
  { recipients, atMs }: { readonly recipients: readonly string[]; readonly atMs: number },
): Promise<void> {
  const event = eventIn(row)
  const isOrganizer = event.organizer?.email === access.calendar.id
  const people = isOrganizer ? emailsOf(event) : [event.organizer?.email]
  const informed = recipients.filter((email) => people.includes(email))
  if (informed.length === 0 || event.privateCopy) return
  const changeId = `${changeIdOf(row, 'AGAIN')}:${atMs}`
  const mail = { ...senderOf(context, access), recipients: informed, event, changeId }
  await enqueueMail(
    context,
    tx,
    isOrganizer
      ? { ...mail, method: 'REQUEST', isUpdate: true }
      : { ...mail, method: 'REPLY', from: { email: access.calendar.id } },
  )
}

const emailsOf = ({ attendees = [] }: Event) => attendees.map(({ email }) => email)

type Group = Pick<EventMail, 'method' | 'event' | 'recipients' | 'isUpdate'>

interface Change {
  readonly before: Event | undefined
  readonly event: Event
  /** The recipients before the change. */
  readonly informed: readonly string[]
  readonly invited: readonly string[]
}

/** Groups the recipients who get the same mail about a change. */
function mailGroups({ before, event, informed, invited }: Change): Group[] {
  if (event.status === 'cancelled') return [{ method: 'CANCEL', event, recipients: informed }]
  const added = without(invited, informed)
  const removed = without(informed, invited)
  // Removed attendees get the former event at its new revision, without the other attendees.
  const { attendees = [], ...former } = before ?? event
  const left = {
    ...former,
    ...(event.sequence !== undefined && { sequence: event.sequence }),
    attendees: attendees.filter(({ email = '' }) => removed.includes(email)),
  }
  return [
    { method: 'REQUEST', event, recipients: added },
    { method: 'REQUEST', event, recipients: without(invited, added), isUpdate: true },
    { method: 'CANCEL', event: left, recipients: removed },
  ]
}

/** Mails a changed response to an organizer on another server. */
export async function mailOrganizer(
  context: EventWriteContext,
  { tx, access, options, before, row }: MailedChange & { readonly before: Event },
): Promise<void> {
  const { id } = access.calendar
  const event = eventIn(row)
  const { email } = before.organizer ?? {}
  if (email === undefined || before.privateCopy) return
  if (isSameJson(responseIn(before, id), responseIn(event, id))) return
  const isHere = (await context.calendars.findIn(tx, email)) !== undefined
  if (isHere && sendUpdatesOf(options) === 'externalOnly') return
  await enqueueMail(context, tx, {
    ...senderOf(context, access),
    method: 'REPLY',
    recipients: [email],
    from: { email: id },
    event: { ...event, ...(before.status && { status: before.status }) },
    changeId: changeIdOf(row, 'REPLY'),
  })
}

const responseIn = (event: Event, calendarId: string) => responseOf(entryOf(event, calendarId))

/** Mails an automatic response to an organizer on this server. */
export async function mailAutomaticResponse(
  context: EventWriteContext,
  { tx, access, options, row, email }: MailedWrite & { readonly email: string },
): Promise<void> {
  if (sendUpdatesOf(options) !== 'all') return
  const event = eventIn(row)
  const entry = entryOf(event, email)
  if (entry === undefined || entry.responseStatus === 'needsAction') return
  const { displayName } = entry
  const mail = eventMailJob({
    ...senderOf(context, access),
    method: 'REPLY',
    recipients: [event.organizer!.email!],
    event,
    from: { email, ...(displayName !== undefined && { displayName }) },
    changeId: changeIdOf(row, `REPLY:${email}`),
  })
  await context.enqueue(tx, mail)
}

interface ChargedChange {
  readonly tx: Transaction
  readonly options?: MailOptions | undefined
  readonly calendar: CalendarRow
  /** The organizer's event before and after the attendee's change. */
  readonly before: Event
  readonly event: Event
}

/** Charges the mail that a change by an attendee sends to others. */
export async function chargeForChange(
  context: EventWriteContext,
  { tx, options = {}, calendar, before, event }: ChargedChange,
): Promise<void> {
  const kind = sendUpdatesOf(options)
  if (kind === 'none' || !isNewsOfAttendee(before, event)) return
  const recipients = await recipientsOf(context, tx, { event, kind, calendarId: calendar.id })
  await context.externalMail.charge(context, tx, recipients)
}

/** Whether a change by an attendee is mailed to others. Responses are not. */
export function isNewsOfAttendee(before: Event, event: Event): boolean {
  const withoutResponses = ({ attendees = [], ...rest }: Event) => ({
    ...sharedPart(rest),
    attendees: attendees.map(({ email }) => email),
  })
  return !isSameJson(withoutResponses(before), withoutResponses(event))
}

/** Whether a change by the organizer is mailed to attendees. */
export function isNews(before: Event, event: Event): boolean {
  if (before.status === 'cancelled' && event.status === 'cancelled') return false
  return !isSameJson(sharedPart(before), sharedPart(event))
}

async function enqueueMail(
  context: EventWriteContext,
  tx: Transaction,
  mail: Omit<EventMail, 'template'>,
): Promise<void> {
  await context.externalMail.charge(context, tx, mail.recipients)
  await context.enqueue(tx, eventMailJob(mail))
}

const without = (all: readonly string[], some: readonly string[]) =>
  all.filter((email) => !some.includes(email))

/** Identifies a mail, so that each recipient gets one mail per change and method. */
const changeIdOf = ({ calendarKey, changeNumber }: EventRow, method: string) =>
  `${calendarKey}:${changeNumber}:${method}`

function senderOf({ caller }: Pick<EventWriteContext, 'caller'>, { calendar }: Access) {
  const { timeZone: zone = 'UTC', summary } = calendarIn(calendar)
  const from =
    calendar.isPrimary === 1
      ? { email: calendar.id }
      : { email: caller.email, ...(summary !== undefined && { displayName: summary }) }
  return { calendarId: calendar.id, from, zone }
}

interface Mailed {
  readonly event: Event
  readonly kind: 'all' | 'externalOnly'
  /** The organizer's calendar. */
  readonly calendarId: string
}

/**
 * The attendees who get mail: all except the organizer and rooms, or only those who are not on this server.
 */
async function recipientsOf(
  { calendars }: Pick<EventWriteContext, 'calendars'>,
  tx: Transaction,
  { event, kind, calendarId }: Mailed,
): Promise<readonly string[]> {
  const emails = (event.attendees ?? []).flatMap(({ email, resource }) =>
    email === undefined || resource || email === calendarId ? [] : [email],
  )
  if (kind === 'all' || emails.length === 0) return emails
  const local = await calendars.findAll(tx, emails)
  return without(
    emails,
    local.map(({ id }) => id),
  )
}
