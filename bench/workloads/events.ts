import { againstBare } from '../against-bare.ts'
import { eventsPath, getPath, patchEvent } from '../event-requests.ts'
import { seedEvents } from '../event-seed.ts'
import type { Figure } from '../figure.ts'
import { benchFolder, makePlace } from '../place.ts'

const rounds = { connections: 16, rounds: 9 }

/** Single events of a calendar of ten thousand: read and changed. */
export async function measureEvents(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const place = await makePlace(folder.path)
  const { token } = place
  const ids = await seedEvents(place, 10_000)
  await using server = await place.start()
  const at = { place, server }
  return [
    await againstBare({
      name: 'events.get',
      bounds: { better: 'lower', floor: 2, aim: 1.6 },
      ...at,
      requests: ids.slice(0, 500).map((id) => getPath(token, `${eventsPath}/${id}`)),
      ...rounds,
      requestsPerRound: 6_000,
      warmUpRequests: 30_000,
    }),
    await againstBare({
      name: 'durable patch of an event',
      bounds: { better: 'lower', floor: 3.5, aim: 2.5 },
      ...at,
      requests: patches(token, ids),
      ...rounds,
      requestsPerRound: 4_000,
      warmUpRequests: 20_000,
    }),
  ]
}

/** Patches of many events, each of which differs from what the event was. */
function patches(token: string, ids: readonly string[]): Buffer[] {
  return [1, 2].flatMap((version) =>
    ids.slice(0, 2_000).map((id) => patchEvent(token, id, version)),
  )
}
