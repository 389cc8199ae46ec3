import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { inOnePiece } from '#/kernel/text/one-piece.ts'

/** Stands between the version and its representation in an HTTP ETag: `"3515450151133918;gzip"`. */
export const variantMark = ';'

/** The HTTP ETag of a representation that differs from the usual one of its version. */
export const variantEtag = (etag: string, variant: string): string =>
  etag.endsWith('"')
    ? `${etag.slice(0, -1)}${variantMark}${variant}"`
    : `${etag}${variantMark}${variant}`

// Fixed widths keep two different versions from ever printing alike.
const digits = (number: number, width: number) => number.toString(32).padStart(width, '0')

const changeNumberDigits = 11

/** The etag of a resource: opaque to clients, made from the number of its last change. */
export const resourceEtag = (changeNumber: number): string =>
  inOnePiece('"c1', digits(changeNumber, changeNumberDigits), '"')

/** The etag of a collection, which changes with anything in it. */
export const collectionEtag = (changeNumber: number): string =>
  inOnePiece('"p3', digits(changeNumber, changeNumberDigits), '"')

/** The etag of a collection whose entries change by themselves, made from what it shows. */
export const contentEtag = (versions: readonly unknown[]): string =>
  `"p3${hash('sha256', JSON.stringify(versions), 'hex').slice(0, 14)}"`

/** The etag of a collection that looks different to different callers: `view` says how. */
export const viewEtag = (changeNumber: number, view: string): string =>
  inOnePiece('"p3', digits(changeNumber, changeNumberDigits), digits(crc32(view), 7), '"')
