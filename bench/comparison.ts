import { cpuMeter } from './cpu-time.ts'
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
  /** Measures the server in another way than the usual one. */
  readonly cpuTime?: (pid: number) => number
}

export interface Rounds {
  readonly connections: number
  readonly requestsPerRound: number
  readonly rounds: number
  /** Requests before anything is counted, so that the code is compiled and caches are filled. */
  readonly warmUpRequests: number
  /** No further round begins after this time, so that a slow contender cannot take forever. */
  readonly lastingMsMax?: number
}

export interface Cost {
  /** CPU per request. */
  readonly cpuUs: number
  /** What further processes have of it. */
  readonly othersUs: number
  readonly perSecond: number
}

/** What a request costs each contender: medians of rounds in which they take turns. */
export const compare = (contenders: readonly Contender[], rounds: Rounds): Promise<Cost[]> =>
  compareSides(sidesOf(contenders, rounds), rounds)

/** The costs of each contender by round. Rounds of the same index are measured one right after the other. */
export const compareByRound = (
  contenders: readonly Contender[],
  rounds: Rounds,
): Promise<Cost[][]> => measureRounds(sidesOf(contenders, rounds), rounds)

const sidesOf = (contenders: readonly Contender[], { connections }: Rounds): Side[] =>
  contenders.map(({ server: { pid, port }, requests, others = () => [], cpuTime }) => {
    const next = typeof requests === 'function' ? requests : inTurn(requests)
    return {
      pids: [pid],
      others,
      cpuTime,
      send: (count: number) => sendLoad({ port, requests: next, count, connections }),
    }
  })

/** Servers that take turns with other ones. */
export interface Side {
  readonly pids: readonly number[]
  /** Further processes that work for them. */
  readonly others: () => readonly number[]
  readonly cpuTime?: Contender['cpuTime'] | undefined
  /** Sends so many requests, and says how long they took. */
  readonly send: (count: number) => Promise<number>
}

/** The same for any number of servers on each side. */
export async function compareSides(
  sides: readonly Side[],
  rounds: Omit<Rounds, 'connections'>,
): Promise<Cost[]> {
  const costs = await measureRounds(sides, rounds)
  return costs.map((measured) => ({
    cpuUs: median(measured.map(({ cpuUs }) => cpuUs)),
    othersUs: median(measured.map(({ othersUs }) => othersUs)),
    perSecond: median(measured.map(({ perSecond }) => perSecond)),
  }))
}

async function measureRounds(
  sides: readonly Side[],
  {
    requestsPerRound,
    rounds,
    warmUpRequests,
    lastingMsMax = Number.POSITIVE_INFINITY,
  }: Omit<Rounds, 'connections'>,
): Promise<Cost[][]> {
  const began = performance.now()
  const costs = sides.map((): Cost[] => [])
  for (const side of sides) await round(side, warmUpRequests)
  for (let turn = 0; turn < rounds; turn++) {
    if (turn > 0 && performance.now() - began > lastingMsMax) break
    for (const [index, side] of sides.entries()) {
      costs[index]!.push(await round(side, requestsPerRound))
    }
  }
  return costs
}

async function round(side: Side, count: number): Promise<Cost> {
  const { pids, others, send, cpuTime } = side
  using _ = awake()
  const spentByServers = cpuMeter(() => pids, cpuTime)
  const spentByOthers = cpuMeter(others)
  const durationMs = await send(count)
  const othersUs = spentByOthers() / count
  return {
    cpuUs: spentByServers() / count + othersUs,
    othersUs,
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
