/** What a source says about one volume. Importers create it, and the catalog stores it. */
export interface VolumeRecord {
  /** The source, such as `gutenberg`. Together with the key, it identifies the volume permanently. */
  readonly source: string
  readonly sourceKey: string
  /** The volume id, if the source provides one. */
  readonly id?: string
  readonly title: string
  readonly subtitle?: string
  /** Other titles that people search for: the original title, uniform titles. */
  readonly alternativeTitles?: readonly string[]
  readonly authors?: readonly string[]
  readonly publisher?: string
  /** A year, month or day, as precise as known. */
  readonly publishedDate?: string
  /** Text with no markup other than `b`, `i`, `br` and `p`. */
  readonly description?: string
  /** Library numbers have the type `OTHER` and a prefix such as `LCCN:` or `OCLC:`. */
  readonly identifiers?: readonly VolumeIdentifier[]
  readonly pageCount?: number
  readonly printedPageCount?: number
  readonly dimensions?: {
    readonly height?: string
    readonly width?: string
    readonly thickness?: string
  }
  readonly printType?: 'BOOK' | 'MAGAZINE'
  readonly mainCategory?: string
  /** Full paths, such as `Fiction / Literary`. */
  readonly categories?: readonly string[]
  readonly averageRating?: number
  readonly ratingsCount?: number
  readonly maturityRating?: 'NOT_MATURE' | 'MATURE'
  /** ISO 639-1, with a region if known. */
  readonly language?: string
  readonly series?: readonly VolumeSeries[]
  readonly isEbook?: boolean
  readonly saleability?:
    | 'FOR_SALE'
    | 'FREE'
    | 'NOT_FOR_SALE'
    | 'FOR_PREORDER'
    | 'FOR_RENTAL_ONLY'
    | 'FOR_SALE_AND_RENTAL'
  readonly listPrice?: Price
  readonly retailPrice?: Price
  readonly onSaleDate?: string
  readonly viewability?: 'PARTIAL' | 'ALL_PAGES' | 'NO_PAGES' | 'UNKNOWN'
  readonly publicDomain?: boolean
  readonly epub?: Download
  readonly pdf?: Download
  /** The URL of a cover image, if the source may name one. */
  readonly cover?: string
}

export interface VolumeIdentifier {
  readonly type: 'ISBN_10' | 'ISBN_13' | 'ISSN' | 'OTHER'
  readonly identifier: string
}

export interface VolumeSeries {
  readonly title: string
  /** The number in the series as printed, such as `1` or `2.5`. */
  readonly number?: string
}

/** A list or retail price, in units of the currency. */
export interface Price {
  readonly amount: number
  readonly currencyCode: string
}

export interface Download {
  readonly isAvailable: boolean
  readonly downloadLink?: string
}
