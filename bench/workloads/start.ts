import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { median } from '../comparison.ts'
import { cpuTimeUs } from '../cpu-time.ts'
import { seedEvents } from '../event-seed.ts'
import type { Figure } from '../figure.ts'
import { installPackage } from '../installed-package.ts'
import { sendLoad } from '../load.ts'
import { benchFolder, makePlace } from '../place.ts'
import { requestBytes } from '../request.ts'
import { residentMb } from '../resident-memory.ts'
import { seedCalendars } from '../seed.ts'
import { type ServerProcess, startProcess } from '../server-process.ts'

const starts = 9
const calendarCount = 100_000
const eventCount = 1_000_000
/** By then a new server has its demo data. */
const settleMs = 15_000

interface Start {
  readonly ms: number
  readonly cpuMs: number
  readonly residentMb: number
}

interface Startable {
  start(): Promise<ServerProcess>
  /** The token of the first request; without one, the one that the server prints. */
  readonly token?: string
}

/** From starting the program of the npm package to its first answer, as a user starts it. */
export async function measureStart(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const { entry, emptyCompileCache } = await installPackage(join(folder.path, 'project'))
  const userStart = (dataDir: string): Startable => ({
    start: () =>
      startProcess({
        words: [entry],
        environment: { ALMANAC_PORT: '0', ALMANAC_DATA_DIR: dataDir },
        logFile: join(folder.path, 'server.log'),
      }),
  })
  let folders = 0
  const firstStart = () => userStart(join(folder.path, `first-${folders++}`))
  const existing = userStart(join(folder.path, 'existing'))
  const large = await makePlace(join(folder.path, 'large'), '', entry)
  seedCalendars(large, calendarCount)
  await seedEvents(large, eventCount)

  // The first start fills the compile cache and creates the data that exists afterwards.
  await startOf(existing, settleMs)
  const measured = { first: [] as Start[], existing: [] as Start[], large: [] as Start[] }
  for (let turn = 0; turn < starts; turn++) {
    measured.first.push(await startOf(firstStart()))
    measured.existing.push(await startOf(existing))
    measured.large.push(await startOf(large))
  }
  const idle = { first: [] as number[], existing: [] as number[] }
  for (let turn = 0; turn < 3; turn++) {
    idle.first.push((await startOf(firstStart(), settleMs)).residentMb)
    idle.existing.push((await startOf(existing, settleMs)).residentMb)
  }
  const uncompiled: Start[] = []
  for (let turn = 0; turn < starts; turn++) {
    await emptyCompileCache()
    uncompiled.push(await startOf(firstStart()))
  }
  return [
    timeFigure('first start, in an empty folder', measured.first),
    timeFigure('first start after the installation, without compiled code', uncompiled),
    timeFigure('start with the data of an earlier one', measured.existing),
    timeFigure(
      `start, ${calendarCount} calendars, ${eventCount} events in one`,
      measured.large,
      1000,
    ),
    memoryFigure('resident memory of an idle server after its first start', idle.first),
    memoryFigure('resident memory of an idle server after another start', idle.existing),
  ]
}

/** Starts a server, sends a request, and waits before the memory is read. */
async function startOf({ start, token }: Startable, waitMs = 0): Promise<Start> {
  const began = performance.now()
  await using server = await start()
  const requests = [
    requestBytes({
      path: '/calendar/v3/calendars/primary',
      token: token ?? printedToken(server.greeting),
    }),
  ]
  await sendLoad({ port: server.port, requests, count: 1, connections: 1 })
  const ms = performance.now() - began
  const cpuMs = cpuTimeUs(server.pid) / 1000
  if (waitMs > 0) await delay(waitMs)
  return { ms, cpuMs, residentMb: residentMb(server.pid) }
}

const printedToken = (greeting: string): string => /alm_dev_[\w-]+/.exec(greeting)![0]

function timeFigure(name: string, measured: readonly Start[], floor = 600): Figure {
  const times = measured.map(({ ms }) => ms)
  const cpuMs = median(measured.map((start) => start.cpuMs))
  const memory = median(measured.map((start) => start.residentMb))
  return {
    name,
    value: median(times),
    unit: 'ms',
    bounds: { better: 'lower', floor, aim: floor / 2 },
    detail:
      `median of ${times.length}, ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} ms; ` +
      `${cpuMs.toFixed(0)} ms of CPU, ${memory.toFixed(0)} MB at the first answer`,
  }
}

const memoryFigure = (name: string, measured: readonly number[]): Figure => ({
  name,
  value: median(measured),
  unit: 'MB',
  bounds: { better: 'lower', floor: 120, aim: 90 },
  detail: `median of ${measured.length}, ${settleMs / 1000} s after the first answer`,
})
