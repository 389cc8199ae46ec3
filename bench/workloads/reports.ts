import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import {
  campaignId,
  firstDay,
  ids,
  lastDay,
  rowCount,
  seedAdvertising,
} from '../advertising-seed.ts'
import { cpuTimeUs } from '../cpu-time.ts'
import type { Figure } from '../figure.ts'
import { benchFolder, makePlace, type Place } from '../place.ts'
import type { ServerProcess } from '../server-process.ts'

const rounds = 7
// Longer than the warehouse waits for another question.
const calmMs = 5_000

/** Reports on ten million rows of an advertiser, against the bare engine in the same run. */
export async function measureReports(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const place = await makePlace(folder.path)
  const statistics = await seedAdvertising(place)
  await using server = await place.start()
  const caller = new Caller(place, server)
  const first = await timed(() => caller.report(byDate))
  await caller.calm()
  const raw = await RawEngine.open(folder.path, statistics)
  const [ours, theirs]: [number[], number[]] = [[], []]
  // One after the other, so that both see the same machine.
  for (let round = 0; round < rounds; round++) {
    theirs.push(await timed(() => raw.byDate()))
    ours.push(await timed(() => caller.report(byDate)))
  }
  raw.close()
  const narrow = await repeated(() => caller.report(ofAWeek))
  const generated = await repeated(() => caller.generate())
  const large = await caller.watched(() => caller.report(byKeyword))
  return [
    {
      name: `report of campaigns by date, of ${rowCount} rows`,
      value: median(ours) / median(theirs),
      unit: 'times',
      bounds: { better: 'lower', floor: 2, aim: 1 },
      detail: `${median(ours).toFixed(0)} ms from the request to the file; the bare engine with one thread ${median(theirs).toFixed(0)} ms`,
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
      detail: `server and warehouse together; ${large.rows} rows in ${large.ms.toFixed(0)} ms`,
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

const scope = { agencyId: ids.agency, advertiserId: ids.advertiser }
const columns = (...names: string[]) => names.map((columnName) => ({ columnName }))

const byDate = {
  reportType: 'campaign',
  columns: columns('campaignId', 'date', 'impr', 'clicks', 'cost'),
  timeRange: { startDate: firstDay, endDate: lastDay },
}

const ofAWeek = {
  ...byDate,
  timeRange: { startDate: '2025-06-01', endDate: '2025-06-07' },
  filters: [
    {
      column: { columnName: 'campaignId' },
      operator: 'in',
      values: Array.from({ length: 50 }, (_, number) => campaignId(2 * number)),
    },
  ],
}

const byKeyword = {
  reportType: 'keyword',
  columns: columns('keywordId', 'keywordText', 'campaign', 'date', 'impr', 'clicks', 'cost', 'ctr'),
  timeRange: { startDate: '2025-03-01', endDate: '2025-04-05' },
}

class Caller {
  readonly #base: string
  readonly #headers: Record<string, string>
  readonly #pid: number

  constructor({ token }: Place, { port, pid }: ServerProcess) {
    this.#base = `http://127.0.0.1:${port}`
    this.#headers = {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Accept-Encoding': 'identity',
    }
    this.#pid = pid
  }

  /** Asks for a report, waits until it is ready, and loads its file; gives the number of rows. */
  async report(wanted: object): Promise<number> {
    const body = {
      ...wanted,
      reportScope: scope,
      statisticsCurrency: 'advertiser',
      downloadFormat: 'csv',
      maxRowsPerFile: 10_000_000,
    }
    const { id } = await this.#json('/doubleclicksearch/v2/reports', body)
    for (;;) {
      const report = await this.#json(`/doubleclicksearch/v2/reports/${id}`)
      if (report.isReportReady === true) {
        await this.#load(`/doubleclicksearch/v2/reports/${id}/files/0`)
        return Number(report.rowCount)
      }
      await pause(2)
    }
  }

  async generate(): Promise<void> {
    await this.#json('/doubleclicksearch/v2/reports/generate', {
      reportType: 'advertiser',
      columns: columns('advertiser', 'impr', 'clicks', 'cost'),
      timeRange: { startDate: '2025-06-01', endDate: '2025-06-30' },
      reportScope: scope,
      statisticsCurrency: 'advertiser',
    })
  }

  /** Waits until the warehouse has loaded what reports read from files so far. */
  async calm(): Promise<void> {
    let before = -1
    for (;;) {
      const present = childrenOf(this.#pid).reduce((sum, pid) => sum + cpuTimeUs(pid), 0)
      if (present === before) return
      before = present
      await pause(calmMs)
    }
  }

  /** Does something while other requests are made, and watches those and the memory. */
  async watched(work: () => Promise<number>) {
    let isOver = false
    let peakMb = 0
    const latencies: number[] = []
    const watching = (async () => {
      while (!isOver) {
        latencies.push(await timed(() => this.#load('/calendar/v3/users/me/settings')))
        peakMb = Math.max(peakMb, treeMb(this.#pid))
        await pause(5)
      }
    })()
    const began = performance.now()
    const rows = await work()
    const ms = performance.now() - began
    isOver = true
    await watching
    latencies.sort((one, other) => one - other)
    return { rows, ms, peakMb, p99: latencies[Math.floor(latencies.length * 0.99)]! }
  }

  async #json(path: string, body?: object): Promise<Record<string, unknown>> {
    const reply = await fetch(this.#base + path, {
      headers: this.#headers,
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(await reply.text())
    return (await reply.json()) as Record<string, unknown>
  }

  async #load(path: string): Promise<void> {
    const reply = await fetch(this.#base + path, { headers: this.#headers })
    for await (const _ of reply.body!) {
      // What counts is that all of it arrives.
    }
  }
}

/** The memory of a process and of those that it has started. */
const treeMb = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, one) => sum + residentMb(one), 0)

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children === '' ? [] : children.split(' ').map(Number)
}

function residentMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
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

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function repeated(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await timed(work))
  return median(times)
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
