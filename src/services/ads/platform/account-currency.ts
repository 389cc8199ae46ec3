import type { AdsDependencies } from '../operation.ts'
import { type PlatformRecord, RecordFault } from './record.ts'

export type AccountCurrencyParts = Pick<AdsDependencies, 'database' | 'accounts' | 'warehouse'>

/** Statistics hold amounts in the currency of their account, which cannot change under them. */
export async function requireCurrencyKept(
  { database, accounts, warehouse }: AccountCurrencyParts,
  { values: { advertiserId = '', accountId = '', currency } }: PlatformRecord,
): Promise<void> {
  const advertisers = [{ id: advertiserId }]
  const [before] = await accounts.of(database, { advertisers, accountId })
  if (before === undefined || before.currency === currency) return
  // Loaded only when it is used, so that a start does not pay for DuckDB.
  const { hasAmounts } = await import('../warehouse/account-amounts.ts')
  if (!(await hasAmounts(warehouse, { advertiserId, accountId }))) return
  throw new RecordFault(
    `the currency of the account ${accountId} cannot change from ${before.currency} to ${currency}: ` +
      'it has costs',
  )
}
