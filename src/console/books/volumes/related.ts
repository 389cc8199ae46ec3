import type { Volume } from '../wire.ts'

/** The name of the series that a volume belongs to. */
export const seriesOf = ({ volumeInfo }: Volume): string | undefined =>
  volumeInfo?.seriesInfo?.shortSeriesBookTitle

/** Ordered by volume number; volumes without one come last. */
export function seriesOrder(one: Volume, other: Volume): number {
  const difference = numberOf(one) - numberOf(other)
  return Number.isNaN(difference) ? 0 : difference
}

const numberOf = ({ volumeInfo }: Volume): number => {
  const number = Number.parseFloat(volumeInfo?.seriesInfo?.bookDisplayNumber ?? '')
  return Number.isNaN(number) ? Number.POSITIVE_INFINITY : number
}

/** Whether two different volumes have the same title, apart from subtitles. The same author is presumed. */
export const areEditions = (one: Volume, other: Volume): boolean =>
  one.id !== other.id && headOf(one) === headOf(other)

const headOf = ({ volumeInfo }: Volume): string =>
  (volumeInfo?.title ?? '').split(':')[0]!.trim().toLowerCase()
