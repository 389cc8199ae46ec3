import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { accountPath, ids, tellSmallAccount } from '../ads-place.ts'
import type { Figure } from '../figure.ts'
import { percentile } from '../latency.ts'
import { sendLoad } from '../load.ts'
import { benchFolder, makePlace } from '../place.ts'
import { requestBytes } from '../request.ts'

const millions = 10
const rowsPerPage = 1_000
const days = 500

/** A page from the middle of millions of conversions. */
export async function measureConversionPages(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const place = await makePlace(folder.path)
  await tellSmallAccount(place)
  fill(join(folder.path, 'data', 'almanac.sqlite'), millions * 1_000_000)
  await using server = await place.start()
  const request = (startRow: number) => {
    const range = 'startDate=20200101&endDate=20991231'
    const page = `rowCount=${rowsPerPage}&startRow=${startRow}`
    const path = `${accountPath}/engine/${ids.account}/conversion?${range}&${page}`
    return requestBytes({ path, token: place.token })
  }
  const requests = Array.from({ length: 20 }, (_, index) =>
    request(Math.floor(((index + 1) * millions * 1_000_000) / 22)),
  )
  const load = { port: server.port, requests, connections: 1 }
  await sendLoad({ ...load, count: 40 })
  const taken: number[] = []
  await sendLoad({ ...load, count: 100, onAnswer: (ms) => taken.push(ms) })
  const sorted = taken.toSorted((one, other) => one - other)
  return [
    {
      name: `a page of ${rowsPerPage} out of ${millions} million conversions`,
      value: percentile(sorted, 0.5),
      unit: 'ms',
      bounds: { better: 'lower', floor: 20, aim: 8 },
      detail: `median of 100 all over the range, 95 of 100 in ${percentile(sorted, 0.95).toFixed(0)} ms`,
    },
  ]
}

/** Puts rows in by one statement each; no server may be running. */
function fill(path: string, count: number): void {
  using database = new DatabaseSync(path)
  const { agency, advertiser, account, campaign, adGroup, keyword } = ids
  const perDay = Math.ceil(count / days)
  const dayOf = `cast(strftime('%Y%m%d', 1700000000 + (n / ${perDay}) * 86400, 'unixepoch') as integer)`
  const atMs = `(1700000000 + (n / ${perDay}) * 86400) * 1000 + (n % ${perDay})`
  const wire = `'{"clickId":"COiYmPDTv7kCFcP0Kgod","conversionId":"c' || n || '","conversionTimestamp":"'
    || (${atMs}) || '","revenueMicros":"12500000","currencyCode":"EUR","quantityMillis":"1000",'
    || '"agencyId":"${agency}","advertiserId":"${advertiser}","engineAccountId":"${account}",'
    || '"campaignId":"${campaign}","adGroupId":"${adGroup}","criterionId":"${keyword}","adId":"0",'
    || '"segmentationType":"FLOODLIGHT","segmentationId":"26258","segmentationName":"Test",'
    || '"type":"TRANSACTION","state":"ACTIVE","dsConversionId":"' || (10000000000 + n)
    || '","conversionModifiedTimestamp":"1700000000000"}'`
  database.exec(`
    pragma journal_mode = wal; pragma synchronous = off; begin;
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into ads_conversions (advertiser_id, conversion_id, at_ms, ds_id, account_id, campaign_id,
      ad_group_id, criterion_id, ad_id, activity_id, day, state, clicked_at, modified_at, sequence, wire)
    select '${advertiser}', printf('c%09d', n), ${atMs}, 10000000000 + n, '${account}', '${campaign}',
      '${adGroup}', '${keyword}', '', '26258', ${dayOf}, 'ACTIVE', null, 1700000000000, n, ${wire}
    from numbers;
    insert into ads_conversion_days
    select advertiser_id, account_id, campaign_id, day, count(*) from ads_conversions group by 1, 2, 3, 4;
    update ads_advertisers set conversion_sequence = ${count};
    commit; pragma wal_checkpoint(truncate)`)
}
