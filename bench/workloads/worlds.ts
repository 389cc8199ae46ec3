import { compare, median } from '../comparison.ts'
import type { Figure } from '../figure.ts'
import { timed } from '../median.ts'
import { benchFolder, makePlace } from '../place.ts'
import { requestBytes } from '../request.ts'
import { residentMb } from '../resident-memory.ts'
import type { ServerProcess } from '../server-process.ts'

const worldsMax = 200
const eventsPerWorld = 50
const rounds = { connections: 16, requestsPerRound: 10_000, rounds: 9, warmUpRequests: 10_000 }

interface World {
  readonly id: string
  readonly token: string
}

/** What it takes to create and to delete a world, to have many, and to use one. */
export async function measureWorlds(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const place = await makePlace(folder.path)
  await using server = await place.start({
    environment: { ALMANAC_MODE: 'dev', ALMANAC_DEMO: '0' },
  })
  const [inside, outside] = await costs(server, await createWorld(server))
  const worlds: World[] = []
  const creations: number[] = []
  for (let count = 0; count < worldsMax - 1; count++) {
    creations.push(await timed(async () => worlds.push(await createWorld(server))))
  }
  const memory = residentMb(server.pid)
  const deletions: number[] = []
  for (const { id } of worlds) {
    deletions.push(await timed(() => call(server, 'DELETE', `/_almanac/worlds/${id}`)))
  }
  return [
    {
      name: 'creating a world',
      value: median(creations),
      unit: 'ms',
      bounds: { better: 'lower', floor: 20 },
      detail: `median of ${creations.length}, with its first user and a token`,
    },
    {
      name: 'deleting a world',
      value: median(deletions),
      unit: 'ms',
      bounds: { better: 'lower', floor: 5 },
      detail: `median of ${deletions.length}`,
    },
    {
      name: `memory of a server with ${worldsMax} open worlds`,
      value: memory,
      unit: 'MB',
      bounds: { better: 'lower', floor: 600 },
      detail: 'resident',
    },
    {
      name: 'events.get in a world, against the default world',
      value: inside!.cpuUs / outside!.cpuUs,
      unit: 'times',
      bounds: { better: 'lower', floor: 1.05 },
      detail: `${inside!.cpuUs.toFixed(1)} us against ${outside!.cpuUs.toFixed(1)} us, nine rounds in turns`,
    },
  ]
}

/** Different events are read in turn, so that no single reply answers all requests. */
async function costs(server: ServerProcess, world: World) {
  const { token } = await call<{ token: string }>(server, 'POST', '/_almanac/tokens', {
    body: { email: 'bench@almanac.test' },
  })
  const requestsOf = async (prefix: string, caller: string) => {
    const path = `${prefix}/calendar/v3/calendars/primary/events`
    const requests: Buffer[] = []
    for (let hour = 0; hour < eventsPerWorld; hour++) {
      const at = new Date(Date.UTC(2030, 0, 1, hour)).toISOString()
      const body = { summary: `Event ${hour}`, start: { dateTime: at }, end: { dateTime: at } }
      const { id } = await call<{ id: string }>(server, 'POST', path, { body, token: caller })
      requests.push(requestBytes({ path: `${path}/${id}`, token: caller }))
    }
    return requests
  }
  return compare(
    [
      { server, requests: await requestsOf(`/worlds/${world.id}`, world.token) },
      { server, requests: await requestsOf('', token) },
    ],
    rounds,
  )
}

const createWorld = (server: ServerProcess) =>
  call<World>(server, 'POST', '/_almanac/worlds', { body: {} })

async function call<Reply>(
  server: ServerProcess,
  method: string,
  path: string,
  { body, token }: { readonly body?: object; readonly token?: string } = {},
): Promise<Reply> {
  const reply = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    ...(token && { headers: { Authorization: `Bearer ${token}` } }),
  })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  const text = await reply.text()
  return (text === '' ? undefined : JSON.parse(text)) as Reply
}
