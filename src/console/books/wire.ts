import { t } from '../texts/books.ts'

/** The properties of a volume that are used here. */
export interface Volume {
  readonly id: string
  readonly volumeInfo?: {
    readonly title?: string
    readonly subtitle?: string
    readonly authors?: readonly string[]
    readonly publisher?: string
    readonly publishedDate?: string
    readonly description?: string
    readonly industryIdentifiers?: readonly { readonly type: string; readonly identifier: string }[]
    readonly pageCount?: number
    readonly dimensions?: { readonly height?: string; width?: string; thickness?: string }
    readonly printType?: string
    readonly categories?: readonly string[]
    readonly averageRating?: number
    readonly ratingsCount?: number
    readonly maturityRating?: string
    readonly language?: string
    readonly imageLinks?: { readonly thumbnail?: string; readonly medium?: string }
    readonly seriesInfo?: { readonly bookDisplayNumber?: string; shortSeriesBookTitle?: string }
  }
  readonly saleInfo?: {
    readonly isEbook?: boolean
    readonly saleability?: string
    readonly buyLink?: string
    readonly retailPrice?: { readonly amount: number; readonly currencyCode: string }
  }
  readonly accessInfo?: {
    readonly viewability?: string
    readonly publicDomain?: boolean
    readonly webReaderLink?: string
    readonly epub?: Download
    readonly pdf?: Download
  }
  readonly searchInfo?: { readonly textSnippet?: string }
  readonly userInfo?: { readonly updated?: string }
}

interface Download {
  readonly isAvailable?: boolean
  readonly downloadLink?: string
}

export interface Volumes {
  readonly totalItems: number
  readonly items?: readonly Volume[]
}

export interface Shelf {
  readonly id: number
  readonly title: string
  readonly description?: string
  readonly access: 'PUBLIC' | 'PRIVATE'
  readonly volumeCount?: number
  readonly selfLink: string
  readonly updated?: string
  /** When a volume was last added, moved or removed. */
  readonly volumesLastUpdated?: string
}

export const titleOf = ({ volumeInfo }: Volume): string => volumeInfo?.title ?? t.untitled

/** The public id of the owner of a bookshelf. */
export const ownerOf = ({ selfLink }: Shelf): string => /\/users\/(\w+)\//.exec(selfLink)?.[1] ?? ''
