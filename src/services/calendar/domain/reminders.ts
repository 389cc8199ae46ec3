import { invalidField, requiredField } from '#/kernel/errors.ts'
import type { EventReminder } from '../schemas/reminder.ts'

export const remindersMax = 5
const minutesMax = 40_320

export interface Reminder {
  readonly method: 'email' | 'popup'
  readonly minutes: number
}

/** How long before an event mails are to be sent. */
export const mailedMinutes = (reminders: readonly Reminder[]): number[] =>
  reminders.filter(({ method }) => method === 'email').map(({ minutes }) => minutes)

/** Checks reminders as a body gives them. Text messages are no more, and are passed over. */
export function describedReminders(given: readonly EventReminder[]): Reminder[] {
  const reminders: Reminder[] = []
  for (const { method, minutes } of given) {
    if (!method) throw requiredField('Missing reminder method.')
    if (minutes === undefined) throw requiredField('Missing reminder minutes.')
    if (minutes < 0 || minutes > minutesMax) {
      throw invalidField(`A reminder comes between 0 and ${minutesMax} minutes before.`)
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
