/**
 * Placeholders in cached JSON for values that depend on the caller or on a setting: characters that JSON never
 * contains unescaped.
 */
export const origin = '\x01'
export const country = '\x02'
export const etag = '\x03'
export const images = '\x04'
export const description = '\x05'
export const details = '\x06'
export const preview = '\x07'
export const api = '\x08'
/** The page of the volume. */
export const page = '\x0e'
/** The values that most volumes share: not for sale and not readable here. */
export const ordinary = '\x0f'
export const unsold = '\x10'
export const unread = '\x11'

/** The value of each placeholder. */
export type Marked = Readonly<Record<string, string>>

const marked = new RegExp(`[${origin}-${unread}]`, 'g')

export const withoutMarks = (text: string, parts: Marked): string =>
  text.replace(marked, (mark) => parts[mark]!)

const unkept = /[\0\uFDD0-\uFDEF]/

/** The text without characters that a catalog does not store. */
export const unmarkedText = (json: string): string =>
  unkept.test(json) ? json.replace(new RegExp(unkept, 'g'), '') : json
