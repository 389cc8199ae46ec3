import type { Reader } from '#/storage/port.ts'
import { none, statement } from '#/storage/statement.ts'
import type { RevenueUse } from '../domain/missing-rates.ts'

/** Whose revenue is asked about: that of some advertisers, or of all. */
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

type JsonMember = (column: string, name: string) => string

const uses = (jsonMember: JsonMember, condition: string) =>
  `select c.currency, c.first_day as "firstDay", c.last_day as "lastDay",
      g.currency as "agencyCurrency", a.currency as "advertiserCurrency",
      ${jsonMember('e.attributes', 'currency')} as "accountCurrency"
    from (
      select advertiser_id, account_id, ${jsonMember('wire', 'currencyCode')} as currency,
        min(day) as first_day, max(day) as last_day
      from ads_conversions
      where state = 'ACTIVE' and ${jsonMember('wire', 'type')} = 'TRANSACTION'
        and ${jsonMember('wire', 'revenueMicros')} <> '0'
        and ${jsonMember('wire', 'currencyCode')} is not null and ${condition}
      group by 1, 2, 3
    ) c
    join ads_advertisers a on a.id = c.advertiser_id
    left join ads_agencies g on g.id = a.agency_id
    left join ads_entities e on e.advertiser_id = c.advertiser_id and e.kind = 'account'
      and e.id = c.account_id`

const listAll = statement<typeof none, UseRow>(({ jsonMember }) => uses(jsonMember, 'true'))

const listOf = statement<{ advertiserIds: string }, UseRow>(({ jsonMember, inTexts }) =>
  uses(jsonMember, `advertiser_id ${inTexts('advertiserIds')}`),
)

const listFirstRateDays = statement<typeof none, { currency: string; day: number }>(
  'select currency, min(day) as day from ads_currency_rates group by currency',
)
