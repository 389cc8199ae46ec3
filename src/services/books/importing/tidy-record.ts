import { volumeFacts } from '../domain/volume-facts.ts'
import { volumeIdOf } from '../domain/volume-id.ts'
import type { Download, VolumeRecord } from '../domain/volume-record.ts'
import { BadEntry } from './entry.ts'

const keyLengthMax = 200
const lineLengthMax = 1_000
const linkLengthMax = 2_000
const listLengthMax = 100

/**
 * The record within the bounds that the catalogue keeps, without what goes without saying and with
 * its members in one order: whoever says the same about a volume has the same record.
 */
export function tidyRecord(given: VolumeRecord, source: string | undefined): VolumeRecord {
  if (given.sourceKey.length > keyLengthMax) throw new BadEntry('its key is too long')
  const record: Writable = bounded(given) as unknown as Writable
  if (source !== undefined) record.source = source
  leaveOutImplied(record)
  return ordered(record) as VolumeRecord
}

type Writable = { -readonly [K in keyof VolumeRecord]: VolumeRecord[K] }

function bounded(record: VolumeRecord): Record<string, unknown> {
  const { description, cover, epub, pdf, ...rest } = record
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(rest)) kept[name] = shortened(value)
  if (description !== undefined) kept.description = description
  if (isPublicLink(cover)) kept.cover = cover
  for (const [name, download] of Object.entries({ epub, pdf })) {
    if (download !== undefined) kept[name] = boundedDownload(download)
  }
  return kept
}

const boundedDownload = ({ isAvailable, downloadLink }: Download): Download =>
  isPublicLink(downloadLink) ? { isAvailable, downloadLink } : { isAvailable }

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return shortenedText(value)
  if (Array.isArray(value)) return value.slice(0, listLengthMax).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]))
}

/** Cut at the last blank within the bound, never inside a character. */
function shortenedText(text: string): string {
  if (text.length <= lineLengthMax) return text
  const cut = text
    .slice(0, lineLengthMax)
    .toWellFormed()
    .replace(/\ufffd$/, '')
  const blank = cut.lastIndexOf(' ')
  return `${cut.slice(0, blank > lineLengthMax / 2 ? blank : cut.length)}…`
}

/** Whether a link leads to the web and nowhere else. */
const isPublicLink = (link: string | undefined): link is string =>
  link !== undefined && link.length <= linkLengthMax && /^https?:\/\/[^\s<>"]+$/i.test(link)

/** An export spells out everything, and a source may as well. */
function leaveOutImplied(record: Writable): void {
  const { id, ...named } = record
  if (id !== undefined && id === volumeIdOf(named)) delete record.id
  if (record.publicDomain === false) delete record.publicDomain
  for (const name of ['epub', 'pdf'] as const) {
    const download = record[name]
    if (download?.isAvailable === false && download.downloadLink === undefined) delete record[name]
  }
  for (const name of [
    'isEbook',
    'saleability',
    'viewability',
    'printType',
    'maturityRating',
  ] as const) {
    const { [name]: said, ...rest } = record
    if (said !== undefined && volumeFacts(rest)[name] === said) delete record[name]
  }
  const { listPrice, retailPrice } = record
  const isSamePrice =
    listPrice?.amount === retailPrice?.amount &&
    listPrice?.currencyCode === retailPrice?.currencyCode
  if (isSamePrice) delete record.retailPrice
  if (record.saleability !== 'FOR_PREORDER') delete record.onSaleDate
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, each]) => [name, ordered(each)]))
}
