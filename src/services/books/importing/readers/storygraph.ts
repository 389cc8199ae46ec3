import { createHash } from 'node:crypto'
import { importedReview } from '../../reviewing/review.ts'
import { BadEntry, type Reading } from '../entry.ts'
import type { Row } from '../syntax/csv.ts'
import { dateOf } from '../values/dates.ts'
import { Identifiers } from '../values/identifiers.ts'
import { titleAndSeries } from '../values/series-title.ts'
import { distinct, line, parts, stars, withValues } from '../values/text.ts'
import { shelfNamed } from './shelf-names.ts'

/** A row of a library exported from StoryGraph. */
export function storygraphRow(row: Row): Reading {
  const { title, series } = titleAndSeries(row('title'))
  if (title === undefined) throw new BadEntry('there is no title')
  const authors = parts(row('authors'), ',')
  const number = line(row('isbn/uid'))
  const identifiers = new Identifiers()
  if (number !== undefined && /^[\d\s-]{9,17}[\dXx]$/.test(number)) identifiers.isbn(number)
  const format = line(row('format')) ?? ''
  const shelves = distinct([line(row('read status')), ...parts(row('tags'), ',')]).map(shelfNamed)
  const addedOn = dateOf(row('date added'))
  return {
    kind: 'volume',
    volume: {
      source: 'storygraph',
      sourceKey: identifiers.isbn13 ?? number ?? keyOf(title, authors),
      title,
      ...withValues('authors', authors),
      ...withValues('identifiers', identifiers.list),
      ...withValues('series', series),
      ...(/digital|ebook/i.test(format) ? { isEbook: true } : {}),
    },
    shelves: distinctShelves(shelves).map((shelf) => ({
      shelf,
      ...withValues('addedOn', addedOn),
    })),
    review: importedReview({
      rating: stars(row('star rating')),
      content: row('review'),
      readOn: dateOf(row('last date read')),
    }),
  }
}

/** Some books have neither an ISBN nor an id of the service. */
const keyOf = (title: string, authors: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([title, authors]))
    .digest('base64url')
    .slice(0, 16)

const distinctShelves = (shelves: readonly (number | string)[]) => [...new Set(shelves)]
