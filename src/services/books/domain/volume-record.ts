/** What a source says about one volume. Importers create it, and the catalog stores it. */
export interface VolumeRecord {
  /** Where it comes from, as `gutenberg`; with the key it names the volume for good. */
  readonly source: string
  readonly sourceKey: string
  /** The volume's id, where the source is a catalog of this kind and has given one. */
  readonly id?: string
  readonly title: string
  readonly subtitle?: string
  /** Other names by which people look for it: the original title, uniform titles. */
  readonly alternativeTitles?: readonly string[]
  readonly authors?: readonly string[]
  readonly publisher?: string
  /** A year, a month or a day, as precise as it is known. */
  readonly publishedDate?: string
  /** Text with no other markup than `b`, `i`, `br` and `p`. */
  readonly description?: string
  /** Numbers of libraries are of the type `OTHER`, with a prefix as `LCCN:` or `OCLC:`. */
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
  /** Whole paths, as `Fiction / Literary`. */
  readonly categories?: readonly string[]
  readonly averageRating?: number
  readonly ratingsCount?: number
  readonly maturityRating?: 'NOT_MATURE' | 'MATURE'
  /** ISO 639-1, with a region where one is known. */
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
  /** The address of a picture of the cover, where the source has the right to name one. */
  readonly cover?: string
}

export interface VolumeIdentifier {
  readonly type: 'ISBN_10' | 'ISBN_13' | 'ISSN' | 'OTHER'
  readonly identifier: string
}

export interface VolumeSeries {
  readonly title: string
  /** Its place in the series as printed, as `1` or `2.5`. */
  readonly number?: string
}

/** Money of a list or a shop, in units of the currency. */
export interface Price {
  readonly amount: number
  readonly currencyCode: string
}

export interface Download {
  readonly isAvailable: boolean
  readonly downloadLink?: string
}
