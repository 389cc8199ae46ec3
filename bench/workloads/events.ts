import { againstBare } from '../against-bare.ts'
import { eventsPath, getPath, insertEvent, patchEvent } from '../event-requests.ts'
import { seedEvents } from '../event-seed.ts'
import type { Figure } from '../figure.ts'
import { benchFolder, makePlace } from '../place.ts'
import { sampleReply } from '../sample-reply.ts'

const reads = { connections: 16, rounds: 9 }

/** Events of one calendar of ten thousand: read, listed, added, changed and synced. */
export async function measureEvents(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const place = await makePlace(folder.path)
  const { token } = place
  const ids = await seedEvents(place, 10_000)
  await using server = await place.start()
  const at = { place, server }
  const list = getPath(token, eventsPath)
  const versions = Array.from({ length: 90 }, (_, index) => index + 10)
  const figures = [
    await againstBare({
      name: 'events.get',
      bounds: { better: 'lower', floor: 2, aim: 1.6 },
      ...at,
      requests: ids.slice(0, 500).map((id) => getPath(token, `${eventsPath}/${id}`)),
      ...reads,
      requestsPerRound: 6_000,
      warmUpRequests: 30_000,
    }),
    await againstBare({
      name: 'events.list, 250 of 10,000, nothing changed',
      bounds: { better: 'lower', floor: 2, aim: 1.3 },
      ...at,
      requests: [list],
      ...reads,
      requestsPerRound: 1_500,
      warmUpRequests: 6_000,
    }),
    await againstBare({
      name: 'events.list, 250 of 10,000, every twentieth request a patch',
      bounds: { better: 'lower', floor: 3, aim: 1.6 },
      ...at,
      requests: versions.flatMap((version) => [
        ...Array.from({ length: 19 }, () => list),
        patchEvent(token, ids[version]!, version),
      ]),
      ...reads,
      requestsPerRound: 1_500,
      warmUpRequests: 6_000,
    }),
    await againstBare({
      name: 'durable insert of an event',
      bounds: { better: 'lower', floor: 3.5, aim: 2.5 },
      ...at,
      requests: [insertEvent(token)],
      ...reads,
      requestsPerRound: 4_000,
      warmUpRequests: 20_000,
    }),
    await againstBare({
      name: 'durable patch of an event',
      bounds: { better: 'lower', floor: 3.5, aim: 2.5 },
      ...at,
      requests: patches(token, ids),
      ...reads,
      requestsPerRound: 4_000,
      warmUpRequests: 20_000,
    }),
  ]
  const { nextSyncToken } = JSON.parse(
    (
      await sampleReply(
        server.port,
        getPath(token, `${eventsPath}?maxResults=2500&timeMin=2999-01-01T00:00:00Z`),
      )
    ).body,
  )
  const sync = getPath(token, `${eventsPath}?syncToken=${nextSyncToken}`)
  return [
    ...figures,
    await againstBare({
      name: 'patch and the sync that tells of it, the pair',
      bounds: { better: 'lower', floor: 7, aim: 5 },
      ...at,
      per: 2,
      requests: versions.flatMap((version) => [sync, patchEvent(token, ids[0]!, version)]),
      ...reads,
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
