import { textHash } from './text-hash.ts'
import type { VolumeRecord } from './volume-record.ts'

const mantissaBits = 13
const popularityMax = 2 ** 18 - 1
const yearMax = 2047
const slotCount = 2 ** 24

/**
 * The rank of a volume independent of any query: by number of ratings, then newest first, then by a hash of its
 * id. It is the primary key and has at most 53 bits.
 */
export function staticRank(
  { ratingsCount = 0, publishedDate }: Pick<VolumeRecord, 'ratingsCount' | 'publishedDate'>,
  id: string,
): number {
  const ratings = popularityMax - popularity(ratingsCount)
  const year = yearMax - yearIn(publishedDate)
  return (ratings * (yearMax + 1) + year) * slotCount + slotOf(id)
}

/** Exact up to sixteen thousand ratings, and to one part in eight thousand beyond. */
function popularity(ratingsCount: number): number {
  const count = Math.max(0, Math.trunc(ratingsCount))
  let exponent = 0
  let mantissa = count
  while (mantissa >= 2 ** mantissaBits * 2) {
    mantissa = Math.floor(mantissa / 2)
    exponent += 1
  }
  const code = exponent === 0 ? mantissa : 2 ** mantissaBits * exponent + mantissa
  return Math.min(code, popularityMax)
}

function yearIn(publishedDate: string | undefined): number {
  const year = Number(/^\d{4}/.exec(publishedDate ?? '')?.[0] ?? 0)
  return Math.min(year, yearMax)
}

const slotOf = (id: string): number => textHash(id) % slotCount

/** How well known the volume with a rank is; higher is better known. */
export const popularityOf = (rank: number): number =>
  popularityMax - Math.floor(rank / ((yearMax + 1) * slotCount))
