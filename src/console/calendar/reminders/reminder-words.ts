import { language } from '../../locale/index.ts'
import { t } from '../../texts/calendar.ts'
import type { Reminder } from '../wire/types.ts'

const units = [
  { name: 'week', minutes: 10_080 },
  { name: 'day', minutes: 1440 },
  { name: 'hour', minutes: 60 },
  { name: 'minute', minutes: 1 },
] as const

export type ReminderUnit = (typeof units)[number]['name']

export const unitNames: readonly ReminderUnit[] = ['minute', 'hour', 'day', 'week']

/** The largest unit that divides it without a remainder. */
export function inUnits(minutes: number): { count: number; unit: ReminderUnit } {
  const { name, minutes: each } =
    units.find((unit) => minutes > 0 && minutes % unit.minutes === 0) ?? units[3]
  return { count: minutes / each, unit: name }
}

export const inMinutes = (count: number, unit: ReminderUnit): number =>
  count * units.find(({ name }) => name === unit)!.minutes

/** `10 minutes before`, `1 day before by email`. */
export function reminderWords({ method, minutes }: Reminder): string {
  const { count, unit } = inUnits(minutes)
  const length = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })
  const when = minutes === 0 ? t.atStart : t.before(length.format(count))
  return method === 'email' ? t.byEmail(when) : when
}
