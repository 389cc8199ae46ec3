import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Separates the version from the representation in an HTTP ETag: `"3515450151133918;gzip"`. */
export const variantMark = ';'

/** The HTTP ETag of a representation that differs from the usual one of its version. */
export const variantEtag = (etag: string, variant: string): string =>
  etag.endsWith('"')
    ? `${etag.slice(0, -1)}${variantMark}${variant}"`
    : `${etag}${variantMark}${variant}`

// Fixed widths ensure that different versions never have the same text.
const digits = (number: number, width: number) => number.toString(32).padStart(width, '0')

const changeNumberDigits = 11

/** The etag of a resource, derived from its last change number. */
export const resourceEtag = (changeNumber: number): string =>
  `"c1${digits(changeNumber, changeNumberDigits)}"`

/** The etag of a collection, which changes with every change in it. */
export const collectionEtag = (changeNumber: number): string =>
  `"p3${digits(changeNumber, changeNumberDigits)}"`

/** The etag of a collection whose entries change without change numbers, derived from its content. */
export const contentEtag = (versions: readonly unknown[]): string =>
  `"p3${hash('sha256', JSON.stringify(versions), 'hex').slice(0, 14)}"`

/** The etag of a collection that differs between callers; `view` identifies the difference. */
export const viewEtag = (changeNumber: number, view: string): string =>
  `"p3${digits(changeNumber, changeNumberDigits)}${digits(crc32(view), 7)}"`
