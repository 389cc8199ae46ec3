import { line } from './text.ts'

const lifeDates =
  /^(?:(?:active|approximately|ca\.?|b\.|d\.|fl\.|born|died)\s*)*(?:-\s*)?\d{1,4}\??\s*(?:BCE?|CE|AD|B\.C\.)?(?:\s*(?:-|or|\/).*)?$|^\d{1,2}(?:th|st|nd|rd) cent/i
const suffix = /^(?:jr|sr|[ivx]{1,4})\.?$/i

/**
 * A name in natural order from the form that catalogs sort by: `Doyle, Arthur Conan, Sir, 1859-1930` is
 * Arthur Conan Doyle. Dates, titles and expanded initials are dropped.
 */
export function spokenName(sorted: string): string | undefined {
  const bare = (line(sorted) ?? '').replace(/\([^()]*\)/g, ' ').replace(/\s*\[[^[\]]*\]\s*$/, '')
  const pieces = bare
    .split(',')
    .map(line)
    .filter((piece) => piece !== undefined && !lifeDates.test(piece)) as string[]
  const [family, first, ...further] = pieces
  if (family === undefined || first === undefined) return family
  if (suffix.test(first)) return `${family}, ${first}`
  // `Augustine, of Hippo` has no family name to move.
  if (/^\p{Ll}/u.test(first) && !particleOnly.test(first)) return `${family} ${first}`
  const ending = further.find((piece) => suffix.test(piece))
  return `${first} ${family}${ending === undefined ? '' : `, ${ending}`}`
}

const particleOnly = /^(?:von|van|de|del|della|di|da|du|af|av|zu|ter|ten)$/i
