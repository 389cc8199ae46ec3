import { hash } from 'node:crypto'
import { plainText } from './plain-text.ts'
import { volumeFacts } from './volume-facts.ts'
import type { Price, VolumeRecord, VolumeSeries } from './volume-record.ts'
import { country, description, details, etag, images, origin, preview } from './wire-marks.ts'

/** The texts of a volume as they are kept. */
export interface WireVolume {
  /** The volume, with marks where something is put in on the way out. */
  readonly wire: string
  /** Its description with markup, as a member of the text; empty where there is none. */
  readonly description: string
  /** The same without markup. */
  readonly brief: string
  /** Members that are shown only where it is got by its id. */
  readonly details: string
}

/** The text of a volume, made once, when it is written. */
export function wireVolume(record: VolumeRecord, id: string): WireVolume {
  const html = record.description ?? ''
  const volume = {
    kind: 'books#volume',
    id,
    etag,
    selfLink: `${origin}/books/v1/volumes/${id}`,
    volumeInfo: volumeInfo(record, id),
    saleInfo: saleInfo(record, id),
    accessInfo: accessInfo(record, id),
  }
  const { printedPageCount, dimensions } = record
  return {
    wire: JSON.stringify(volume),
    description: members({ description: html || undefined }),
    brief: members({ description: plainText(html) || undefined }),
    details: members({ printedPageCount, dimensions }),
  }
}

/** Changes with the texts: eleven characters of base64. */
export const etagOf = (...parts: readonly string[]): string =>
  hash('sha256', parts.join('|'), 'base64').slice(0, 11)

/** Members as they stand inside an object, with a comma behind each. */
function members(value: Record<string, unknown>): string {
  const text = JSON.stringify(value)
  return text === '{}' ? '' : `${text.slice(1, -1)},`
}

function volumeInfo(record: VolumeRecord, id: string) {
  const facts = volumeFacts(record)
  const page = `${origin}/books?id=${id}`
  return {
    title: record.title,
    subtitle: record.subtitle,
    authors: listed(record.authors),
    publisher: record.publisher,
    publishedDate: record.publishedDate,
    [description]: 0,
    industryIdentifiers: listed(record.identifiers)?.map(({ type, identifier }) => ({
      type,
      identifier,
    })),
    readingModes: { text: facts.hasEpub, image: facts.hasPdf },
    pageCount: record.pageCount,
    [details]: 0,
    printType: facts.printType,
    mainCategory: record.mainCategory,
    categories: listed(record.categories),
    averageRating: record.averageRating,
    ratingsCount: record.ratingsCount,
    maturityRating: facts.maturityRating,
    allowAnonLogging: false,
    contentVersion: `1.0.0.0.${facts.viewability === 'ALL_PAGES' ? 'full' : 'preview'}.0`,
    panelizationSummary: { containsEpubBubbles: false, containsImageBubbles: false },
    [images]: 0,
    language: record.language,
    previewLink: `${page}&printsec=frontcover${preview}`,
    seriesInfo: seriesInfo(record.series),
    infoLink: page,
    canonicalVolumeLink: page,
  }
}

function saleInfo(record: VolumeRecord, id: string) {
  const { saleability, isEbook, hasPrice } = volumeFacts(record)
  const isSold = saleability === 'FOR_SALE' || saleability === 'FREE'
  const { listPrice, retailPrice } = record
  return {
    country,
    saleability,
    isEbook,
    ...(hasPrice && { listPrice, retailPrice: retailPrice ?? listPrice }),
    buyLink: isSold ? `${origin}/books?id=${id}&buy=` : undefined,
    offers: hasPrice && isEbook ? [offer(listPrice, retailPrice)] : undefined,
    onSaleDate: saleability === 'FOR_PREORDER' ? record.onSaleDate : undefined,
  }
}

const offer = (listPrice: Price | undefined, retailPrice: Price | undefined) => ({
  finskyOfferType: 1,
  listPrice: inMicros(listPrice ?? retailPrice!),
  retailPrice: inMicros(retailPrice ?? listPrice!),
})

const inMicros = ({ amount, currencyCode }: Price) => ({
  amountInMicros: Math.round(amount * 1_000_000),
  currencyCode,
})

function accessInfo(record: VolumeRecord, id: string) {
  const facts = volumeFacts(record)
  return {
    country,
    viewability: facts.viewability,
    embeddable: facts.accessViewStatus !== 'NONE',
    publicDomain: facts.isPublicDomain,
    textToSpeechPermission: 'ALLOWED',
    epub: { isAvailable: facts.hasEpub, downloadLink: record.epub?.downloadLink },
    pdf: { isAvailable: facts.hasPdf, downloadLink: record.pdf?.downloadLink },
    webReaderLink: `${origin}/books?id=${id}&printsec=frontcover`,
    accessViewStatus: facts.accessViewStatus,
    quoteSharingAllowed: false,
  }
}

const int32Max = 2 ** 31 - 1

function seriesInfo(series: readonly VolumeSeries[] | undefined) {
  const [first] = series ?? []
  if (first === undefined) return undefined
  return {
    kind: 'books#volume_series_info',
    shortSeriesBookTitle: first.title,
    bookDisplayNumber: first.number,
    volumeSeries: series!.map(({ title, number = '' }) => {
      const order = Number.parseInt(number, 10)
      return {
        seriesId: seriesIdOf(title),
        seriesBookType: 'COLLECTED_EDITION',
        orderNumber: order >= 0 && order <= int32Max ? order : undefined,
      }
    }),
  }
}

const seriesIdOf = (title: string) => hash('sha256', title.toLowerCase(), 'base64url').slice(0, 14)

const listed = <T>(list: readonly T[] | undefined): readonly T[] | undefined =>
  list === undefined || list.length === 0 ? undefined : list
