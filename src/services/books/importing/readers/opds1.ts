import type { Entry, Reading } from '../entry.ts'
import { BadEntry, other } from '../entry.ts'
import { description } from '../syntax/markup.ts'
import { at, children, innerMarkup, textOf, type XmlElement, xmlEntries } from '../syntax/xml.ts'
import { dateOf } from '../values/dates.ts'
import { Identifiers } from '../values/identifiers.ts'
import { languageOf } from '../values/languages.ts'
import { distinct, line, withValues } from '../values/text.ts'
import { type Acquisition, accessOf } from './opds-acquisition.ts'

/** The entries of an OPDS 1.2 feed; navigation entries are skipped. */
export const opds1 = (chunks: AsyncIterable<Buffer>): AsyncGenerator<Entry> =>
  xmlEntries(chunks, ['entry'], publicationOf)

function publicationOf(entry: XmlElement): Reading {
  const links = children(entry, 'link')
  const acquisitions = links.map(acquisitionOf).filter((each) => each !== undefined)
  if (acquisitions.length === 0) return other
  const title = line(textOf(at(entry, 'title')))
  const sourceKey = line(textOf(at(entry, 'id')))
  if (title === undefined) throw new BadEntry('there is no title')
  if (sourceKey === undefined) throw new BadEntry('there is no id')
  const text = at(entry, 'content') ?? at(entry, 'summary')
  const texts = (name: string) => children(entry, name).map((child) => line(textOf(child)))
  return {
    kind: 'volume',
    volume: {
      source: 'opds',
      sourceKey,
      title,
      ...withValues('subtitle', line(textOf(at(entry, 'subtitle')))),
      ...withValues(
        'authors',
        distinct(children(entry, 'author').map((a) => line(textOf(at(a, 'name'))))),
      ),
      ...withValues('publisher', texts('publisher')[0]),
      ...withValues('publishedDate', dateOf(texts('issued')[0]) ?? dateOf(texts('published')[0])),
      ...withValues('description', description(innerMarkup(text))),
      ...withValues('identifiers', identifiersOf([sourceKey, ...distinct(texts('identifier'))])),
      ...withValues('categories', distinct(children(entry, 'category').map(categoryOf))),
      ...withValues('language', languageOf(texts('language')[0])),
      ...withValues('series', distinctSeries(entry)),
      ...accessOf(acquisitions),
      ...withValues('cover', coverOf(links)),
    },
  }
}

const acquisitionRel = 'http://opds-spec.org/acquisition'

function acquisitionOf(link: XmlElement): Acquisition | undefined {
  const { rel = '', href = '', type = '' } = link.attributes
  if (!rel.startsWith(acquisitionRel)) return undefined
  const price = at(link, 'price')
  const amount = Number(textOf(price)?.trim() || Number.NaN)
  const currencyCode = price?.attributes.currencycode
  return {
    way: rel.slice(acquisitionRel.length + 1),
    href,
    type,
    ...(amount >= 0 && currencyCode !== undefined ? { price: { amount, currencyCode } } : {}),
  }
}

export function identifiersOf(texts: readonly string[]) {
  const identifiers = new Identifiers()
  for (const text of texts) {
    if (/^(?:urn:)?isbn:/i.test(text)) identifiers.isbn(text)
    else if (/^(?:urn:)?issn:/i.test(text)) identifiers.issn(text)
  }
  return identifiers.list
}

const categoryOf = ({ attributes: { label, term } }: XmlElement) => line(label ?? term)

function distinctSeries(entry: XmlElement) {
  return children(entry, 'Series').flatMap(({ attributes: { name, position } }) => {
    const title = line(name)
    return title === undefined ? [] : [{ title, ...withValues('number', line(position)) }]
  })
}

const imageRels = ['http://opds-spec.org/image', 'http://opds-spec.org/image/thumbnail']

const coverOf = (links: readonly XmlElement[]): string | undefined =>
  imageRels
    .map((rel) => links.find((link) => link.attributes.rel === rel)?.attributes.href)
    .find((href) => href !== undefined)
