import { emailIn } from '#/auth/directory-email.ts'

/** The email address that a client or a file names, also as a `mailto:` URI; undefined if it is none. */
export const addressIn = (text: string): string | undefined =>
  emailIn(text.trim().replace(/^mailto:/i, ''))
