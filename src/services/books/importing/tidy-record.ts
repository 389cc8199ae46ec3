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
 * The record within the limits of the catalog, without default values and with its members in a fixed order,
 * so that equal descriptions of a volume give equal records.
 */
export function tidyRecord(volumeRecord: VolumeRecord, source: string | undefined): VolumeRecord {
  if (volumeRecord.sourceKey.length > keyLengthMax) throw new BadEntry('its key is too long')
  const record: Writable = { ...volumeRecord }
  if (source !== undefined) record.source = source
  leaveOutDeadLinks(record)
  leaveOutImplied(record)
  return tidy(record) as VolumeRecord
}

type Writable = { -readonly [K in keyof VolumeRecord]: VolumeRecord[K] }

/** Limits texts and sorts members; returns the value itself if nothing changes. */
function tidy(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return name === 'description' ? value : shortenedText(value)
  if (Array.isArray(value)) return tidyList(value)
  if (typeof value !== 'object' || value === null) return value
  const members = value as Readonly<Record<string, unknown>>
  const names = Object.keys(members)
  const tidied = names.map((member) => tidy(members[member], member))
  const isTidy = names.every(
    (member, at) => (at === 0 || names[at - 1]! < member) && tidied[at] === members[member],
  )
  if (isTidy) return value
  const pairs = names.map((member, at): [string, unknown] => [member, tidied[at]])
  return Object.fromEntries(pairs.sort(([one], [other]) => (one < other ? -1 : 1)))
}

function tidyList(list: readonly unknown[]): readonly unknown[] {
  const tidied = list.slice(0, listLengthMax).map((each) => tidy(each))
  const isTidy = tidied.length === list.length && tidied.every((each, at) => each === list[at])
  return isTidy ? list : tidied
}

/** Truncates at the last space within the limit, never within a character. */
function shortenedText(text: string): string {
  if (text.length <= lineLengthMax) return text
  const cut = text
    .slice(0, lineLengthMax)
    .toWellFormed()
    .replace(/\ufffd$/, '')
  const blank = cut.lastIndexOf(' ')
  return `${cut.slice(0, blank > lineLengthMax / 2 ? blank : cut.length)}…`
}

/** Whether a link is a public web URL. */
const isPublicLink = (link: string | undefined): link is string =>
  link !== undefined && link.length <= linkLengthMax && /^https?:\/\/[^\s<>"]+$/i.test(link)

function leaveOutDeadLinks(record: Writable): void {
  if (record.cover !== undefined && !isPublicLink(record.cover)) delete record.cover
  for (const name of ['epub', 'pdf'] as const) {
    const download = record[name]
    if (download === undefined || isPublicLink(download.downloadLink)) continue
    record[name] = { isAvailable: download.isAvailable }
  }
}

/** Exports contain implied values, and sources may as well. */
function leaveOutImplied(record: Writable): void {
  const { id, source, sourceKey } = record
  // An id that is derived from the key is implied.
  const isImplied = id !== undefined && id !== sourceKey && id === volumeIdOf({ source, sourceKey })
  if (isImplied) delete record.id
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
  const { listPrice, retailPrice, onSaleDate } = record
  const isSamePrice =
    listPrice?.amount === retailPrice?.amount &&
    listPrice?.currencyCode === retailPrice?.currencyCode
  if (isSamePrice && retailPrice !== undefined) delete record.retailPrice
  if (onSaleDate !== undefined && record.saleability !== 'FOR_PREORDER') delete record.onSaleDate
}
