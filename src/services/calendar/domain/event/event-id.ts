import { hash } from 'node:crypto'
import { invalidField } from '#/kernel/errors.ts'
import { inOnePiece } from '#/kernel/one-piece.ts'

const idForm = /^[a-v0-9]{5,1024}$/
const idLengthMax = 1024

/** Refuses an id that a client cannot choose. */
export function requireEventId(id: string): void {
  if (!idForm.test(id)) throw invalidField('Invalid resource id value.')
}

export const defaultICalUid = (id: string): string => inOnePiece(id, '@google.com')

/** The id of an event that is known by its iCalendar UID: the same on every calendar. */
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
