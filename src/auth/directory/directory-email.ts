import { invalidField } from '#/kernel/errors.ts'

const emailShape = /^[^\s@<>\p{Cc}]{1,64}@[^\s@<>.\p{Cc}]+(\.[^\s@<>.\p{Cc}]+)+$/u
const emailLengthMax = 254
const nameLengthMax = 200

/** Email addresses are compared and stored in lower case. */
export function canonicalEmail(email: string): string {
  const canonical = emailIn(email)
  if (canonical === undefined) {
    throw invalidField(`${JSON.stringify(email.slice(0, 80))} is not an email address.`)
  }
  return canonical
}

/** The email address in canonical form; undefined if the text is not one. */
export function emailIn(text: string): string | undefined {
  const canonical = text.trim().toLowerCase()
  return canonical.length <= emailLengthMax && emailShape.test(canonical) ? canonical : undefined
}

/** Validates the display name of a user or group. */
export function acceptableName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '' || trimmed.length > nameLengthMax || /\p{Cc}/u.test(trimmed)) {
    throw invalidField(`A name is one line of at most ${nameLengthMax} characters.`)
  }
  return trimmed
}
