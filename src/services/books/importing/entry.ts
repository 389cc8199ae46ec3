import type { VolumeRecord } from '../domain/volume-record.ts'
import type { Review } from '../reviewing/review.ts'

/** One row, line or record of a file. Entries that a resumed import skips are never parsed. */
export interface Entry {
  /** The line of its start, counted from 1; or the number of the record, if records are not lines. */
  readonly line: number
  /** The file, if several are read together. */
  readonly file?: string
  /** Throws `BadEntry` if it violates its format. */
  readonly read: () => Reading
}

/** The content of an entry. */
export type Reading =
  | {
      readonly kind: 'volume'
      readonly volume: VolumeRecord
      readonly shelves?: readonly Place[]
      /** The review by the user who exported the file. */
      readonly review?: Review
    }
  | { readonly kind: 'withdrawn'; readonly source: string; readonly sourceKey: string }
  /** Something other than a volume, such as a recording. */
  | { readonly kind: 'other' }

/** A position on a shelf of the user who exported the file. */
export interface Place {
  /** The number of a predefined shelf, or the title of another one. */
  readonly shelf: number | string
  /** Its position on that shelf, if the file contains one. */
  readonly position?: number
  /** The day on which it was added, if the file contains one. */
  readonly addedOn?: string
}

/** An entry that cannot be imported. The message is for the operator. */
export class BadEntry extends Error {
  override readonly name = 'BadEntry'
}

/** An entry that could not be parsed at all. */
export const badEntry = (line: number, message: string): Entry => ({
  line,
  read: () => {
    throw new BadEntry(message)
  },
})

export const other: Reading = { kind: 'other' }
