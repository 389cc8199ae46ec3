import { findUserById } from '#/auth/directory/directory-users.ts'
import type { NewMail } from '#/jobs/mail/mail.ts'
import { mailIdOf } from '#/jobs/mail/mails.ts'
import type { Database } from '#/storage/port.ts'
import { type CalendarRow, calendarIn, timeZoneOf } from '../calendar/calendar-row.ts'
import type { EntryChoices } from '../calendar/entry-choices.ts'
import { settingValue } from '../calendar/user-settings.ts'
import { eventRows, linkOf, type TimeStyle, titleOf, whenText } from '../mail/event-facts.ts'
import { laidOut, oneLine } from '../mail/layout.ts'
import { seenInstance } from '../reading/in-window.ts'
import { isMasked, seenEvent } from '../rendering/presentation.ts'
import type { Event } from '../schemas/event.ts'
import { isAtLeast, type Role } from '../sharing/access-rule.ts'
import type { EffectiveRoles } from '../store/access/effective-roles.ts'
import type { CalendarLists } from '../store/calendar-lists.ts'
import { eventIn } from '../store/events.ts'
import type { UserSettings } from '../store/user-settings.ts'
import type { Occurrence } from './occurrences.ts'

interface Due {
  readonly calendar: CalendarRow
  readonly occurrence: Occurrence
  readonly minutes: number
}

/** The mail of a due reminder; undefined if the recipient doesn't take part. */
export function dueMail(
  { calendar, occurrence, minutes }: Due,
  recipient: Recipient,
  origin: string,
): NewMail | undefined {
  const { row, instance, id, startMs } = occurrence
  if (!concerns(eventIn(row), recipient)) return undefined
  const { userId, email, role, zone, clock, calendarName } = recipient
  const view = {
    calendarId: calendar.id,
    calendarZone: timeZoneOf(calendar),
    zone,
    role,
    userId,
    origin,
    maxAttendees: undefined,
  }
  return reminderMail({
    reminderId: `reminder ${calendar.key} ${id} ${startMs} ${minutes} ${userId}`,
    to: email,
    event: instance ? seenInstance(row, instance, view) : seenEvent(row, view),
    isMasked: isMasked(row, view),
    minutes,
    calendarName,
    timeStyle: { zone, clock },
  })
}

/** Declined events have no reminders, nor do unanswered ones if the user's settings say so. */
function concerns({ attendees = [] }: Event, { email, isForAnswered }: Recipient): boolean {
  const answers = attendees
    .filter((attendee) => attendee.self || attendee.email === email)
    .map(({ responseStatus }) => responseStatus)
  const isOpen = answers.includes('needsAction')
  return !answers.includes('declined') && !(isForAnswered && isOpen)
}

/** A user who gets reminders of a calendar. */
export interface Recipient {
  readonly userId: string
  readonly email: string
  readonly role: Role
  /** The zone of the times in mails. */
  readonly zone: string
  readonly clock: 12 | 24
  /** The user's name for the calendar. */
  readonly calendarName: string
  /** Only for events that the user has accepted or tentatively accepted. */
  readonly isForAnswered: boolean
}

interface Context {
  readonly database: Database
  readonly roles: EffectiveRoles
  readonly lists: CalendarLists
  readonly settings: UserSettings
}

/** The recipient for a user and a calendar; undefined if the user can't read the calendar. */
export async function recipientOf(
  { database, roles, lists, settings }: Context,
  calendar: CalendarRow,
  userId: string,
): Promise<Recipient | undefined> {
  const user = await findUserById(database, userId)
  if (user === undefined || user.isDisabled) return undefined
  const { email } = user
  const caller = { kind: 'user', userId, email, scopes: new Set<string>(), clientId: '' } as const
  const role = await roles.of(calendar, caller)
  if (!isAtLeast(role, 'reader')) return undefined
  const { byId } = await settings.of(userId)
  const entry = await lists.find(database, { userId, calendarId: calendar.id })
  const { summaryOverride } = JSON.parse(entry?.choices ?? '{}') as EntryChoices
  const { timeZone = 'UTC', summary = calendar.id } = calendarIn(calendar)
  return {
    userId,
    email,
    role,
    zone: byId.get('timezone')?.value ?? timeZone,
    clock: settingValue(byId, 'format24HourTime') === 'true' ? 24 : 12,
    calendarName: summaryOverride ?? summary,
    isForAnswered: settingValue(byId, 'remindOnRespondedEventsOnly') === 'true',
  }
}

/** The content of a reminder mail. */
export interface ReminderContent {
  /** Identifies the reminder, so that it is mailed once however often it is found. */
  readonly reminderId: string
  readonly to: string
  /** The event as the recipient sees it. */
  readonly event: Event
  /** The recipient may see when the event is, but no details. */
  readonly isMasked: boolean
  readonly minutes: number
  readonly calendarName: string
  readonly timeStyle: TimeStyle
}

/** The mail that reminds a user of an event. */
export function reminderMail(content: ReminderContent): NewMail {
  const { reminderId, to, event, isMasked, minutes, timeStyle } = content
  const title = isMasked ? 'Busy' : titleOf(event)
  const calendarName = oneLine(content.calendarName)
  const { attendees = [] } = event
  return {
    id: mailIdOf(reminderId, to),
    to,
    subject: `Reminder: ${title} @ ${whenText(event, timeStyle)} (${calendarName})`,
    ...laidOut({
      opening: `You wanted to be reminded of this event ${beforeText(minutes)}.`,
      title,
      rows: [
        ...eventRows(event, { timeStyle, attendees }),
        { label: 'Calendar', text: calendarName },
      ],
      link: linkOf(event),
    }),
  }
}

const units = [
  { minutes: 10_080, name: 'week' },
  { minutes: 1_440, name: 'day' },
  { minutes: 60, name: 'hour' },
  { minutes: 1, name: 'minute' },
]

/** `2 hours before it starts`, in the largest unit without a remainder. */
function beforeText(minutes: number): string {
  if (minutes === 0) return 'when it starts'
  const unit = units.find((candidate) => minutes % candidate.minutes === 0)!
  const count = minutes / unit.minutes
  return `${count} ${unit.name}${count === 1 ? '' : 's'} before it starts`
}
