import { parseArgs } from 'node:util'

const usage = `node tools/capacity.ts [--users 1000000,100000000] [--coordinator-cores 64] [--machine-cores 16]

Computes what a Citus cluster needs for so many users, from the CPU time per request that
"node bench/run.ts citus" has measured, and says what runs out first.
`

/** CPU microseconds per request, with two workers; see "Citus" in bench/RESULTS.md. */
interface Cost {
  readonly server: number
  readonly coordinator: number
  readonly workers: number
}

interface RequestKind extends Cost {
  readonly name: string
  /** Per user and day. */
  readonly perDay: number
}

const kinds: readonly RequestKind[] = [
  { name: 'events.list', perDay: 30, server: 303, coordinator: 4, workers: 89 },
  { name: 'events.get', perDay: 4, server: 180, coordinator: 2, workers: 75 },
  { name: 'events.insert', perDay: 1, server: 431, coordinator: 3, workers: 307 },
  {
    name: 'events.insert with two guests',
    perDay: 0.5,
    server: 5_088,
    coordinator: 74,
    workers: 3_605,
  },
  { name: 'freebusy.query', perDay: 1, server: 1_698, coordinator: 48, workers: 746 },
  { name: 'volumes.list', perDay: 1, server: 812, coordinator: 4, workers: 362 },
]

const assumptions = {
  /** Requests in the busiest second in proportion to the mean. */
  peak: 4,
  /** The part of a core that may be busy at that time. */
  usage: 0.5,
  eventsPerUser: 2_000,
  /** An event of 0.8 kB with its indexes and changes. */
  bytesPerEvent: 3_000,
  /** A worker and its standby. */
  copies: 2,
  diskPerWorker: 2e12,
  /** What a process needs to each server, and what a server can have. */
  connectionsPerProcess: 2,
  connectionsPerServer: 1_000,
} as const

interface Options {
  readonly coordinatorCores: number
  readonly machineCores: number
}

/** What a number of users needs. */
interface Plan {
  readonly users: number
  readonly requestsPerSecond: number
  /** As many as processes. */
  readonly serverCores: number
  readonly coordinatorCores: number
  readonly workerCores: number
  readonly terabytes: number
  /** Clusters, each for a part of the users. */
  readonly clusters: number
  readonly workersPerCluster: number
}

export function planFor(users: number, { coordinatorCores, machineCores }: Options): Plan {
  const { peak, usage, eventsPerUser, bytesPerEvent, copies, diskPerWorker } = assumptions
  const perSecond = (users * peak) / 86_400
  const coresFor = (part: keyof Cost) =>
    (perSecond * kinds.reduce((sum, kind) => sum + kind.perDay * kind[part], 0)) / 1e6 / usage
  const bytes = users * eventsPerUser * bytesPerEvent
  const connections = coresFor('server') * assumptions.connectionsPerProcess
  const clusters = Math.max(
    1,
    Math.ceil(coresFor('coordinator') / coordinatorCores),
    Math.ceil(connections / assumptions.connectionsPerServer),
  )
  const workers = Math.max(coresFor('workers') / machineCores, bytes / diskPerWorker)
  return {
    users,
    requestsPerSecond: perSecond * kinds.reduce((sum, { perDay }) => sum + perDay, 0),
    serverCores: coresFor('server'),
    coordinatorCores: coresFor('coordinator'),
    workerCores: coresFor('workers'),
    terabytes: (bytes * copies) / 1e12,
    clusters,
    workersPerCluster: Math.max(2, Math.ceil(workers / clusters)),
  }
}

/** What one cluster has too little of, with the users for which it is enough, fewest first. */
export function limitsOfCluster(
  options: Options,
): { readonly part: string; readonly users: number }[] {
  const million = planFor(1e6, options)
  const { connectionsPerProcess, connectionsPerServer } = assumptions
  const processes = connectionsPerServer / connectionsPerProcess
  return [
    {
      part: 'The CPU of the coordinator is',
      users: (1e6 * options.coordinatorCores) / million.coordinatorCores,
    },
    {
      part: 'The connections of each server are',
      users: (1e6 * processes) / million.serverCores,
    },
  ].sort((one, other) => one.users - other.users)
}

const usersPerWorkerDisk =
  assumptions.diskPerWorker / assumptions.eventsPerUser / assumptions.bytesPerEvent

const counted = (value: number): string =>
  value.toLocaleString('en', { maximumSignificantDigits: 3 })

function print(options: Options, userCounts: readonly number[]): void {
  const lines = [
    'Assumptions',
    ...kinds.map(
      ({ name, perDay, server, coordinator, workers }) =>
        `  ${name}: ${perDay} per user and day; CPU in us: Almanac ${server}, coordinator ${coordinator}, workers ${workers}`,
    ),
    ...Object.entries(assumptions).map(([name, value]) => `  ${name}: ${counted(value)}`),
    `  machineCores: ${options.machineCores}, coordinatorCores: ${options.coordinatorCores}`,
    ...userCounts.flatMap((users) => ['', ...planLines(planFor(users, options), options)]),
    '',
    `The disk of a worker is full with ${counted(usersPerWorkerDisk)} users. More need several workers.`,
    ...limitsOfCluster(options).map(
      ({ part, users }) =>
        `${part} enough for ${counted(users)} users. More need several clusters.`,
    ),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

const planLines = (plan: Plan, { machineCores }: Options): string[] => [
  `${counted(plan.users)} users`,
  `  requests in the busiest second  ${counted(plan.requestsPerSecond)}`,
  `  Almanac                         ${counted(plan.serverCores)} cores, one process each`,
  `  coordinators                    ${plan.clusters}, ${counted(plan.coordinatorCores)} cores together`,
  `  workers per cluster             ${plan.workersPerCluster} with ${machineCores} cores; all need ${counted(plan.workerCores)} cores`,
  `  disk with standbys              ${counted(plan.terabytes)} TB`,
]

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      users: { type: 'string', default: '1000000,100000000' },
      'coordinator-cores': { type: 'string', default: '64' },
      'machine-cores': { type: 'string', default: '16' },
    },
  })
  const options = {
    coordinatorCores: Number(values['coordinator-cores']),
    machineCores: Number(values['machine-cores']),
  }
  const users = values.users.split(',').map(Number)
  if ([...users, ...Object.values(options)].every((value) => value > 0)) print(options, users)
  else {
    process.stderr.write(usage)
    process.exitCode = 1
  }
}
