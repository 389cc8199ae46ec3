import { invalidField, requiredField } from '#/kernel/errors.ts'
import {
  cannotUseDefaultRemindersAndSpecifyOverride,
  eventRemindersCountExceedsLimit,
} from '../../errors.ts'
import type { EventReminder } from '../../schemas/calendar-list-entry.ts'
import type { Event } from '../../schemas/event.ts'

/** Custom reminders of an event; without overrides there are none. */
export interface OwnReminders {
  readonly useDefault: false
  readonly overrides?: readonly Reminder[]
}

/** The reminders in a body; undefined for the calendar's default reminders. */
export function draftReminders(requested: Event['reminders']): OwnReminders | undefined {
  const { useDefault, overrides } = requested ?? {}
  const reminders = validReminders(overrides ?? [])
  if (reminders.length > remindersMax) throw eventRemindersCountExceedsLimit(remindersMax)
  if (useDefault === true && (overrides ?? []).length > 0) {
    throw cannotUseDefaultRemindersAndSpecifyOverride()
  }
  if (useDefault ?? overrides === undefined) return undefined
  return reminders.length === 0
    ? { useDefault: false }
    : { useDefault: false, overrides: reminders }
}

export const remindersMax = 5
export const reminderMinutesMax = 40_320

export interface Reminder {
  readonly method: 'email' | 'popup'
  readonly minutes: number
}

/** How many minutes before an event reminders are mailed. */
export const mailedMinutes = (reminders: readonly Reminder[]): number[] =>
  reminders.filter(({ method }) => method === 'email').map(({ minutes }) => minutes)

/** Validates reminders. Text messages are no longer supported and ignored. */
export function validReminders(requested: readonly EventReminder[]): Reminder[] {
  const reminders: Reminder[] = []
  for (const { method, minutes } of requested) {
    if (!method) throw requiredField('Missing reminder method.')
    if (minutes === undefined) throw requiredField('Missing reminder minutes.')
    if (minutes < 0 || minutes > reminderMinutesMax) {
      throw invalidField(`A reminder comes between 0 and ${reminderMinutesMax} minutes before.`)
    }
    if (method === 'sms') continue
    if (method !== 'email' && method !== 'popup') throw invalidField('Invalid reminder method.')
    const isRepeated = reminders.some(
      (reminder) => reminder.method === method && reminder.minutes === minutes,
    )
    if (!isRepeated) reminders.push({ method, minutes })
  }
  return reminders
}
