import { againstBare } from '../against-bare.ts'
import type { Figure } from '../figure.ts'
import { benchFolder, makePlace } from '../place.ts'
import { requestBytes } from '../request.ts'

/** One calendar by its id, with authentication, quota metering, log and metrics on. */
export async function measureGet(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const place = await makePlace(folder.path)
  await using server = await place.start()
  return [
    await againstBare({
      name: 'GET one calendar',
      bounds: { better: 'lower', floor: 2, aim: 1.5 },
      place,
      server,
      requests: [requestBytes({ path: '/calendar/v3/calendars/primary', token: place.token })],
      connections: 16,
      requestsPerRound: 6_000,
      rounds: 11,
      warmUpRequests: 30_000,
    }),
  ]
}
