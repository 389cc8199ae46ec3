/**
 * Whether an If-Match or If-None-Match header names the etag. Clients copy the value from JSON,
 * with its quotes or without them; a weak etag stands for the same thing as a strong one.
 */
export function etagMatches(header: string, etag: string): boolean {
  const list = header.trim()
  if (list === '*' || list === etag) return true
  const wanted = bare(etag)

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
    const value = list.slice(start, end)
    if ((isQuoted ? value : value.trimEnd()) === wanted) return true
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
