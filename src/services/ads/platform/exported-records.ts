import { limitExceeded } from '#/kernel/errors.ts'
import type { Database, TableRow } from '#/storage/port.ts'
import { type Column, type KindName, kindNames, kinds } from './kinds.ts'

type Values = Readonly<Record<string, string>>

const rowsMax = 100_000

/**
 * Everything that was imported except statistics, kind by kind, as rows whose import restores the same state.
 */
export function exportedRecords(database: Database): Promise<ReadonlyMap<KindName, Values[]>> {
  return database.snapshot(async (snapshot) => {
    const records = new Map<KindName, Values[]>(kindNames.map((kind) => [kind, []]))
    let count = 0
    for (const [table, recordOf] of Object.entries(tables)) {
      for await (const row of snapshot.rows(table)) {
        if (++count > rowsMax) throw tooManyRows()
        const [kind, values] = recordOf(row)
        records.get(kind)!.push(values)
      }
    }
    return records
  })
}

const tooManyRows = () =>
  limitExceeded(
    `There are more than ${rowsMax} rows of search advertising, which is more than can be exported ` +
      'at a time. Use a backup for states of this size.',
  )

type RecordOf = (row: TableRow) => [KindName, Values]

/** The tables, parents first, with the records that their rows were imported from. */
const tables: Readonly<Record<string, RecordOf>> = {
  ads_agencies: (row) => ['agency', valuesOf(row, { agencyId: row.id, ...namedFields(row) })],
  ads_advertisers: (row) => [
    'advertiser',
    valuesOf(row, {
      agencyId: row.agency_id,
      advertiserId: row.id,
      ...namedFields(row),
      conversionDates: row.conversion_dates === 'advertiser' ? '' : row.conversion_dates,
    }),
  ],
  ads_entities: (row) => {
    const kind = row.kind as KindName
    const columns: readonly Column[] = kinds[kind].columns
    const all: Record<string, unknown> = {
      advertiserId: row.advertiser_id,
      accountId: row.account_id,
      campaignId: row.campaign_id,
      adGroupId: row.ad_group_id,
      [`${kind}Id`]: row.id,
      name: row.name,
      newId: row.new_id,
      customerId: row.customer_id,
      ...lifeOf(row),
    }
    // The id of a product is composed of columns that are stored as attributes.
    if (kind === 'product') delete all.productId
    const listed = columns.flatMap(({ name }) => (name in all ? [[name, all[name]]] : []))
    return [kind, valuesOf(row, Object.fromEntries(listed))]
  },
  ads_activities: (row) => [
    'activity',
    valuesOf(row, {
      advertiserId: row.advertiser_id,
      activityId: row.id,
      name: row.name,
      groupId: row.group_id,
      groupName: row.group_name,
      type: row.type,
      weight: decimalOf(row.weight_micros),
      ...lifeOf(row),
    }),
  ],
  ads_custom_variables: (row) => [
    'customVariable',
    valuesOf(row, { advertiserId: row.advertiser_id, kind: row.kind, name: row.name }),
  ],
  ads_saved_columns: (row) => [
    'savedColumn',
    valuesOf(row, { advertiserId: row.advertiser_id, name: row.name, formula: row.formula }),
  ],
  ads_visits: (row) => [
    'visit',
    valuesOf(row, {
      advertiserId: row.advertiser_id,
      clickId: row.click_id,
      time: momentOf(row.at_ms),
      accountId: row.account_id,
      campaignId: row.campaign_id,
      adGroupId: row.ad_group_id,
      keywordId: row.keyword_id,
      adId: row.ad_id,
      productGroupId: row.product_group_id,
      device: row.device,
    }),
  ],
  ads_currency_rates: (row) => [
    'currencyRate',
    valuesOf(row, {
      currency: row.currency,
      date: String(row.day).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'),
      perDollar: decimalOf(row.per_dollar_micros),
    }),
  ],
}

const namedFields = (row: TableRow) => ({
  name: row.name,
  customerId: row.customer_id,
  currency: row.currency,
  timeZone: row.time_zone,
  ...lifeOf(row),
})

const lifeOf = (row: TableRow) => ({
  status: row.status === 'Active' ? '' : row.status,
  created: momentOf(row.created_at),
  modified: momentOf(row.modified_at),
})

/** The nonempty columns, followed by the attributes, which demo data has in another order than an import. */
function valuesOf({ attributes }: TableRow, columns: Readonly<Record<string, unknown>>): Values {
  const further = attributes === undefined ? {} : (JSON.parse(String(attributes)) as Values)
  const sorted = Object.entries(further).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const entries = Object.entries({ ...columns, ...Object.fromEntries(sorted) })
  return Object.fromEntries(
    entries.filter(([, value]) => value !== '').map(([name, value]) => [name, String(value)]),
  )
}

const momentOf = (ms: unknown): string =>
  Temporal.Instant.fromEpochMilliseconds(Number(ms)).toString()

const decimalOf = (micros: unknown): string => String(Number(micros) / 1_000_000)
