import { momentMs } from '../../locale/index.ts'
import type { CalendarEvent, Reminder } from '../wire/types.ts'

/** A notification that is due now. */
export interface DueReminder {
  /** Identifies the reminder in all tabs: event, start and minutes. */
  readonly key: string
  readonly calendarId: string
  readonly event: CalendarEvent
  readonly startMs: number
}

/** The events of a calendar and its default reminders. */
export interface Reminded {
  readonly calendarId: string
  readonly events: readonly CalendarEvent[]
  readonly defaultReminders: readonly Reminder[]
}

/** When a reminder was snoozed, until when; when it was dismissed or shown, `Infinity`. */
export type ReminderLog = Readonly<Record<string, number>>

/** A reminder that is older than this was missed, for example because the computer was asleep. */
const missedMsMax = 10 * 60_000

/** The notifications that are due at a time and not in the log, in the order of their events. */
export function dueReminders(
  calendars: readonly Reminded[],
  nowMs: number,
  log: ReminderLog,
): readonly DueReminder[] {
  const due: DueReminder[] = []
  for (const { calendarId, events, defaultReminders } of calendars) {
    for (const event of events) {
      const startMs = msOf(event.start)
      if (msOf(event.end) <= nowMs || hasDeclined(event)) continue
      for (const { method, minutes } of remindersOf(event, defaultReminders)) {
        const key = `${calendarId} ${event.id} ${startMs} ${minutes}`
        const isDue = isSnoozed(log, key)
          ? log[key]! <= nowMs
          : log[key] === undefined && isJustDue(startMs - minutes * 60_000, nowMs)
        if (method === 'popup' && isDue) due.push({ key, calendarId, event, startMs })
      }
    }
  }
  return due.toSorted((one, other) => one.startMs - other.startMs)
}

const isSnoozed = (log: ReminderLog, key: string) =>
  log[key] !== undefined && Number.isFinite(log[key])

const isJustDue = (dueMs: number, nowMs: number) => dueMs <= nowMs && nowMs - dueMs < missedMsMax

const hasDeclined = ({ attendees }: CalendarEvent) =>
  attendees?.some(({ self, responseStatus }) => self && responseStatus === 'declined') ?? false

const remindersOf = ({ reminders }: CalendarEvent, usual: readonly Reminder[]) =>
  reminders?.useDefault === false ? (reminders.overrides ?? []) : usual

/** All-day events start at midnight of this browser. */
const msOf = ({ dateTime, date }: CalendarEvent['start']): number =>
  momentMs(typeof dateTime === 'string' ? dateTime : `${date}T00:00`)
