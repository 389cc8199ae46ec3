import { bareIsbn, isbn10Of, isbn13Of, isIsbn10, isIsbn13 } from '../../domain/isbn.ts'
import type { VolumeIdentifier } from '../../domain/volume-record.ts'
import { line } from './text.ts'

/** Collects the identifiers of a volume: ISBNs in both forms, without duplicates. */
export class Identifiers {
  readonly #found = new Map<string, VolumeIdentifier>()

  /** An ISBN in any format. An invalid one is kept, because it may be printed that way. */
  isbn(text: string | undefined): this {
    const bare = bareIsbn(line(text) ?? '').replace(/^(?:URN:)?ISBN(?:1[03])?:?/, '')
    if (isIsbn13(bare)) return this.#pair(isbn10Of(bare), bare)
    if (isIsbn10(bare)) return this.#pair(bare, isbn13Of(bare))
    // Spreadsheets treat ISBNs as numbers, and drop leading zeros.
    const padded = bare.padStart(10, '0')
    if (/^\d{6,8}[\dX]$/.test(bare) && isIsbn10(padded)) return this.#pair(padded, isbn13Of(padded))
    if (bare !== '') this.#add({ type: 'OTHER', identifier: `ISBN:${bare}` })
    return this
  }

  issn(text: string | undefined): this {
    const bare = bareIsbn(line(text) ?? '').replace(/^(?:URN:)?ISSN:?/, '')
    if (/^\d{7}[\dX]$/.test(bare)) this.#add({ type: 'ISSN', identifier: bare })
    return this
  }

  /** A Library of Congress control number: spaces are removed, and serial numbers have six digits. */
  lccn(text: string | undefined): this {
    const [bare = ''] = (line(text) ?? '').replace(/\s/g, '').split('/')
    const [, prefix, serial] = /^([^-]*)-(\d{1,6})$/.exec(bare) ?? []
    const normal = serial === undefined ? bare : prefix + serial.padStart(6, '0')
    return this.other('LCCN', normal)
  }

  oclc(text: string | undefined): this {
    const bare = (line(text) ?? '').replace(/^\(OCoLC\)/i, '').replace(/^(?:ocm|ocn|on)/i, '')
    return this.other('OCLC', bare.replace(/^0+/, ''))
  }

  other(scheme: string, text: string | undefined): this {
    const value = line(text)
    if (value !== undefined) this.#add({ type: 'OTHER', identifier: `${scheme}:${value}` })
    return this
  }

  get list(): VolumeIdentifier[] {
    return [...this.#found.values()]
  }

  get isbn13(): string | undefined {
    return this.list.find(({ type }) => type === 'ISBN_13')?.identifier
  }

  #pair(isbn10: string | undefined, isbn13: string): this {
    if (isbn10 !== undefined) this.#add({ type: 'ISBN_10', identifier: isbn10 })
    this.#add({ type: 'ISBN_13', identifier: isbn13 })
    return this
  }

  #add(identifier: VolumeIdentifier): void {
    this.#found.set(identifier.identifier, identifier)
  }
}
