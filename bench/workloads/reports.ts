import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { firstDay, lastDay, rowCount, seedAdvertising } from '../advertising-seed.ts'
import type { Figure } from '../figure.ts'
import { median, repeated, timed } from '../median.ts'
import { benchFolder, makePlace } from '../place.ts'
import { byDate, byKeyword, ofAWeek, ReportCaller } from '../report-caller.ts'

const rounds = 7

/** Reports on ten million rows of an advertiser, against the bare engine in the same run. */
export async function measureReports(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const place = await makePlace(folder.path)
  const statistics = await seedAdvertising(place)
  await using server = await place.start()
  const caller = new ReportCaller(place, server)
  const aYear = byDate(firstDay, lastDay)
  const first = await timed(() => caller.report(aYear))
  await caller.calm()
  const raw = await RawEngine.open(folder.path, statistics)
  const [ours, theirs]: [number[], number[]] = [[], []]
  const cpu: [ours: number, theirs: number][] = []
  // One after the other, so that both see the same machine.
  for (let round = 0; round < rounds; round++) {
    const began = process.cpuUsage()
    theirs.push(await timed(() => raw.byDate()))
    const { user, system } = process.cpuUsage(began)
    const before = caller.cpuMs()
    ours.push(await timed(() => caller.report(aYear)))
    cpu.push([caller.cpuMs() - before, (user + system) / 1000])
  }
  raw.close()
  const narrow = await repeated(() => caller.report(ofAWeek('2025-06-01', '2025-06-07')))
  const generated = await repeated(() => caller.generate('2025-06-01', '2025-06-30'))
  const large = await caller.watched(() => caller.report(byKeyword))
  return [
    {
      name: `report of campaigns by date, of ${rowCount} rows`,
      value: median(ours) / median(theirs),
      unit: 'times',
      bounds: { better: 'lower', floor: 2, aim: 1 },
      detail: `${median(ours).toFixed(0)} ms from the request to the file; the bare engine with one thread ${median(theirs).toFixed(0)} ms; of CPU, polling included, ${median(cpu.map(([own]) => own)).toFixed(0)} and ${median(cpu.map(([, bare]) => bare)).toFixed(0)} ms`,
    },
    {
      name: 'first report after the import',
      value: first,
      unit: 'ms',
      bounds: { better: 'lower', floor: 10_000, aim: 3_000 },
      detail: 'the same report, before the warehouse has seen the statistics',
    },
    {
      name: 'report of 50 campaigns and 7 days',
      value: narrow,
      unit: 'ms',
      bounds: { better: 'lower', floor: 150, aim: 80 },
      detail: 'from the request to the file',
    },
    {
      name: 'report of an advertiser, generated at once',
      value: generated,
      unit: 'ms',
      bounds: { better: 'lower', floor: 150, aim: 60 },
      detail: 'a month of an advertiser, as JSON',
    },
    {
      name: 'memory of a report of a million rows',
      value: large.peakMb,
      unit: 'MB',
      bounds: { better: 'lower', floor: 500 },
      detail: `server and warehouse together, pages of both counted once; ${large.rows} rows in ${large.ms.toFixed(0)} ms`,
    },
    {
      name: 'other requests meanwhile, 99th percentile',
      value: large.p99,
      unit: 'ms',
      bounds: { better: 'lower', floor: 30, aim: 20 },
      detail: 'settings of a calendar user, one request after another',
    },
  ]
}

/** The same question to DuckDB itself, with one thread and a table of its own. */
class RawEngine {
  readonly #instance: DuckDBInstance
  readonly #folder: string

  private constructor(instance: DuckDBInstance, folder: string) {
    this.#instance = instance
    this.#folder = folder
  }

  static async open(folder: string, statistics: string): Promise<RawEngine> {
    const instance = await DuckDBInstance.create(join(folder, 'raw.duckdb'), { threads: '1' })
    const connection = await instance.connect()
    await connection.run(`create table facts as select * from read_parquet('${statistics}')`)
    await connection.run('checkpoint')
    connection.closeSync()
    return new RawEngine(instance, folder)
  }

  async byDate(): Promise<void> {
    const connection = await this.#instance.connect()
    await connection.run(`copy (
      select "campaignId", date, sum(impr), sum(clicks), sum(cost) from facts
      where date between date '${firstDay}' and date '${lastDay}' group by 1, 2
    ) to '${join(this.#folder, 'raw.csv')}' (format csv, header)`)
    connection.closeSync()
  }

  close(): void {
    this.#instance.closeSync()
  }
}
