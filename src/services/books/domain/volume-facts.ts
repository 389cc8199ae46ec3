import type { VolumeRecord } from './volume-record.ts'

/** The properties of a volume, completed and made consistent. */
export interface VolumeFacts {
  readonly isPublicDomain: boolean
  readonly isEbook: boolean
  readonly saleability: NonNullable<VolumeRecord['saleability']>
  readonly viewability: NonNullable<VolumeRecord['viewability']>
  readonly accessViewStatus: 'FULL_PUBLIC_DOMAIN' | 'SAMPLE' | 'NONE'
  readonly hasPrice: boolean
  readonly hasEpub: boolean
  readonly hasPdf: boolean
  readonly printType: 'BOOK' | 'MAGAZINE'
  readonly maturityRating: 'NOT_MATURE' | 'MATURE'
}

export function volumeFacts(record: Partial<VolumeRecord>): VolumeFacts {
  const isPublicDomain = record.publicDomain === true
  const hasEpub = record.epub?.isAvailable === true
  const hasPdf = record.pdf?.isAvailable === true
  const hasPrice = (record.retailPrice?.amount ?? record.listPrice?.amount ?? 0) > 0
  const viewability = isPublicDomain ? 'ALL_PAGES' : (record.viewability ?? 'NO_PAGES')
  return {
    isPublicDomain,
    hasEpub,
    hasPdf,
    hasPrice,
    viewability,
    isEbook: record.isEbook ?? (isPublicDomain || hasEpub || hasPdf),
    saleability: record.saleability ?? (isPublicDomain ? 'FREE' : 'NOT_FOR_SALE'),
    accessViewStatus: accessViewStatus(isPublicDomain, viewability),
    printType: record.printType ?? 'BOOK',
    maturityRating: record.maturityRating ?? 'NOT_MATURE',
  }
}

function accessViewStatus(isPublicDomain: boolean, viewability: VolumeFacts['viewability']) {
  if (isPublicDomain) return 'FULL_PUBLIC_DOMAIN'
  return viewability === 'PARTIAL' || viewability === 'ALL_PAGES' ? 'SAMPLE' : 'NONE'
}
