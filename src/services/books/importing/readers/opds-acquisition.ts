import type { Download, Price, VolumeRecord } from '../../domain/volume-record.ts'

/** An acquisition link of an OPDS publication. */
export interface Acquisition {
  /** `open-access`, `buy`, `borrow`, `sample`, or unknown. */
  readonly way: string
  readonly href: string
  readonly type: string
  readonly price?: Price
}

type Access = Pick<
  VolumeRecord,
  'isEbook' | 'saleability' | 'viewability' | 'listPrice' | 'epub' | 'pdf'
>

/** The access to a publication that its links offer. */
export function accessOf(acquisitions: readonly Acquisition[]): Access {
  const price = acquisitions.find((each) => each.price !== undefined)?.price
  const isOpen = acquisitions.some(({ way }) => way === 'open-access')
  const epub = downloadOf(acquisitions, 'application/epub+zip')
  const pdf = downloadOf(acquisitions, 'application/pdf')
  return {
    isEbook: true,
    ...(isOpen ? ({ saleability: 'FREE', viewability: 'ALL_PAGES' } as const) : {}),
    ...(!isOpen && price !== undefined ? { saleability: 'FOR_SALE', listPrice: price } : {}),
    ...(epub === undefined ? {} : { epub }),
    ...(pdf === undefined ? {} : { pdf }),
  }
}

/** A relative link leads nowhere from here, so it is dropped. */
function downloadOf(acquisitions: readonly Acquisition[], type: string): Download | undefined {
  const found = acquisitions.filter((each) => each.type.startsWith(type) && each.way !== 'sample')
  if (found.length === 0) return undefined
  const open = found.find(({ way, href }) => way === 'open-access' && /^https?:/i.test(href))
  return { isAvailable: true, ...(open === undefined ? {} : { downloadLink: open.href }) }
}
