import type { VolumeRecord } from '../domain/volume-record.ts'
import type { Review } from '../reviewing/review.ts'

/** One row, line or record of a file. Entries that a resumed import skips are never parsed. */
export interface Entry {
  /** Where it begins, counted from 1; records that are not lines are counted themselves. */
  readonly line: number
  /** Which file, where several are read together. */
  readonly file?: string
  /** Throws `BadEntry` when it is not what its format promises. */
  readonly read: () => Reading
}

/** What an entry says. */
export type Reading =
  | {
      readonly kind: 'volume'
      readonly volume: VolumeRecord
      readonly shelves?: readonly Place[]
      /** What the person who exported the file thinks of it. */
      readonly review?: Review
    }
  | { readonly kind: 'withdrawn'; readonly source: string; readonly sourceKey: string }
  /** Something that is no volume, as the recordings of a catalog of texts. */
  | { readonly kind: 'other' }

/** A place on a shelf of the person who exported the file. */
export interface Place {
  /** The number of a predefined shelf, or the title of another one. */
  readonly shelf: number | string
  /** Its position on that shelf, if the file contains one. */
  readonly position?: number
  /** The day on which it was added, if the file contains one. */
  readonly addedOn?: string
}

/** An entry that cannot be taken; the message says why, in words for the operator. */
export class BadEntry extends Error {
  override readonly name = 'BadEntry'
}

/** An entry that could not even be separated from its neighbors. */
export const badEntry = (line: number, message: string): Entry => ({
  line,
  read: () => {
    throw new BadEntry(message)
  },
})

export const other: Reading = { kind: 'other' }
