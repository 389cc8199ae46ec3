import { cpuTimeUs } from './cpu-time.ts'
import { sendLoad } from './load.ts'
import type { ServerProcess } from './server-process.ts'
import { inTurn, type NextRequest } from './varied-requests.ts'

/** One of the servers that take turns, and what it is asked. */
export interface Contender {
  readonly server: ServerProcess
  /** Each round goes on where the one before has ended. */
  readonly requests: readonly Buffer[] | NextRequest
  /** Further processes that work for it. */
  readonly others?: () => readonly number[]
}

export interface Rounds {
  readonly connections: number
  readonly requestsPerRound: number
  readonly rounds: number
  /** Requests before anything is counted, so that the code is compiled and caches are filled. */
  readonly warmUpRequests: number
}

export interface Cost {
  /** Server CPU per request. */
  readonly cpuUs: number
  readonly perSecond: number
}

/** What a request costs each contender: medians of rounds in which they take turns. */
export async function compare(
  contenders: readonly Contender[],
  { connections, requestsPerRound, rounds, warmUpRequests }: Rounds,
): Promise<Cost[]> {
  const costs = contenders.map((): Cost[] => [])
  const ready = contenders.map(({ requests, ...contender }) => ({
    ...contender,
    requests: typeof requests === 'function' ? requests : inTurn(requests),
  }))
  for (const contender of ready) await round(contender, connections, warmUpRequests)
  for (let turn = 0; turn < rounds; turn++) {
    for (const [index, contender] of ready.entries()) {
      costs[index]!.push(await round(contender, connections, requestsPerRound))
    }
  }
  return costs.map((measured) => ({
    cpuUs: median(measured.map(({ cpuUs }) => cpuUs)),
    perSecond: median(measured.map(({ perSecond }) => perSecond)),
  }))
}

async function round(
  { server, requests, others = () => [] }: Contender,
  connections: number,
  count: number,
): Promise<Cost> {
  using _ = awake()
  const spent = () => [server.pid, ...others()].reduce((sum, pid) => sum + cpuTimeUs(pid), 0)
  const before = spent()
  const durationMs = await sendLoad({ port: server.port, requests, count, connections })
  return {
    cpuUs: (spent() - before) / count,
    perSecond: count / (durationMs / 1000),
  }
}

// A sleeping driver would have to be woken for every reply, at the cost of the server that answers,
// and only a server that is slower than the driver would pay. A remote client costs neither.
function awake(): Disposable {
  let isOver = false
  const turn = () => {
    if (!isOver) setImmediate(turn)
  }
  turn()
  return {
    [Symbol.dispose]: () => {
      isOver = true
    },
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
