import { againstBare } from '../against-bare.ts'
import type { Figure } from '../figure.ts'
import { insertRequest } from '../insert-request.ts'
import { benchFolder, makePlace } from '../place.ts'

/** Calendars made by sixteen connections, each on disk before it is answered. */
export async function measureInsert(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const place = await makePlace(folder.path)
  await using server = await place.start()
  return [
    await againstBare({
      name: 'durable insert of a calendar',
      bounds: { better: 'lower', floor: 3.5, aim: 2.5 },
      place,
      server,
      requests: [insertRequest(place.token)],
      connections: 16,
      requestsPerRound: 4_000,
      rounds: 11,
      warmUpRequests: 25_000,
    }),
  ]
}
