import { invalid, requiredParameter } from '#/kernel/errors.ts'
import { isDay } from '../domain/zone-days.ts'
import type { AdsContext } from '../operation.ts'

interface ListOptions {
  readonly startDate: number
  readonly endDate: number
  readonly rowCount: number
  readonly startRow: number
}

/** The conversions of an account or of a part of it, by ids of the previous experience. */
export interface Narrowed {
  readonly advertiserId: string
  readonly accountId: string
  readonly campaignId: string
  readonly adGroupId: string
  readonly criterionId: string
  readonly adId: string
}

/** Rejects invalid dates and a start after the end. */
export function requireDates({ startDate, endDate }: ListOptions): void {
  if (!isDay(startDate)) throw invalid('startDate', noDate(startDate))
  if (!isDay(endDate)) throw invalid('endDate', noDate(endDate))
  if (startDate > endDate) throw invalid('endDate', 'The last date is before the first one.')
}

const noDate = (day: number) =>
  `The calendar has no ${day}. A date as YYYYMMDD, such as 20300131, is expected.`

/** A part of an account must be given together with its parents. */
export function requireLadder(params: {
  readonly campaignId?: string
  readonly adGroupId?: string
  readonly adId?: string
  readonly criterionId?: string
}): void {
  const { campaignId, adGroupId, adId, criterionId } = params
  if (campaignId === undefined && (adGroupId ?? adId ?? criterionId) !== undefined) {
    throw requiredParameter('campaignId')
  }
  if (adGroupId === undefined && adId !== undefined) throw requiredParameter('adGroupId')
}

/** The requested conversions as JSON, ordered by time. */
export async function listConversions(
  { database, conversions }: Pick<AdsContext, 'database' | 'conversions'>,
  narrowed: Narrowed,
  { startDate, endDate, rowCount, startRow }: ListOptions,
): Promise<string[]> {
  const selection = { ...narrowed, firstDay: startDate, lastDay: endDate }
  const isCounted = [narrowed.adGroupId, narrowed.criterionId, narrowed.adId].every(
    (id) => id === '',
  )
  const begin =
    isCounted && startRow > 0
      ? beginOf(await conversions.days(database, selection), startRow)
      : { firstDay: startDate, skip: startRow }
  if (begin === undefined) return []
  const rows = await conversions.list(database, { ...selection, ...begin, limit: rowCount })
  return rows.map(({ wire }) => wire)
}

/** Skips whole days by their counts, so that a late page costs as much as the first one. */
function beginOf(
  days: readonly { readonly day: number; readonly conversions: number }[],
  startRow: number,
): { readonly firstDay: number; readonly skip: number } | undefined {
  let skip = startRow
  for (const { day, conversions } of days) {
    if (skip < conversions) return { firstDay: day, skip }
    skip -= conversions
  }
  return undefined
}
