import { join } from 'node:path'
import { type Cost, compare, type Rounds } from '../comparison.ts'
import { eventInserts, eventsPath, getPath, patchEvent } from '../event-requests.ts'
import { seedEvents } from '../event-seed.ts'
import type { Figure } from '../figure.ts'
import { benchFolder, makePlace } from '../place.ts'
import { sampleReply } from '../sample-reply.ts'
import type { ServerProcess } from '../server-process.ts'
import type { NextRequest } from '../varied-requests.ts'

const reads: Rounds = {
  connections: 16,
  requestsPerRound: 4_000,
  rounds: 9,
  warmUpRequests: 12_000,
}
const writes: Rounds = {
  connections: 16,
  requestsPerRound: 2_000,
  rounds: 9,
  warmUpRequests: 6_000,
}

interface Sized {
  readonly server: ServerProcess
  readonly requests: Readonly<Record<string, readonly Buffer[] | NextRequest>>
}

type Sizes = readonly [number, number]

/**
 * What ten times the events on a calendar cost, and a thousand times for keeping up with it. Lists are measured
 * by `reads`.
 */
export async function measureEventsScale(): Promise<Figure[]> {
  return [
    ...(await growths([10_000, 100_000], {
      'events.get': reads,
      'durable insert of an event': writes,
      'durable patch of an event': writes,
    })),
    ...(await growths([1_000, 1_000_000], { 'patch and sync': writes })),
  ]
}

async function growths(sizes: Sizes, kinds: Readonly<Record<string, Rounds>>): Promise<Figure[]> {
  await using resources = new AsyncDisposableStack()
  const small = await sizedServer(resources, sizes[0])
  const large = await sizedServer(resources, sizes[1])
  const figures: Figure[] = []
  for (const [name, rounds] of Object.entries(kinds)) {
    figures.push(await growth(name, { small, large, sizes, rounds }))
  }
  return figures
}

async function growth(
  name: string,
  { small, large, sizes, rounds }: { small: Sized; large: Sized; sizes: Sizes; rounds: Rounds },
): Promise<Figure> {
  const contenders = [small, large].map(({ server, requests }) => ({
    server,
    requests: requests[name]!,
  }))
  const [less, more] = (await compare(contenders, rounds)) as [Cost, Cost]
  return {
    name: `${name}, ${sizes[1]} events against ${sizes[0]}`,
    value: more.cpuUs / less.cpuUs,
    unit: 'times',
    bounds: { better: 'lower', floor: 1.15 },
    detail: `${more.cpuUs.toFixed(1)} us against ${less.cpuUs.toFixed(1)} us`,
  }
}

async function sizedServer(resources: AsyncDisposableStack, size: number): Promise<Sized> {
  const folder = resources.use(await benchFolder())
  const place = await makePlace(join(folder.path, String(size)))
  const ids = await seedEvents(place, size)
  const server = resources.use(await place.start())
  const { token } = place
  const step = Math.ceil(ids.length / 500)
  const spread = ids.filter((_, index) => index % step === 0)
  const far = `${eventsPath}?timeMin=2999-01-01T00:00:00Z`
  const { nextSyncToken } = JSON.parse((await sampleReply(server.port, getPath(token, far))).body)
  const sync = getPath(token, `${eventsPath}?syncToken=${nextSyncToken}`)
  const versions = Array.from({ length: 90 }, (_, index) => index + 10)
  return {
    server,
    requests: {
      'events.get': spread.map((id) => getPath(token, `${eventsPath}/${id}`)),
      'durable insert of an event': eventInserts(token),
      'durable patch of an event': [1, 2].flatMap((version) =>
        spread.map((id) => patchEvent(token, id, version)),
      ),
      'patch and sync': versions.flatMap((version) => [sync, patchEvent(token, ids[0]!, version)]),
    },
  }
}
