import { bareIsbn, isbn13Of, isIsbn10 } from './isbn.ts'
import type { VolumeRecord } from './volume-record.ts'
import { plainWords } from './words/words.ts'

/** The index terms of a volume's identifiers. */
export function identifierMarks({ identifiers = [] }: VolumeRecord): string[] {
  return identifiers.flatMap(({ type, identifier }) => {
    if (type === 'ISBN_10' || type === 'ISBN_13') return [isbnMark(identifier)]
    if (type === 'ISSN') return [issnMark(identifier)]
    return [...libraryMarks(identifier), ...plainWords(identifier)]
  })
}

/** The same term for both forms of an ISBN; one with a wrong check digit is used unchanged. */
export function isbnMark(text: string): string {
  const bare = bareIsbn(text)
  return `i:${isIsbn10(bare) ? isbn13Of(bare) : markText(bare)}`
}

export const issnMark = (text: string): string => `e:${markText(bareIsbn(text))}`

/** Spaces and a suffix are dropped, and the number after a hyphen is padded to six digits. */
export function lccnMark(text: string): string {
  const bare = text.replace(/\s/g, '').toLowerCase().replace(/\/.*$/, '')
  const filled = bare.replace(/-(\d{1,6})$/, (_, serial: string) => serial.padStart(6, '0'))
  return `n:${markText(filled.replace(/^0+/, ''))}`
}

export function oclcMark(text: string): string {
  const bare = text
    .replace(/\s/g, '')
    .toLowerCase()
    .replace(/^\(ocolc\)/, '')
  return `w:${markText(bare.replace(/^(?:ocm|ocn|on)/, '').replace(/^0+/, ''))}`
}

function libraryMarks(identifier: string): string[] {
  const [, scheme = '', number = ''] = /^([A-Za-z]+):(.*)$/.exec(identifier) ?? []
  if (scheme.toUpperCase() === 'LCCN') return [lccnMark(number)]
  if (scheme.toUpperCase() === 'OCLC') return [oclcMark(number)]
  return identifier.startsWith('(OCoLC)') ? [oclcMark(identifier)] : []
}

// The index accepts letters and digits; anything else would split the term.
const markText = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, 40)
