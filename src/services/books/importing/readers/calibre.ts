import { BadEntry, type Reading } from '../entry.ts'
import type { Row } from '../syntax/csv.ts'
import { reducedMarkup } from '../syntax/markup.ts'
import { dateOf } from '../values/dates.ts'
import { Identifiers } from '../values/identifiers.ts'
import { languageOf } from '../values/languages.ts'
import { line, parts, withValues } from '../values/text.ts'

const myEbooks = 7

/** A row of a catalog exported from Calibre. */
export function calibreRow(row: Row): Reading {
  const title = line(row('title'))
  if (title === undefined) throw new BadEntry('there is no title')
  const sourceKey = line(row('uuid')) ?? line(row('id'))
  if (sourceKey === undefined) throw new BadEntry('there is neither a uuid nor an id')
  const formats = parts(row('formats'), ',').map((format) => format.toLowerCase())
  const has = (format: string) => formats.some((each) => each.endsWith(format))
  const seriesTitle = line(row('series'))
  return {
    kind: 'volume',
    volume: {
      source: 'calibre',
      sourceKey,
      title,
      ...withValues('authors', parts(row('authors'), '&')),
      ...withValues('publisher', line(row('publisher'))),
      ...withValues('publishedDate', publishedDate(row('pubdate'))),
      ...withValues('description', reducedMarkup(row('comments'))),
      ...withValues('identifiers', identifiersOf(row).list),
      ...withValues('categories', parts(row('tags'), ',')),
      ...withValues('language', languageOf(parts(row('languages'), ',')[0])),
      ...withValues('series', seriesTitle === undefined ? [] : [seriesOf(seriesTitle, row)]),
      ...(formats.length > 0 ? { isEbook: true } : {}),
      ...(has('epub') ? { epub: { isAvailable: true } } : {}),
      ...(has('pdf') ? { pdf: { isAvailable: true } } : {}),
    },
    shelves: [{ shelf: formats.length > 0 ? myEbooks : (line(row('library_name')) ?? 'Calibre') }],
  }
}

/** Calibre writes the year 101 for unknown dates. */
function publishedDate(text: string | undefined): string | undefined {
  const date = dateOf(text)
  return date?.startsWith('0101') ? undefined : date
}

function identifiersOf(row: Row): Identifiers {
  const identifiers = new Identifiers().isbn(row('isbn'))
  for (const text of parts(row('identifiers'), ',')) {
    const [scheme = '', ...rest] = text.split(':')
    const value = rest.join(':')
    if (scheme.toLowerCase() === 'isbn') identifiers.isbn(value)
    else if (value !== '') identifiers.other(scheme.toUpperCase(), value)
  }
  return identifiers
}

function seriesOf(title: string, row: Row) {
  const number = /^\d+(?:\.\d+)?$/.test(row('series_index') ?? '')
    ? String(Number(row('series_index')))
    : undefined
  return { title, ...withValues('number', number) }
}
