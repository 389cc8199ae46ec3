import { hash } from 'node:crypto'
import { plainText } from './plain-text.ts'
import { type VolumeFacts, volumeFacts } from './volume-facts.ts'
import type { Download, Price, VolumeRecord, VolumeSeries } from './volume-record.ts'
import {
  api,
  country,
  description,
  details,
  etag,
  images,
  ordinary,
  page,
  preview,
  unread,
  unsold,
} from './wire-marks.ts'

/** The stored texts of a volume. */
export interface WireVolume {
  /** The volume, with placeholders for values that depend on the response. */
  readonly wire: string
  /** Its description with markup, as a JSON member; empty if there is none. */
  readonly description: string
  /** The description without markup; empty if there is none. */
  readonly brief: string
  /** Members that are shown only in lookups by id. */
  readonly details: string
}

/** Renders the texts of a volume, once when it is written. */
export function wireVolume(
  record: VolumeRecord,
  id: string,
  facts: VolumeFacts = volumeFacts(record),
): WireVolume {
  const html = record.description ?? ''
  const plain = plainText(html)
  const { printedPageCount, dimensions } = record
  return {
    wire:
      `{"kind":"books#volume","id":"${id}","etag":"${etag}","selfLink":"${api}/volumes/${id}",` +
      `"volumeInfo":{${volumeInfo(record, facts)}},` +
      `"saleInfo":{${textOrMark(saleInfo(record, facts), unsoldText, unsold)}},` +
      `"accessInfo":{${textOrMark(accessInfo(record, facts), unreadText, unread)}}}`,
    description: plain === '' ? '' : textMember('description', html),
    brief: plain === html ? '' : textMember('description', plain),
    details:
      valueMember('printedPageCount', printedPageCount) + valueMember('dimensions', dimensions),
  }
}

/** A hash of the texts: eleven characters of base64. */
export const etagOf = (...parts: readonly string[]): string =>
  hash('sha256', parts.join('|'), 'base64').slice(0, 11)

/** A member of a JSON object with a trailing comma; empty if the value is absent. */
const textMember = (name: string, text: string | undefined): string =>
  text === undefined || text === '' ? '' : `"${name}":${jsonText(text)},`

const textsMember = (name: string, texts: readonly string[] | undefined): string =>
  texts === undefined || texts.length === 0 ? '' : `"${name}":[${texts.map(jsonText).join(',')}],`

const numberMember = (name: string, value: number | undefined): string =>
  value === undefined ? '' : `"${name}":${value},`

const valueMember = (name: string, value: unknown): string =>
  value === undefined ? '' : `"${name}":${JSON.stringify(value)},`

const isPlain = /^[ !#-[\]-~]*$/

const jsonText = (text: string): string => (isPlain.test(text) ? `"${text}"` : JSON.stringify(text))

function volumeInfo(record: VolumeRecord, facts: VolumeFacts): string {
  const { hasEpub, hasPdf, printType } = facts
  return (
    `"title":${jsonText(record.title)},` +
    textMember('subtitle', record.subtitle) +
    textsMember('authors', record.authors) +
    textMember('publisher', record.publisher) +
    textMember('publishedDate', record.publishedDate) +
    description +
    identifiersMember(record.identifiers) +
    `"readingModes":{"text":${hasEpub},"image":${hasPdf}},` +
    numberMember('pageCount', record.pageCount) +
    `${details}"printType":"${printType}",` +
    textMember('mainCategory', record.mainCategory) +
    textsMember('categories', record.categories) +
    numberMember('averageRating', record.averageRating) +
    numberMember('ratingsCount', record.ratingsCount) +
    textOrMark(kindOfBook(facts), ordinaryText, ordinary) +
    images +
    textMember('language', record.language) +
    `"previewLink":"${page}&printsec=frontcover${preview}",` +
    valueMember('seriesInfo', seriesInfo(record.series)) +
    `"infoLink":"${page}","canonicalVolumeLink":"${page}"`
  )
}

function kindOfBook({ maturityRating, viewability }: VolumeFacts): string {
  const version = viewability === 'ALL_PAGES' ? 'full' : 'preview'
  return (
    `"maturityRating":"${maturityRating}","allowAnonLogging":false,` +
    `"contentVersion":"1.0.0.0.${version}.0",` +
    `"panelizationSummary":{"containsEpubBubbles":false,"containsImageBubbles":false},`
  )
}

function identifiersMember(identifiers: VolumeRecord['identifiers'] = []): string {
  if (identifiers.length === 0) return ''
  const listed = identifiers.map(
    ({ type, identifier }) => `{"type":"${type}","identifier":${jsonText(identifier)}}`,
  )
  return `"industryIdentifiers":[${listed.join(',')}],`
}

function saleInfo(record: Partial<VolumeRecord>, facts: VolumeFacts): string {
  const { saleability, isEbook, hasPrice } = facts
  const isSold = saleability === 'FOR_SALE' || saleability === 'FREE'
  return (
    `"country":"${country}","saleability":"${saleability}","isEbook":${isEbook}` +
    (hasPrice ? prices(record) : '') +
    (isSold ? `,"buyLink":"${page}&buy="` : '') +
    (hasPrice && isEbook ? offers(record) : '') +
    (saleability === 'FOR_PREORDER' && record.onSaleDate !== undefined
      ? `,"onSaleDate":${jsonText(record.onSaleDate)}`
      : '')
  )
}

const prices = ({ listPrice, retailPrice = listPrice }: Partial<VolumeRecord>): string =>
  `,${JSON.stringify({ listPrice, retailPrice }).slice(1, -1)}`

const offers = ({ listPrice, retailPrice }: Partial<VolumeRecord>): string => {
  const offer = {
    finskyOfferType: 1,
    listPrice: inMicros(listPrice ?? retailPrice!),
    retailPrice: inMicros(retailPrice ?? listPrice!),
  }
  return `,"offers":[${JSON.stringify(offer)}]`
}

const inMicros = ({ amount, currencyCode }: Price) => ({
  amountInMicros: Math.round(amount * 1_000_000),
  currencyCode,
})

function accessInfo(record: Partial<VolumeRecord>, facts: VolumeFacts): string {
  const { viewability, accessViewStatus, isPublicDomain, hasEpub, hasPdf } = facts
  return (
    `"country":"${country}","viewability":"${viewability}",` +
    `"embeddable":${accessViewStatus !== 'NONE'},"publicDomain":${isPublicDomain},` +
    `"textToSpeechPermission":"ALLOWED",` +
    `"epub":${download(hasEpub, record.epub)},"pdf":${download(hasPdf, record.pdf)},` +
    `"webReaderLink":"${page}&printsec=frontcover",` +
    `"accessViewStatus":"${accessViewStatus}","quoteSharingAllowed":false`
  )
}

const download = (isAvailable: boolean, { downloadLink }: Partial<Download> = {}): string =>
  downloadLink === undefined
    ? `{"isAvailable":${isAvailable}}`
    : JSON.stringify({ isAvailable, downloadLink })

const textOrMark = (text: string, derived: string, mark: string) => (text === derived ? mark : text)

/** The values of these placeholders. */
export const ordinaryText = kindOfBook(volumeFacts({}))
export const unsoldText = saleInfo({}, volumeFacts({}))
export const unreadText = accessInfo({}, volumeFacts({}))

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
