import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import postgresClient from 'postgres'
import { ids, seedAdvertising, shape } from '../advertising-seed.ts'
import type { Figure } from '../figure.ts'
import { median, repeated, timed } from '../median.ts'
import { benchFolder, makePlace } from '../place.ts'
import { startPostgres } from '../postgres.ts'
import { byDate, ofAWeek, ReportCaller } from '../report-caller.ts'

const rounds = 7
// A tenth of what the embedded engine is measured with, since ratios are what counts.
const days = 36
const [firstDay, lastDay] = ['2025-01-01', '2025-02-05']

/** Reports on PostgreSQL against its own query, in the same run. */
export async function measureReportsPostgres(): Promise<Figure[]> {
  await using folder = await benchFolder()
  // The database server runs as another user and has to reach its folder.
  chmodSync(folder.path, 0o755)
  await using postgres = await startPostgres(folder.path)
  const place = await makePlace(join(folder.path, 'place'), postgres.url)
  await seedAdvertising(place, days)
  await using server = await place.start()
  const caller = new ReportCaller(place, server)
  const sql = postgresClient(postgres.url, { max: 1, onnotice: () => {} })
  await sql.unsafe('vacuum analyze')
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    theirs.push(await timed(() => bareByDate(sql)))
    ours.push(await timed(() => caller.report(byDate(firstDay, lastDay))))
  }
  await sql.end()
  const narrow = await repeated(() => caller.report(ofAWeek('2025-01-08', '2025-01-14')))
  const generated = await repeated(() => caller.generate('2025-01-01', '2025-01-30'))
  const rowCount = shape.campaigns * shape.adGroups * shape.keywords * days
  return [
    {
      name: `report of campaigns by date, of ${rowCount} rows on PostgreSQL`,
      value: median(ours) / median(theirs),
      unit: 'times',
      bounds: { better: 'lower', floor: 2, aim: 1 },
      detail: `${median(ours).toFixed(0)} ms from the request to the file; the bare query ${median(theirs).toFixed(0)} ms`,
    },
    {
      name: 'report of 50 campaigns and 7 days, on PostgreSQL',
      value: narrow,
      unit: 'ms',
      detail: 'from the request to the file',
    },
    {
      name: 'report of an advertiser, generated at once, on PostgreSQL',
      value: generated,
      unit: 'ms',
      detail: '30 days of an advertiser, as JSON',
    },
  ]
}

async function bareByDate(sql: postgresClient.Sql): Promise<void> {
  const copied = await sql
    .unsafe(`copy (
      select campaign_id, day, sum(impr), sum(clicks), sum(cost) from ads_daily_statistics
      where advertiser_id = ${ids.advertiser} and day between '${firstDay}' and '${lastDay}'
      group by 1, 2) to stdout (format csv, header)`)
    .readable()
  for await (const _ of copied) {
    // What counts is that all of it arrives.
  }
}
