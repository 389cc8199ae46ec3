import type { VolumeRecord } from '../domain/volume-record.ts'
import { BadEntry } from './entry.ts'

const keyLengthMax = 200
const lineLengthMax = 1_000
const linkLengthMax = 2_000
const listLengthMax = 100

/** The record within the bounds that the catalogue keeps; throws when it cannot be brought there. */
export function tidyRecord(record: VolumeRecord, source: string | undefined): VolumeRecord {
  if (record.sourceKey.length > keyLengthMax) throw new BadEntry('its key is too long')
  const tidy: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(record)) tidy[name] = bounded(name, value)
  if (source !== undefined) tidy.source = source
  for (const name of ['cover', 'epub', 'pdf'] as const) {
    if (!isPublicLink(record[name])) delete tidy[name]
  }
  return tidy as unknown as VolumeRecord
}

function bounded(name: string, value: unknown): unknown {
  if (typeof value === 'string') return name === 'description' ? value : shortened(value)
  if (!Array.isArray(value)) return value
  return value
    .slice(0, listLengthMax)
    .map((each) => (typeof each === 'string' ? shortened(each) : each))
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

/** Whether links lead to the web and nowhere else. */
function isPublicLink(value: string | { readonly downloadLink?: string } | undefined): boolean {
  const link = typeof value === 'object' ? value.downloadLink : value
  return (
    link === undefined || (link.length <= linkLengthMax && /^https?:\/\/[^\s<>"]+$/i.test(link))
  )
}
