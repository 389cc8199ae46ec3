import { hash } from 'node:crypto'
import { staticRank } from '../domain/static-rank.ts'
import { volumeFacts } from '../domain/volume-facts.ts'
import { volumeIdOf } from '../domain/volume-id.ts'
import type { VolumeRecord } from '../domain/volume-record.ts'
import { type VolumeWords, volumeWords } from '../domain/volume-words.ts'
import { unmarkedText } from '../domain/wire-marks.ts'
import { type WireVolume, wireVolume } from '../domain/wire-volume.ts'

/** A record to be written to the catalog, with the digest that shows whether it has changed. */
export interface Draft {
  readonly id: string
  readonly record: VolumeRecord
  /** The record as it is stored. */
  readonly text: string
  readonly digest: string
}

export function draftOf(volumeRecord: VolumeRecord): Draft {
  const written = JSON.stringify(volumeRecord)
  const text = unmarkedText(written)
  const record = text === written ? volumeRecord : (JSON.parse(text) as VolumeRecord)
  const digest = hash('sha256', text, 'base64url').slice(0, 22)
  return { id: volumeIdOf(record), record, text, digest }
}

/** Everything that is stored of a volume. Computing it is most of the work of writing a volume. */
export interface WholeDraft {
  readonly id: string
  readonly source: string
  readonly sourceKey: string
  readonly text: string
  readonly digest: string
  /** Where it belongs in the order of how well known volumes are. */
  readonly rank: number
  readonly published: number
  readonly isEbook: boolean
  readonly isPreorder: boolean
  readonly cover: string | null
  readonly words: VolumeWords
  readonly wire: WireVolume
}

export function wholeDraft({ id, record, text, digest }: Draft): WholeDraft {
  const facts = volumeFacts(record)
  return {
    id,
    source: record.source,
    sourceKey: record.sourceKey,
    text,
    digest,
    rank: staticRank(record, id),
    published: publishedDay(record),
    isEbook: facts.isEbook,
    isPreorder: facts.saleability === 'FOR_PREORDER',
    cover: record.cover ?? null,
    words: volumeWords(record, facts),
    wire: wireVolume(record, id, facts),
  }
}

/** The date as a number to sort by, 20070131; what is not known of it is 0. */
function publishedDay({ publishedDate = '' }: VolumeRecord): number {
  const [, year = '0', month = '0', day = '0'] =
    /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?/.exec(publishedDate) ?? []
  return Number(year) * 10_000 + Number(month) * 100 + Number(day)
}
