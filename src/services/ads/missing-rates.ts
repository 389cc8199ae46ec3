import type { Reader } from '#/storage/port.ts'
import { type MissingRate, missingRates, missingRateText } from './domain/missing-rates.ts'
import type { AdsDependencies } from './operation.ts'
import { firstRateDays, type RevenueOwners, revenueUses } from './store/revenue-uses.ts'

/** The currency rates that reports on existing conversions lack. */
export async function findMissingRates(
  reader: Reader,
  owners: RevenueOwners,
): Promise<MissingRate[]> {
  return missingRates(await revenueUses(reader, owners), await firstRateDays(reader))
}

/** Describes the missing rates of all advertisers. */
export async function missingRateTexts({
  database,
}: Pick<AdsDependencies, 'database'>): Promise<string[]> {
  return (await findMissingRates(database, 'all')).map(missingRateText)
}
