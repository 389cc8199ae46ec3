import type { VolumeSeries } from '../../../domain/volume-record.ts'
import { BadEntry, type Reading } from '../../entry.ts'
import { markupOfText } from '../../syntax/markup.ts'
import { dateOf } from '../../values/dates.ts'
import { Identifiers } from '../../values/identifiers.ts'
import { languageOf } from '../../values/languages.ts'
import { spokenName } from '../../values/names.ts'
import { distinct, line, withValues } from '../../values/text.ts'
import { type MarcRecord, part, partsOf } from './marc-record.ts'

/** The volume of a library catalog record. */
export function marcVolume(record: MarcRecord): Reading {
  const control = line(record.control('001'))
  if (record.leader[5] === 'd' && control !== undefined) {
    return { kind: 'withdrawn', source: 'marc', sourceKey: keyOf(record, control) }
  }
  const [statement] = record.fields('245')
  const title = withoutPunctuation(statement && partsOf(statement, 'anp').join(' '))
  if (title === undefined) throw new BadEntry('there is no title (field 245)')
  const identifiers = identifiersOf(record)
  const sourceKey = control === undefined ? identifiers[0]?.identifier : keyOf(record, control)
  if (sourceKey === undefined) throw new BadEntry('there is no control number (field 001)')
  const imprint = record.fields('264').find(({ indicators }) => indicators[1] === '1')
  const publication = imprint ?? record.fields('260')[0]
  const dates = record.control('008') ?? ''
  return {
    kind: 'volume',
    volume: {
      source: 'marc',
      sourceKey,
      title,
      ...withValues('subtitle', withoutPunctuation(part(statement, 'b'))),
      ...withValues('alternativeTitles', alternativeTitles(record, title)),
      ...withValues('authors', authorsOf(record)),
      ...withValues('publisher', withoutPunctuation(part(publication, 'b'))),
      ...withValues('publishedDate', dateOf(part(publication, 'c')) ?? dateOf(dates.slice(7, 11))),
      ...withValues('description', descriptionOf(record)),
      ...withValues('identifiers', identifiers),
      ...withValues('pageCount', pagesOf(record.first('300', 'a'))),
      ...withValues('dimensions', dimensionsOf(record.first('300', 'c'))),
      printType: record.leader[7] === 's' ? 'MAGAZINE' : 'BOOK',
      ...withValues('categories', categoriesOf(record)),
      ...withValues(
        'language',
        languageOf(dates.slice(35, 38)) ?? languageOf(record.first('041', 'a')),
      ),
      ...withValues('series', seriesOf(record)),
    },
  }
}

/** Numbers are unique only within the catalog that field 003 names. */
function keyOf(record: MarcRecord, control: string): string {
  const catalog = line(record.control('003'))
  return catalog === undefined ? control : `${catalog}:${control}`
}

/** Removes the punctuation between the parts of a printed description. */
function withoutPunctuation(text: string | undefined): string | undefined {
  const bare = line(text)?.replace(/[\s/:;,=]+$/, '')
  return line(bare?.replace(/(?<=\p{L}{3,}|\)|\])\.$/u, ''))
}

function alternativeTitles(record: MarcRecord, title: string): string[] {
  const titles = record
    .fields('130', '240', '246')
    .map((field) => withoutPunctuation(partsOf(field, 'anp').join(' ')))
  return distinct(titles).filter((each) => each !== title)
}

const authorRoles = /^(?:aut|edt|cre|author|editor|ed\b)/i

function authorsOf(record: MarcRecord): string[] {
  const names = record.fields('100', '110', '111', '700', '710').map((field) => {
    const roles = partsOf(field, 'e4')
    const isAuthor = roles.length === 0 || roles.some((role) => authorRoles.test(role.trim()))
    const name = line(part(field, 'a'))?.replace(/[\s,;:]+$/, '')
    if (!isAuthor || name === undefined) return undefined
    const isPerson = field.tag.endsWith('00')
    if (!isPerson) return withoutPunctuation(name)
    // A period after an initial belongs to the name.
    const bare = name.replace(/(?<=\p{L}{3,})\.$/u, '')
    return field.indicators[0] === '0' ? bare : spokenName(bare)
  })
  return distinct(names)
}

function identifiersOf(record: MarcRecord) {
  const identifiers = new Identifiers()
  for (const text of valuesOf(record, '020')) identifiers.isbn(text.trim().split(/[\s(:]/)[0])
  for (const text of valuesOf(record, '022')) identifiers.issn(text)
  for (const text of valuesOf(record, '010')) identifiers.lccn(text)
  for (const text of valuesOf(record, '035')) {
    if (/^\(OCoLC\)/i.test(text.trim())) identifiers.oclc(text.trim())
  }
  return identifiers.list
}

const valuesOf = (record: MarcRecord, tag: string): string[] =>
  record.fields(tag).flatMap((field) => partsOf(field, 'a'))

function descriptionOf(record: MarcRecord): string | undefined {
  const texts = record.fields('520').map((field) => line(partsOf(field, 'ab').join(' ')))
  const contents = record.fields('505').map((field) => line(partsOf(field, 'agrt').join(' ')))
  return markupOfText(distinct([...texts, ...contents]).join('\n'))
}

function pagesOf(text: string | undefined): number | undefined {
  const pages = /(\d{1,5})\s*(?:p\b|pages|S\b|Seiten|páginas|s\b)/.exec(text ?? '')?.[1]
  return pages === undefined || Number(pages) === 0 ? undefined : Number(pages)
}

function dimensionsOf(text: string | undefined) {
  const [, height, width] =
    /(\d{1,3}(?:[.,]\d)?)\s*(?:x\s*(\d{1,3}(?:[.,]\d)?)\s*)?cm/.exec(text ?? '') ?? []
  if (height === undefined) return undefined
  return { height: centimetres(height), ...withValues('width', width && centimetres(width)) }
}

const centimetres = (text: string) => `${Number(text.replace(',', '.')).toFixed(2)} cm`

function categoriesOf(record: MarcRecord): string[] {
  const headings = record
    .fields('600', '610', '611', '630', '650', '651', '655')
    .map((field) =>
      distinct(
        field.parts
          .filter(([code]) => 'axyzv'.includes(code))
          .map(([, text]) => withoutPunctuation(text)),
      ).join(' / '),
    )
  return distinct(headings.map(line))
}

function seriesOf(record: MarcRecord): VolumeSeries[] {
  const byTitle = new Map<string, VolumeSeries>()
  for (const field of record.fields('490', '830', '440')) {
    const title = withoutPunctuation(part(field, 'a'))
    const number = /\d+(?:\.\d+)?/.exec(part(field, 'v') ?? '')?.[0]
    if (title !== undefined && !byTitle.has(title.toLowerCase())) {
      byTitle.set(title.toLowerCase(), { title, ...withValues('number', number) })
    }
  }
  return [...byTitle.values()]
}
