import { importedReview } from '../../reviewing/review.ts'
import { BadEntry, type Place, type Reading } from '../entry.ts'
import type { Row } from '../syntax/csv.ts'
import { dateOf, yearOf } from '../values/dates.ts'
import { Identifiers } from '../values/identifiers.ts'
import { titleAndSeries } from '../values/series-title.ts'
import { count, distinct, line, parts, stars, withValues } from '../values/text.ts'
import { shelfNamed } from './shelf-names.ts'

/** A row of a library exported from Goodreads. */
export function goodreadsRow(row: Row): Reading {
  const { title, series } = titleAndSeries(row('title'))
  if (title === undefined) throw new BadEntry('there is no title')
  const bookId = line(row('book id'))
  if (bookId === undefined) throw new BadEntry('there is no Book Id')
  const identifiers = new Identifiers()
    .isbn(unwrappedText(row('isbn')))
    .isbn(unwrappedText(row('isbn13')))
    .other('GOODREADS', bookId)
  return {
    kind: 'volume',
    volume: {
      source: 'goodreads',
      sourceKey: bookId,
      title,
      ...withValues(
        'authors',
        distinct([line(row('author')), ...parts(row('additional authors'), ',')]),
      ),
      ...withValues('publisher', line(row('publisher'))),
      ...withValues(
        'publishedDate',
        yearOf(row('year published')) ?? yearOf(row('original publication year')),
      ),
      identifiers: identifiers.list,
      ...withValues('pageCount', count(row('number of pages'))),
      ...withValues('averageRating', stars(row('average rating'))),
      ...withValues('series', series),
      ...(/kindle|ebook|nook/i.test(row('binding') ?? '') ? { isEbook: true } : {}),
    },
    shelves: placesOf(row),
    review: importedReview({
      rating: stars(row('my rating')),
      content: row('my review'),
      readOn: dateOf(row('date read')),
    }),
  }
}

/** Numbers are wrapped to keep spreadsheets from changing them: `="0441013597"`. */
const unwrappedText = (text: string | undefined): string => (text ?? '').replace(/[="]/g, '')

function placesOf(row: Row): Place[] {
  const places = new Map<number | string, Place>()
  const addedOn = dateOf(row('date added'))
  const add = (name: string, position?: number) => {
    const shelf = shelfNamed(name)
    const earlier = places.get(shelf)
    if (earlier?.position !== undefined) return
    places.set(shelf, {
      shelf,
      ...withValues('position', position),
      ...withValues('addedOn', addedOn),
    })
  }
  const exclusive = line(row('exclusive shelf'))
  if (exclusive !== undefined) add(exclusive)
  for (const name of parts(row('bookshelves'), ',')) add(name)
  for (const text of parts(row('bookshelves with positions'), ',')) {
    const [, name, position] = /^(.*\S) \(#(\d{1,9})\)$/.exec(text) ?? []
    if (name !== undefined) add(name, Number(position))
  }
  return [...places.values()]
}
