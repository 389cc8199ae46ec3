import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { campaignId, ids } from './advertising-seed.ts'
import { cpuTimeUs } from './cpu-time.ts'
import { timed } from './median.ts'
import type { Place } from './place.ts'
import type { ServerProcess } from './server-process.ts'

// Longer than the warehouse waits for another question.
const calmMs = 5_000

const scope = { agencyId: ids.agency, advertiserId: ids.advertiser }
const columns = (...names: string[]) => names.map((columnName) => ({ columnName }))

/** Campaigns by date, over some days. */
export const byDate = (startDate: string, endDate: string) => ({
  reportType: 'campaign',
  columns: columns('campaignId', 'date', 'impr', 'clicks', 'cost'),
  timeRange: { startDate, endDate },
})

/** Half of the campaigns, over a week. */
export const ofAWeek = (startDate: string, endDate: string) => ({
  ...byDate(startDate, endDate),
  filters: [
    {
      column: { columnName: 'campaignId' },
      operator: 'in',
      values: Array.from({ length: 50 }, (_, number) => campaignId(2 * number)),
    },
  ],
})

/** A million rows. */
export const byKeyword = {
  reportType: 'keyword',
  columns: columns('keywordId', 'keywordText', 'campaign', 'date', 'impr', 'clicks', 'cost', 'ctr'),
  timeRange: { startDate: '2025-03-01', endDate: '2025-04-05' },
}

/** Asks a server for reports. */
export class ReportCaller {
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
      await pause(5)
    }
  }

  async generate(startDate: string, endDate: string): Promise<void> {
    await this.#json('/doubleclicksearch/v2/reports/generate', {
      reportType: 'advertiser',
      columns: columns('advertiser', 'impr', 'clicks', 'cost'),
      timeRange: { startDate, endDate },
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

  /** The CPU time of the server and of what it has started, in milliseconds. */
  cpuMs(): number {
    return (
      [this.#pid, ...childrenOf(this.#pid)].reduce((sum, pid) => sum + cpuTimeUs(pid), 0) / 1000
    )
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

/** The memory of a process and of those that it has started; what they share counts once. */
const treeMb = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, one) => sum + ownMb(one), 0)

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children === '' ? [] : children.split(' ').map(Number)
}

function ownMb(pid: number): number {
  try {
    const mapped = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+) kB$/m.exec(mapped)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
