import { variantEtag, variantMark } from '#/contract/etag.ts'

const gzipMark = `${variantMark}gzip`

/** The ETag of the compressed representation. It is only used in headers. */
export const gzipEtag = (etag: string): string => variantEtag(etag, 'gzip')

/** Whether an If-None-Match header matches the representation, compressed or not. */
export const namesRepresentation = (header: string, etag: string): boolean =>
  isNamed(header, etag, withoutGzip)

/** Whether an If-Match header matches the version, in any representation. */
export const namesVersion = (header: string, etag: string): boolean =>
  isNamed(header, etag, versionIn)

/**
 * The ETag of a 304: that of the compressed representation if the request names it, because caches find their
 * entry by it.
 */
export const repeatedEtag = (header: string, etag: string): string =>
  header.includes(gzipEtag(etag)) ? gzipEtag(etag) : etag

const withoutGzip = (value: string) =>
  value.endsWith(gzipMark) ? value.slice(0, -gzipMark.length) : value

function versionIn(value: string): string {
  const end = value.indexOf(variantMark)
  return end === -1 ? value : value.slice(0, end)
}

/**
 * Whether a header contains the etag. Clients copy values from JSON, with or without quotes; weak and strong
 * etags are equal.
 */
function isNamed(header: string, etag: string, comparable: (value: string) => string): boolean {
  const list = header.trim()
  if (list === '*' || list === etag) return true
  const expected = bare(etag)

  let position = 0
  while (position < list.length) {
    if (isSeparator(list[position]!)) {
      position += 1
      continue
    }
    if (list.startsWith('W/', position)) position += 2
    const isQuoted = list[position] === '"'
    const start = isQuoted ? position + 1 : position
    const found = list.indexOf(isQuoted ? '"' : ',', start)
    const end = found === -1 ? list.length : found
    const value = isQuoted ? list.slice(start, end) : list.slice(start, end).trimEnd()
    if (comparable(value) === expected) return true
    position = end + 1
  }
  return false
}

const isSeparator = (character: string) =>
  character === ',' || character === ' ' || character === '\t'

function bare(etag: string): string {
  const strong = etag.startsWith('W/') ? etag.slice(2) : etag
  return strong.startsWith('"') && strong.endsWith('"') ? strong.slice(1, -1) : strong
}
