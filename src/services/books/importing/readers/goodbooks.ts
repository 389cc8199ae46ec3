import { bareIsbn, checkDigit13, isbn13Of, isIsbn10 } from '../../domain/isbn.ts'
import type { VolumeIdentifier } from '../../domain/volume-record.ts'
import { BadEntry, type Reading } from '../entry.ts'
import type { Row } from '../syntax/csv.ts'
import { yearOf } from '../values/dates.ts'
import { languageOf } from '../values/languages.ts'
import { titleAndSeries } from '../values/series-title.ts'
import { count, distinct, line, parts, stars, withValues } from '../values/text.ts'

/** A row of the books table of goodbooks-10k, whose ISBNs were damaged by a spreadsheet. */
export function goodbooksRow(row: Row): Reading {
  const sourceKey = line(row('book_id'))
  if (sourceKey === undefined) throw new BadEntry('there is no book_id')
  const { title, series } = titleAndSeries(row('title'))
  if (title === undefined) throw new BadEntry('there is no title')
  const original = line(row('original_title'))
  return {
    kind: 'volume',
    volume: {
      source: 'goodbooks-10k',
      sourceKey,
      title,
      ...withValues('alternativeTitles', distinct([original === title ? undefined : original])),
      ...withValues('authors', parts(row('authors'), ',')),
      ...withValues('publishedDate', yearOf(row('original_publication_year'))),
      ...withValues('identifiers', identifiers(row)),
      ...withValues('averageRating', stars(row('average_rating'))),
      ...withValues('ratingsCount', count(row('ratings_count'))),
      ...withValues('language', languageOf(row('language_code'))),
      ...withValues('series', series),
    },
  }
}

function identifiers(row: Row): VolumeIdentifier[] {
  const isbn10 = repairedIsbn10(row('isbn'))
  const isbn13 = isbn10 === undefined ? repairedIsbn13(row('isbn13')) : isbn13Of(isbn10)
  const goodreads = line(row('goodreads_book_id'))
  return [
    ...(isbn10 === undefined ? [] : [{ type: 'ISBN_10', identifier: isbn10 } as const]),
    ...(isbn13 === undefined ? [] : [{ type: 'ISBN_13', identifier: isbn13 } as const]),
    ...(goodreads === undefined
      ? []
      : [{ type: 'OTHER', identifier: `GOODREADS:${goodreads}` } as const]),
  ]
}

/** Restores leading zeros; undefined if the check digit is wrong then. */
export function repairedIsbn10(text: string | undefined): string | undefined {
  const bare = bareIsbn(text ?? '')
  const isbn = bare.padStart(10, '0')
  return bare !== '' && isIsbn10(isbn) ? isbn : undefined
}

/**
 * Restores a number that was printed with twelve digits, such as 9.78043902348e+12. Because of rounding, the
 * first twelve digits can be one less; if both are possible, the result is undefined.
 */
export function repairedIsbn13(text: string | undefined): string | undefined {
  const digits = printedDigits(text ?? '')
  if (digits === undefined) return undefined
  const candidates = [digits, String(BigInt(digits) - 1n)]
    .map((prefix) => prefix + checkDigit13(prefix))
    .filter((isbn) => roundedToTwelve(isbn) === digits)
  return candidates.length === 1 ? candidates[0] : undefined
}

function printedDigits(text: string): string | undefined {
  const [, first, rest = ''] = /^\s*(\d)(?:\.(\d{1,11}))?e\+?12\s*$/i.exec(text) ?? []
  return first === undefined ? undefined : (first + rest).padEnd(12, '0')
}

/** Rounds half to even, as printing of floating-point numbers does. */
function roundedToTwelve(isbn: string): string {
  const twelve = BigInt(isbn.slice(0, 12))
  const last = Number(isbn[12])
  const up = last > 5 || (last === 5 && twelve % 2n === 1n)
  return String(up ? twelve + 1n : twelve)
}
