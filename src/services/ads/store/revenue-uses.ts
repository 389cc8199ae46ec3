import type { Reader } from '#/storage/port.ts'
import type { Dialect } from '#/storage/sql/dialect.ts'
import { type Sql, sql } from '#/storage/sql/sql.ts'
import { none, query } from '#/storage/sql/statement.ts'
import type { RevenueUse } from '../domain/missing-rates.ts'
import {
  adsAdvertisers,
  adsAgencies,
  adsConversions,
  adsCurrencyRates,
  adsEntities,
} from './tables.ts'

/** The advertisers whose revenue is requested: some, or all. */
export type RevenueOwners = readonly string[] | 'all'

/** The currencies that revenue is in, and those of reports on it: agency, advertiser and account. */
export async function revenueUses(reader: Reader, owners: RevenueOwners): Promise<RevenueUse[]> {
  const rows =
    owners === 'all'
      ? await reader.all(listAll, none)
      : await reader.all(listOf, { advertiserIds: JSON.stringify(owners) })
  return rows.map(({ agencyCurrency, advertiserCurrency, accountCurrency, ...use }) => ({
    ...use,
    reportCurrencies: [agencyCurrency ?? '', advertiserCurrency, accountCurrency ?? ''],
  }))
}

/** The first day, as YYYYMMDD, for which each currency has a rate. */
export async function firstRateDays(reader: Reader): Promise<ReadonlyMap<string, number>> {
  const rows = await reader.all(listFirstRateDays, none)
  return new Map(rows.map(({ currency, day }) => [currency, day]))
}

interface UseRow extends Omit<RevenueUse, 'reportCurrencies'> {
  readonly agencyCurrency: string | null
  readonly advertiserCurrency: string
  readonly accountCurrency: string | null
}

const uses = ({ jsonMember }: Dialect, condition: Sql) => {
  const ofConversion = (name: string) => jsonMember(sql`wire`, name)
  return sql`select c.currency, c.first_day as "firstDay", c.last_day as "lastDay",
      g.currency as "agencyCurrency", a.currency as "advertiserCurrency",
      ${jsonMember(sql`e.attributes`, 'currency')} as "accountCurrency"
    from (
      select advertiser_id, account_id, ${ofConversion('currencyCode')} as currency,
        min(day) as first_day, max(day) as last_day
      from ${adsConversions}
      where state = 'ACTIVE' and ${ofConversion('type')} = 'TRANSACTION'
        and ${ofConversion('revenueMicros')} <> '0'
        and ${ofConversion('currencyCode')} is not null and ${condition}
      group by 1, 2, 3
    ) c
    join ${adsAdvertisers} a on a.id = c.advertiser_id
    left join ${adsAgencies} g on g.id = a.agency_id
    left join ${adsEntities} e on e.advertiser_id = c.advertiser_id and e.kind = 'account'
      and e.id = c.account_id`
}

const listAll = query<typeof none, UseRow>((_, dialect) => uses(dialect, sql`true`))

const listOf = query<{ advertiserIds: string }, UseRow>(({ advertiserIds }, dialect) =>
  uses(dialect, sql`advertiser_id ${dialect.inTexts(advertiserIds)}`),
)

const listFirstRateDays = query<typeof none, { currency: string; day: number }>(
  () => sql`select currency, min(day) as day from ${adsCurrencyRates} group by currency`,
)
