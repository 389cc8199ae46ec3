import { hash } from 'node:crypto'
import { isDate } from '#/contract/decoding/decode-text.ts'
import { invalidField } from '#/kernel/errors.ts'
import { civilDateText, civilTimeText, dayNumberOf, msPerDay } from '../time/civil-date.ts'

const idForm = /^[a-v0-9]{5,1024}$/
const idLengthMax = 1024

/** Rejects ids that clients can't choose. */
export function requireEventId(id: string): void {
  if (!idForm.test(id)) throw invalidField('Invalid resource id value.')
}

/** Whether a text can be the id of an event or series, which clients choose or imports derive. */
export const isEventId = (text: string): boolean => /^_?[a-v0-9]+$/.test(text)

/** Whether an id has the form of those that imports derive, which clients can't choose. */
export const isImportedId = (id: string): boolean => id.startsWith('_') && isEventId(id)

export const defaultICalUid = (id: string): string => `${id}@google.com`

/** The id of an imported event, derived from its iCalendar UID: the same on every calendar. */
export function idOfICalUid(uid: string): string {
  const id = `_${base32hexOf(Buffer.from(uid))}`
  if (id.length <= idLengthMax) return id
  return `_${base32hexOf(hash('sha256', uid, 'buffer'))}`
}

const digits = '0123456789abcdefghijklmnopqrstuv'

/** Five bits a digit, in lower case and without padding. */
function base32hexOf(bytes: Uint8Array): string {
  let text = ''
  let waiting = 0
  let bits = 0
  for (const byte of bytes) {
    waiting = ((waiting << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) text += digits[(waiting >> (bits - 5)) & 31]
  }
  return bits === 0 ? text : text + digits[(waiting << (5 - bits)) & 31]
}

/** An instance of a series, identified by its original start. */
interface InstanceKey {
  readonly masterId: string
  /** The instant in milliseconds; for all-day series, UTC midnight of the date. */
  readonly originalStart: number
  readonly isAllDay: boolean
}

export function instanceId(masterId: string, originalStart: number, isAllDay: boolean): string {
  const suffix = isAllDay ? civilDateText(originalStart) : `${civilTimeText(originalStart)}Z`
  return `${masterId}_${suffix.replace(/[-:]/g, '')}`
}

const form = /^(.+)_(\d{4})(\d\d)(\d\d)(T([01]\d|2[0-3])([0-5]\d)([0-5]\d)Z)?$/s

/** The instance that an id names; undefined if it is not the id of an instance. */
export function instanceIn(id: string): InstanceKey | undefined {
  const parts = form.exec(id)
  if (parts === null) return undefined
  const [, masterId, year, month, day, time, hour = 0, minute = 0, second = 0] = parts
  if (!isDate(`${year}-${month}-${day}`)) return undefined
  const dayNumber = dayNumberOf({ year: Number(year), month: Number(month), day: Number(day) })
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second)
  return {
    masterId: masterId!,
    originalStart: dayNumber * msPerDay + seconds * 1000,
    isAllDay: time === undefined,
  }
}
