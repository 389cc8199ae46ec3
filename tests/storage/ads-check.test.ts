import { describe, expect, it } from 'vitest'
import { adsProblems } from '#/services/ads/check.ts'
import type { Warehouse } from '#/services/ads/warehouse/fact-import.ts'
import type { Database } from '#/storage/port.ts'
import { raw } from '#/storage/sql/sql.ts'
import { adHocCommand, none } from '#/storage/sql/statement.ts'
import { engines } from '../support/engines.ts'

const advertiser = `insert into ads_advertisers (id, agency_id, number, name, status, customer_id,
  currency, time_zone, created_at, modified_at, attributes, platform_sequence, conversion_sequence,
  conversion_dates)
  values ('21', '20', 1, 'V', 'Active', '', 'EUR', 'Europe/Berlin', 0, 0, '{}', 1, 1, 'advertiser')`

const campaign = (kind: string, id: string) => `insert into ads_entities (advertiser_id, kind, id,
  account_id, campaign_id, ad_group_id, name, status, customer_id, new_campaign_id, new_ad_group_id,
  new_id, created_at, modified_at, attributes, sequence)
  values ('21', '${kind}', '${id}', '7', '${kind === 'campaign' ? id : ''}', '', 'C', 'Active', '',
    '', '', '', 0, 0, '{}', 1)`

const activity = (advertiserId: string, completeThrough: string) => `insert into ads_activities
  (advertiser_id, id, name, group_id, group_name, type, weight_micros, status, attributes,
    complete_through, created_at, modified_at)
  values ('${advertiserId}', '26258', 'Test', '1', 'Sales', 'TRANSACTION', 1, 'Active', '{}',
    ${completeThrough}, 0, 0)`

const conversion = [
  `insert into ads_conversions (advertiser_id, conversion_id, at_ms, ds_id, account_id, campaign_id,
    ad_group_id, criterion_id, ad_id, activity_id, day, state, modified_at, sequence, wire)
    values ('21', 'c1', 1, 1, '7', '71', '', '', '', '26258', 20260101, 'ACTIVE', 1, 1, '{}')`,
  "insert into ads_conversion_days values ('21', '7', '71', 20260101, 1)",
]

const tree = [advertiser, campaign('account', '7'), campaign('campaign', '71')]

async function problemsAfter(database: Database, statements: readonly string[]): Promise<string[]> {
  await database.transaction(async (tx) => {
    for (const text of statements) {
      await tx.run(
        adHocCommand(() => raw(text)),
        none,
      )
    }
  })
  const files = { listFiles: async () => [] }
  return adsProblems({ database, warehouse: { database, files } as unknown as Warehouse })
}

for (const engine of engines) {
  describe(`a check of search advertising on ${engine.name}`, {
    skip: engine.unavailable !== undefined,
  }, () => {
    it.each([
      ['nothing wrong', [...tree, activity('21', '1700000000000'), ...conversion], []],
      [
        'an activity that conversions name and that is not there',
        [...tree, ...conversion],
        ['The activity 26258 of 21 has conversions and is not there.'],
      ],
      [
        'an activity whose advertiser is not there',
        [activity('22', 'null')],
        ['The activity 26258 is of the advertiser 22, which is not there.'],
      ],
      [
        'an activity that is complete up to what is no time',
        [...tree, activity('21', '-1')],
        ['The activity 26258 of 21 is complete up to what is no time.'],
      ],
    ] as const)('finds %s', async (_, statements, problems) => {
      await using database = await engine.open()
      expect(await problemsAfter(database, statements)).toEqual(problems)
    })
  })
}
