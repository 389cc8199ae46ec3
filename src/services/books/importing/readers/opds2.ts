import { BadEntry, badEntry, type Entry, type Reading } from '../entry.ts'
import { description } from '../syntax/markup.ts'
import { dateOf } from '../values/dates.ts'
import { languageOf } from '../values/languages.ts'
import { count, distinct, line, withValues } from '../values/text.ts'
import { type Acquisition, accessOf } from './opds-acquisition.ts'
import { identifiersOf } from './opds1.ts'

type Json = Readonly<Record<string, unknown>>

/** Feeds are paged; a file is one page, or a few joined. */
const feedBytesMax = 64 * 1024 * 1024

/** The publications of an OPDS 2.0 feed and of its groups, counted instead of lines. */
export async function* opds2(chunks: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const pending: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > feedBytesMax) throw new Error('The feed is too long to be one page of OPDS 2.0.')
    pending.push(chunk)
  }
  let feed: Json
  try {
    feed = objectOf(
      JSON.parse(
        Buffer.concat(pending)
          .toString('utf8')
          .replace(/^\ufeff/, ''),
      ),
    )
  } catch {
    return yield badEntry(1, 'the file is not JSON')
  }
  const groups = listOf(feed.groups).map(objectOf)
  const publications = [feed, ...groups].flatMap((each) => listOf(each.publications))
  for (const [index, publication] of publications.entries()) {
    yield { line: index + 1, read: () => publicationOf(objectOf(publication)) }
  }
}

function publicationOf(publication: Json): Reading {
  const metadata = objectOf(publication.metadata)
  const links = listOf(publication.links).map(objectOf)
  const title = localizedText(metadata.title)
  if (title === undefined) throw new BadEntry('there is no title')
  const identifier = textIn(metadata.identifier)
  const self = links.find((link) => relsOf(link).includes('self'))
  const sourceKey = identifier ?? textIn(self?.href)
  if (sourceKey === undefined) throw new BadEntry('there is neither an identifier nor a self link')
  const acquisitions = links.flatMap(acquisitionsOf)
  return {
    kind: 'volume',
    volume: {
      source: 'opds',
      sourceKey,
      title,
      ...withValues('subtitle', localizedText(metadata.subtitle)),
      ...withValues('authors', distinct([...names(metadata.author), ...names(metadata.editor)])),
      ...withValues('publisher', names(metadata.publisher)[0]),
      ...withValues('publishedDate', dateOf(textIn(metadata.published))),
      ...withValues('description', description(textIn(metadata.description))),
      ...withValues('identifiers', identifiersOf(distinct([identifier]))),
      ...withValues('pageCount', count(String(metadata.numberOfPages ?? ''))),
      ...withValues('categories', distinct(names(metadata.subject))),
      ...withValues('language', languageOf(textIn(listOf(metadata.language)[0]))),
      ...withValues('series', seriesOf(objectOf(metadata.belongsTo))),
      ...(acquisitions.length === 0 ? {} : accessOf(acquisitions)),
      ...withValues('cover', coverOf(listOf(publication.images).map(objectOf))),
    },
  }
}

const acquisitionRel = 'http://opds-spec.org/acquisition'

function acquisitionsOf(link: Json): Acquisition[] {
  const price = objectOf(objectOf(link.properties).price)
  const { value: amount, currency } = price
  const isPriced = typeof amount === 'number' && amount >= 0 && typeof currency === 'string'
  return relsOf(link)
    .filter((rel) => rel.startsWith(acquisitionRel))
    .map((rel) => ({
      way: rel.slice(acquisitionRel.length + 1),
      href: textIn(link.href) ?? '',
      type: textIn(link.type) ?? '',
      ...(isPriced ? { price: { amount, currencyCode: currency } } : {}),
    }))
}

const relsOf = (link: Json): string[] => distinct(listOf(link.rel).map(textIn))

/** A name, `{name}` or a list of either. */
const names = (value: unknown): string[] =>
  distinct(
    listOf(value).map((each) =>
      typeof each === 'string' ? line(each) : localizedText(objectOf(each).name),
    ),
  )

/** A text, or one per language. */
const localizedText = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null
    ? distinct(Object.values(value).map(textIn))[0]
    : textIn(value)

function seriesOf(belongsTo: Json) {
  return listOf(belongsTo.series).flatMap((each) => {
    const title = typeof each === 'string' ? line(each) : localizedText(objectOf(each).name)
    const { position } = objectOf(each)
    const number = typeof position === 'number' ? String(position) : undefined
    return title === undefined ? [] : [{ title, ...withValues('number', number) }]
  })
}

const widthOf = ({ width }: Json) => (typeof width === 'number' ? width : 0)

const coverOf = (images: readonly Json[]): string | undefined =>
  textIn(images.toSorted((a, b) => widthOf(b) - widthOf(a))[0]?.href)

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? line(value) : undefined

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
