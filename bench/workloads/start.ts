import { join } from 'node:path'
import { median } from '../comparison.ts'
import type { Figure } from '../figure.ts'
import { sendLoad } from '../load.ts'
import { benchFolder, makePlace, type Place } from '../place.ts'
import { requestBytes } from '../request.ts'
import { seedCalendars } from '../seed.ts'

const starts = 9
const largeCount = 100_000

/** From starting the program to its first answer. */
export async function measureStart(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const small = await makePlace(join(folder.path, 'small'))
  const large = await makePlace(join(folder.path, 'large'))
  seedCalendars(large, largeCount)
  // The first start of each fills the compile cache.
  const times = { small: [] as number[], large: [] as number[] }
  await startMs(small)
  await startMs(large)
  for (let turn = 0; turn < starts; turn++) {
    times.small.push(await startMs(small))
    times.large.push(await startMs(large))
  }
  return [
    figureOf('start, one calendar', times.small),
    figureOf(`start, ${largeCount} calendars`, times.large),
  ]
}

async function startMs(place: Place): Promise<number> {
  const requests = [requestBytes({ path: '/calendar/v3/calendars/primary', token: place.token })]
  const began = performance.now()
  await using server = await place.start()
  await sendLoad({ port: server.port, requests, count: 1, connections: 1 })
  return performance.now() - began
}

const figureOf = (name: string, times: readonly number[]): Figure => ({
  name,
  value: median(times),
  unit: 'ms',
  bounds: { better: 'lower', floor: 1000, aim: 400 },
  detail: `median of ${times.length}, ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} ms`,
})
