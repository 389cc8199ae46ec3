import { median } from './comparison.ts'
import { cpuTimeUs } from './cpu-time.ts'
import type { Bounds, Figure } from './figure.ts'
import { percentile } from './latency.ts'
import { sendLoad } from './load.ts'
import type { ServerProcess } from './server-process.ts'
import { rowsPerBatch, uploadRequests } from './upload-requests.ts'

const batchesPerRound = 100
const rounds = 7
const rowsPerRound = batchesPerRound * rowsPerBatch

export const uploadConnections = 8

interface Contest {
  /** How the engine is called in the figures. */
  readonly engine: string
  readonly server: ServerProcess
  readonly token: string
  /** Puts the rows of a round into another table alike, by statements of as many rows as a batch has. */
  readonly insertBare: (prefix: string) => Promise<{ readonly wallMs: number }>
  readonly bounds: { readonly ratio: Bounds; readonly latency: Bounds }
}

/** Uploads of conversions in turns with bare inserts of the same rows, by rows a second. */
export async function compareUploads(contest: Contest): Promise<Figure[]> {
  const { engine, server, token, insertBare, bounds } = contest
  const taken: number[] = []
  const served: number[] = []
  const inserted: number[] = []
  const cpu: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const prefix = `r${round}-`
    const requests = uploadRequests(token, { prefix, count: batchesPerRound })
    const times: number[] = []
    const before = cpuTimeUs(server.pid)
    const wallMs = await sendLoad({
      port: server.port,
      requests,
      count: batchesPerRound,
      connections: uploadConnections,
      onAnswer: (ms) => times.push(ms),
    })
    const cpuUs = cpuTimeUs(server.pid) - before
    const bare = await insertBare(prefix)
    // The first round fills caches and has code compiled.
    if (round === 0) continue
    taken.push(...times)
    served.push(wallMs / 1000)
    inserted.push(bare.wallMs / 1000)
    cpu.push(cpuUs / rowsPerRound)
  }
  const sorted = taken.toSorted((one, other) => one - other)
  const [ours, theirs] = [served, inserted].map((each) => rowsPerRound / median(each)) as [
    number,
    number,
  ]
  return [
    {
      name: `upload of conversions on ${engine}, ${rowsPerBatch} in a batch, against bare inserts of the same rows`,
      value: ours / theirs,
      unit: 'times',
      bounds: bounds.ratio,
      detail:
        `${ours.toFixed(0)} rows a second against ${theirs.toFixed(0)}, each batch durable; ` +
        `${uploadConnections} connections, ${median(cpu).toFixed(1)} us of the server's CPU for a row`,
    },
    {
      name: `upload of ${rowsPerBatch} conversions on ${engine}, 99 of 100`,
      value: percentile(sorted, 0.99),
      unit: 'ms',
      bounds: bounds.latency,
      detail: `median ${percentile(sorted, 0.5).toFixed(0)} ms, ${uploadConnections} connections`,
    },
  ]
}

/** What the floor and the aim of uploads are, on either engine. */
export const uploadBounds: Contest['bounds'] = {
  ratio: { better: 'higher', floor: 0.5, aim: 0.8 },
  latency: { better: 'lower', floor: 100 },
}
