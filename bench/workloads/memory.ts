import { eventsPath, getPath, insertEvent, patchEvent } from '../event-requests.ts'
import { seedEvents } from '../event-seed.ts'
import type { Figure } from '../figure.ts'
import { sendLoad } from '../load.ts'
import { benchFolder, makePlace } from '../place.ts'
import { residentMb } from '../resident-memory.ts'

const warmUp = 40_000
const count = 200_000

/** Whether memory grows with the number of requests: reads, lists and writes in turn. */
export async function measureMemory(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const place = await makePlace(folder.path)
  const { token } = place
  const ids = await seedEvents(place, 10_000)
  await using server = await place.start()
  const requests = ids
    .slice(0, 2_000)
    .flatMap((id, index) => [
      getPath(token, `${eventsPath}/${id}`),
      getPath(token, `${eventsPath}?maxResults=10&q=planning`),
      patchEvent(token, id, index),
      getPath(token, `${eventsPath}/${id}`),
      ...(index % 10 === 0 ? [insertEvent(token), getPath(token, eventsPath)] : []),
    ])
  const load = { port: server.port, requests, connections: 16 }
  await sendLoad({ ...load, count: warmUp })
  const before = residentMb(server.pid)
  await sendLoad({ ...load, count })
  const after = residentMb(server.pid)
  return [
    {
      name: `memory after ${count} further requests`,
      value: after / before,
      unit: 'times',
      bounds: { better: 'lower', floor: 1.25 },
      detail: `${after.toFixed(0)} MB against ${before.toFixed(0)} MB after ${warmUp}`,
    },
  ]
}
