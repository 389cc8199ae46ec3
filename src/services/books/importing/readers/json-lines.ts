import { createHash } from 'node:crypto'
import { bareIsbn } from '../../domain/isbn.ts'
import type {
  Download,
  Price,
  VolumeIdentifier,
  VolumeRecord,
  VolumeSeries,
} from '../../domain/volume-record.ts'
import { BadEntry, type Entry } from '../entry.ts'
import { JsonMembers, parsedJson } from '../syntax/json-members.ts'
import { lines } from '../syntax/lines.ts'
import { reducedMarkup } from '../syntax/markup.ts'
import { distinct, line, withAllValues, withValues } from '../values/text.ts'

/** One volume per line, as in `volumes.get` and `almanac books export`. */
export async function* jsonLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  for await (const { number, bytes } of lines(chunks)) {
    yield {
      line: number,
      read: () => ({
        kind: 'volume',
        volume: volumeIn(new JsonMembers(parsedJson(withoutMark(bytes)))),
      }),
    }
  }
}

/** Some editors add a byte-order mark. */
const withoutMark = (bytes: Buffer | undefined) =>
  bytes?.[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes

/** The record of a volume resource. */
export function volumeIn(json: JsonMembers): VolumeRecord {
  const info = json.object('volumeInfo')
  const title = line(info?.text('title'))
  if (info === undefined || title === undefined) throw new BadEntry('there is no volumeInfo.title')
  const sale = json.object('saleInfo')
  const access = json.object('accessInfo')
  const own = json.object('almanac')
  const id = idOf(json)
  const identifiers = identifiersOf(info)
  const authors = distinct((info.texts('authors') ?? []).map(line))
  // In the order in which members are stored, which saves sorting.
  return withAllValues<VolumeRecord>({
    alternativeTitles: distinct((own?.texts('alternativeTitles') ?? []).map(line)),
    authors,
    averageRating: info.number('averageRating', { min: 0, max: 5 }),
    categories: distinct((info.texts('categories') ?? []).map(line)),
    cover: coverOf(info, own),
    description: reducedMarkup(info.text('description')),
    dimensions: dimensionsOf(info.object('dimensions')),
    epub: downloadOf(access?.object('epub')),
    id,
    identifiers,
    isEbook: sale?.flag('isEbook'),
    language: line(info.text('language')),
    listPrice: priceOf(sale?.object('listPrice')),
    mainCategory: line(info.text('mainCategory')),
    maturityRating: info.oneOf('maturityRating', ['NOT_MATURE', 'MATURE']),
    onSaleDate: line(sale?.text('onSaleDate')),
    pageCount: info.count('pageCount'),
    pdf: downloadOf(access?.object('pdf')),
    printType: info.oneOf('printType', ['BOOK', 'MAGAZINE']),
    printedPageCount: info.count('printedPageCount'),
    publicDomain: access?.flag('publicDomain'),
    publishedDate: line(info.text('publishedDate')),
    publisher: line(info.text('publisher')),
    ratingsCount: info.count('ratingsCount'),
    retailPrice: priceOf(sale?.object('retailPrice')),
    saleability: sale?.oneOf('saleability', saleabilities),
    series: seriesOf(info, own),
    source: line(own?.text('source')) ?? 'jsonl',
    sourceKey: line(own?.text('sourceKey')) ?? id ?? keyOf(identifiers, title, authors),
    subtitle: line(info.text('subtitle')),
    title,
    viewability: access?.oneOf('viewability', viewabilities),
  })
}

const saleabilities = [
  'FOR_SALE',
  'FREE',
  'NOT_FOR_SALE',
  'FOR_PREORDER',
  'FOR_RENTAL_ONLY',
  'FOR_SALE_AND_RENTAL',
] as const

const viewabilities = ['PARTIAL', 'ALL_PAGES', 'NO_PAGES', 'UNKNOWN'] as const

function idOf(json: JsonMembers): string | undefined {
  const id = json.text('id')
  if (id !== undefined && !/^[\w-]{12}$/.test(id)) {
    throw new BadEntry('id is not twelve letters, digits, dashes or underscores')
  }
  return id
}

const identifierTypes = ['ISBN_10', 'ISBN_13', 'ISSN', 'OTHER'] as const

function identifiersOf(info: JsonMembers): VolumeIdentifier[] {
  return info.objects('industryIdentifiers').flatMap((json) => {
    const identifier = line(json.text('identifier'))
    const type = json.oneOf('type', identifierTypes) ?? 'OTHER'
    if (identifier === undefined) return []
    return [{ identifier: type.startsWith('ISBN') ? bareIsbn(identifier) : identifier, type }]
  })
}

/** The key of a volume without an id: its best identifier, or else a hash of its content. */
function keyOf(
  identifiers: readonly VolumeIdentifier[],
  title: string,
  authors: readonly string[],
): string {
  const isbn = identifiers.find(({ type }) => type === 'ISBN_13') ?? identifiers[0]
  const hash = () => createHash('sha256').update(JSON.stringify([title, authors]))
  return isbn?.identifier ?? hash().digest('base64url').slice(0, 16)
}

function dimensionsOf(json: JsonMembers | undefined) {
  if (json === undefined) return undefined
  return {
    ...withValues('height', line(json.text('height'))),
    ...withValues('width', line(json.text('width'))),
    ...withValues('thickness', line(json.text('thickness'))),
  }
}

function seriesOf(info: JsonMembers, own: JsonMembers | undefined): VolumeSeries[] {
  const wire = info.object('seriesInfo')
  const listed = own?.objects('series') ?? []
  const found = listed.map((json) => ({ title: json.text('title'), number: json.text('number') }))
  if (found.length === 0 && wire !== undefined) {
    const title = wire.text('shortSeriesBookTitle')
    found.push({ title, number: wire.text('bookDisplayNumber') })
  }
  return found.flatMap(({ title, number }) => {
    const titleLine = line(title)
    return titleLine === undefined
      ? []
      : [{ title: titleLine, ...withValues('number', line(number)) }]
  })
}

function priceOf(json: JsonMembers | undefined): Price | undefined {
  const amount = json?.number('amount', { min: 0, max: 1e12 })
  const currencyCode = line(json?.text('currencyCode'))
  return amount === undefined || currencyCode === undefined ? undefined : { amount, currencyCode }
}

function downloadOf(json: JsonMembers | undefined): Download | undefined {
  const isAvailable = json?.flag('isAvailable')
  if (json === undefined || isAvailable === undefined) return undefined
  return { isAvailable, ...withValues('downloadLink', line(json.text('downloadLink'))) }
}

const sizes = ['extraLarge', 'large', 'medium', 'small', 'thumbnail', 'smallThumbnail']

/** Links in our own exports lead to the server itself, so that the image is named separately. */
function coverOf(info: JsonMembers, own: JsonMembers | undefined): string | undefined {
  if (own !== undefined) return line(own.text('cover'))
  const links = info.object('imageLinks')
  const link = sizes.map((size) => links?.text(size)).find((each) => each !== undefined)
  return line(link)
}
