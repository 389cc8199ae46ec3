import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { againstBare } from '../against-bare.ts'
import type { Figure } from '../figure.ts'
import { insertRequest } from '../insert-request.ts'
import { benchFolder, makePlace } from '../place.ts'
import { startPostgres } from '../postgres.ts'
import { requestBytes } from '../request.ts'

/** The two main requests on PostgreSQL; what its own processes spend is not in the figures. */
export async function measurePostgres(): Promise<Figure[]> {
  await using folder = await benchFolder()
  // The database server runs as another user and has to reach its folder.
  chmodSync(folder.path, 0o755)
  await using postgres = await startPostgres(folder.path)
  const place = await makePlace(join(folder.path, 'place'), postgres.url)
  await using server = await place.start()
  const rounds = { connections: 16, requestsPerRound: 2_000, rounds: 5, warmUpRequests: 4_000 }
  return [
    await againstBare({
      name: 'GET one calendar, PostgreSQL',
      place,
      server,
      requests: [requestBytes({ path: '/calendar/v3/calendars/primary', token: place.token })],
      ...rounds,
    }),
    await againstBare({
      name: 'durable insert, PostgreSQL',
      place,
      server,
      requests: [insertRequest(place.token)],
      ...rounds,
    }),
  ]
}
