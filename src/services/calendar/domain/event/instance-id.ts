import { isDate } from '#/contract/decode-text.ts'
import { dayNumberOf, msPerDay } from '../civil-date.ts'
import { civilDateText, civilTimeText } from '../civil-text.ts'

/** An occurrence of a series by its original start, wherever it has been moved to. */
export interface InstanceKey {
  readonly masterId: string
  /** The instant in milliseconds, or the date as its midnight in UTC. */
  readonly slot: number
  readonly isAllDay: boolean
}

export function instanceId(masterId: string, slot: number, isAllDay: boolean): string {
  const suffix = isAllDay ? civilDateText(slot) : `${civilTimeText(slot)}Z`
  return `${masterId}_${suffix.replace(/[-:]/g, '')}`
}

const form = /^(.+)_(\d{4})(\d\d)(\d\d)(T([01]\d|2[0-3])([0-5]\d)([0-5]\d)Z)?$/s

/** The occurrence that an id names, or undefined where it is the id of an event of its own. */
export function instanceIn(id: string): InstanceKey | undefined {
  const parts = form.exec(id)
  if (parts === null) return undefined
  const [, masterId, year, month, day, time, hour = 0, minute = 0, second = 0] = parts
  if (!isDate(`${year}-${month}-${day}`)) return undefined
  const dayNumber = dayNumberOf({ year: Number(year), month: Number(month), day: Number(day) })
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second)
  return {
    masterId: masterId!,
    slot: dayNumber * msPerDay + seconds * 1000,
    isAllDay: time === undefined,
  }
}
