import { volumeFacts } from '../domain/volume-facts.ts'
import { volumeIdOf } from '../domain/volume-id.ts'
import type { VolumeRecord } from '../domain/volume-record.ts'
import { BadEntry } from './entry.ts'

const keyLengthMax = 200
const lineLengthMax = 1_000
const linkLengthMax = 2_000
const listLengthMax = 100

const impliable = ['isEbook', 'saleability', 'viewability', 'printType', 'maturityRating'] as const

/**
 * The record within the bounds that the catalogue keeps, without what goes without saying and with
 * its members in one order: whoever says the same about a volume has the same record.
 */
export function tidyRecord(given: VolumeRecord, source: string | undefined): VolumeRecord {
  if (given.sourceKey.length > keyLengthMax) throw new BadEntry('its key is too long')
  const record: Writable = { ...given }
  if (source !== undefined) record.source = source
  leaveOutDeadLinks(record)
  leaveOutImplied(record)
  return tidy(record) as VolumeRecord
}

type Writable = { -readonly [K in keyof VolumeRecord]: VolumeRecord[K] }

/** Texts within bounds, members in order. */
function tidy(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return name === 'description' ? value : shortened(value)
  if (Array.isArray(value)) return value.slice(0, listLengthMax).map((each) => tidy(each))
  if (typeof value !== 'object' || value === null) return value
  const ordered: Record<string, unknown> = {}
  const members = value as Readonly<Record<string, unknown>>
  for (const member of Object.keys(members).sort()) ordered[member] = tidy(members[member], member)
  return ordered
}

/** Cut at the last blank within the bound, never inside a character. */
function shortened(text: string): string {
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

function leaveOutDeadLinks(record: Writable): void {
  if (!isPublicLink(record.cover)) delete record.cover
  for (const name of ['epub', 'pdf'] as const) {
    const download = record[name]
    if (download === undefined || isPublicLink(download.downloadLink)) continue
    record[name] = { isAvailable: download.isAvailable }
  }
}

/** An export spells out everything, and a source may as well. */
function leaveOutImplied(record: Writable): void {
  const { id, source, sourceKey } = record
  if (id !== undefined && id === volumeIdOf({ source, sourceKey })) delete record.id
  if (record.publicDomain === false) delete record.publicDomain
  for (const name of ['epub', 'pdf'] as const) {
    const download = record[name]
    if (download?.isAvailable === false && download.downloadLink === undefined) delete record[name]
  }
  for (const name of impliable) {
    if (record[name] === undefined) continue
    const { [name]: said, ...rest } = record
    if (volumeFacts(rest)[name] === said) delete record[name]
  }
  const { listPrice, retailPrice } = record
  const isSamePrice =
    listPrice?.amount === retailPrice?.amount &&
    listPrice?.currencyCode === retailPrice?.currencyCode
  if (isSamePrice) delete record.retailPrice
  if (record.saleability !== 'FOR_PREORDER') delete record.onSaleDate
}
