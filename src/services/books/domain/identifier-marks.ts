import { bareIsbn, isbn13Of, isIsbn10 } from './isbn.ts'
import type { VolumeRecord } from './volume-record.ts'
import { plainWords } from './words/words.ts'

/** The words under which the numbers of a volume are found. */
export function identifierMarks({ identifiers = [] }: VolumeRecord): string[] {
  return identifiers.flatMap(({ type, identifier }) => {
    if (type === 'ISBN_10' || type === 'ISBN_13') return [isbnMark(identifier)]
    if (type === 'ISSN') return [issnMark(identifier)]
    return [...libraryMarks(identifier), ...plainWords(identifier)]
  })
}

/** The same for both forms of an ISBN; one whose check digit is wrong is taken as it is. */
export function isbnMark(text: string): string {
  const bare = bareIsbn(text)
  return `i:${isIsbn10(bare) ? isbn13Of(bare) : markText(bare)}`
}

export const issnMark = (text: string): string => `e:${markText(bareIsbn(text))}`

/** Blanks and a suffix are dropped, and the number behind a hyphen is filled up to six digits. */
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

// An index takes letters and digits of a word; anything else would part it.
const markText = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, 40)
