import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, rowOf, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import type { RateRecord, VisitRecord } from './platform-records.ts'
import { adsCurrencyRates, adsVisits } from './tables.ts'

type Numbered<Row> = Row & { readonly sequence: number }

/** Visits and currency rates, as imported from a platform. */
export class PlatformHistory {
  /** The visits with these click ids, of any advertiser. */
  visits(reader: Reader, clickIds: readonly string[]): Promise<VisitRecord[]> {
    return reader.all(findVisits, { clickIds: JSON.stringify(clickIds) })
  }

  rates(reader: Reader, currencies: readonly string[], days: Days): Promise<RateRecord[]> {
    return reader.all(findRates, { ...days, currencies: JSON.stringify(currencies) })
  }

  async putVisits(tx: Transaction, rows: readonly Numbered<VisitRecord>[]): Promise<void> {
    await tx.runEach(putVisit, rows, { areDistinct: true })
  }

  async putRates(tx: Transaction, rows: readonly Numbered<RateRecord>[]): Promise<void> {
    await tx.runEach(putRate, rows, { areDistinct: true })
  }
}

interface Days {
  readonly firstDay: number
  readonly lastDay: number
}

const findVisits = query<{ clickIds: string }, VisitRecord>(
  ({ clickIds }, { inTexts }) => sql`select advertiser_id as "advertiserId", click_id as "clickId",
      at_ms as "atMs", account_id as "accountId", campaign_id as "campaignId",
      ad_group_id as "adGroupId", keyword_id as "keywordId", ad_id as "adId",
      product_group_id as "productGroupId", device, attributes
    from ${adsVisits} where click_id ${inTexts(clickIds)}`,
)

const findRates = query<Days & { currencies: string }, RateRecord>(
  ({ currencies, firstDay, lastDay }, { inTexts }) => sql`
    select currency, day, per_dollar_micros as "perDollarMicros"
    from ${adsCurrencyRates}
    where currency ${inTexts(currencies)} and day between ${firstDay} and ${lastDay}`,
)

const putVisit = command<Numbered<VisitRecord>>((args) =>
  insertInto(
    adsVisits,
    rowOf(adsVisits, args),
    sql`on conflict (advertiser_id, click_id) do update set at_ms = excluded.at_ms,
      account_id = excluded.account_id, campaign_id = excluded.campaign_id,
      ad_group_id = excluded.ad_group_id, keyword_id = excluded.keyword_id,
      ad_id = excluded.ad_id, product_group_id = excluded.product_group_id,
      device = excluded.device, attributes = excluded.attributes, sequence = excluded.sequence`,
  ),
)

const putRate = command<Numbered<RateRecord>>(({ currency, day, perDollarMicros, sequence }) =>
  insertInto(
    adsCurrencyRates,
    { currency, day, per_dollar_micros: perDollarMicros, sequence },
    sql`on conflict (currency, day) do update set per_dollar_micros = excluded.per_dollar_micros,
      sequence = excluded.sequence`,
  ),
)
