import {
  cannotUseDefaultRemindersAndSpecifyOverride,
  eventRemindersCountExceedsLimit,
} from '#/kernel/errors.ts'
import type { Event } from '../../schemas/event.ts'
import { describedReminders, type Reminder, remindersMax } from '../reminders.ts'

/** Reminders of an event's own; without overrides there are none at all. */
export interface OwnReminders {
  readonly useDefault: false
  readonly overrides?: readonly Reminder[]
}

/** The reminders that a body gives an event; undefined where those of the calendar hold. */
export function describedEventReminders(given: Event['reminders']): OwnReminders | undefined {
  const { useDefault, overrides } = given ?? {}
  const reminders = describedReminders(overrides ?? [])
  if (reminders.length > remindersMax) throw eventRemindersCountExceedsLimit(remindersMax)
  if (useDefault === true && (overrides ?? []).length > 0) {
    throw cannotUseDefaultRemindersAndSpecifyOverride()
  }
  if (useDefault ?? overrides === undefined) return undefined
  return reminders.length === 0
    ? { useDefault: false }
    : { useDefault: false, overrides: reminders }
}
