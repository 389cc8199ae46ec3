import { join } from 'node:path'
import { median } from '../comparison.ts'
import { cpuTimeUs } from '../cpu-time.ts'
import { seedEvents } from '../event-seed.ts'
import type { Figure } from '../figure.ts'
import { sendLoad } from '../load.ts'
import { benchFolder, makePlace, type Place } from '../place.ts'
import { requestBytes } from '../request.ts'
import { seedCalendars } from '../seed.ts'

const starts = 9
const calendarCount = 100_000
const eventCount = 1_000_000

interface Start {
  readonly ms: number
  readonly cpuMs: number
}

/** From starting the program to its first answer. */
export async function measureStart(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const small = await makePlace(join(folder.path, 'small'))
  const large = await makePlace(join(folder.path, 'large'))
  seedCalendars(large, calendarCount)
  await seedEvents(large, eventCount)
  // The first start of each fills the compile cache.
  const measured = { small: [] as Start[], large: [] as Start[] }
  await startOf(small)
  await startOf(large)
  for (let turn = 0; turn < starts; turn++) {
    measured.small.push(await startOf(small))
    measured.large.push(await startOf(large))
  }
  return [
    figureOf('start, one calendar', measured.small),
    figureOf(`start, ${calendarCount} calendars, ${eventCount} events in one`, measured.large),
  ]
}

async function startOf(place: Place): Promise<Start> {
  const requests = [requestBytes({ path: '/calendar/v3/calendars/primary', token: place.token })]
  const began = performance.now()
  await using server = await place.start()
  await sendLoad({ port: server.port, requests, count: 1, connections: 1 })
  return { ms: performance.now() - began, cpuMs: cpuTimeUs(server.pid) / 1000 }
}

function figureOf(name: string, measured: readonly Start[]): Figure {
  const times = measured.map(({ ms }) => ms)
  const cpuMs = median(measured.map((start) => start.cpuMs))
  return {
    name,
    value: median(times),
    unit: 'ms',
    bounds: { better: 'lower', floor: 1000, aim: 400 },
    detail: `median of ${times.length}, ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} ms; ${cpuMs.toFixed(0)} ms of CPU`,
  }
}
