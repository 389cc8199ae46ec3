import { join } from 'node:path'
import { type Cost, compare, type Rounds } from '../comparison.ts'
import type { Figure } from '../figure.ts'
import { insertRequest } from '../insert-request.ts'
import { benchFolder, makePlace } from '../place.ts'
import { requestBytes } from '../request.ts'
import { seedCalendars } from '../seed.ts'
import type { ServerProcess } from '../server-process.ts'

const sizes = [10_000, 100_000] as const

interface Sized {
  readonly server: ServerProcess
  readonly gets: readonly Buffer[]
  readonly inserts: readonly Buffer[]
}

/** What ten times the data costs. */
export async function measureScale(): Promise<Figure[]> {
  await using folder = await benchFolder()
  await using resources = new AsyncDisposableStack()
  const sized: Sized[] = []
  for (const size of sizes) {
    const place = await makePlace(join(folder.path, String(size)))
    const ids = seedCalendars(place, size)
    const { token } = place
    sized.push({
      server: resources.use(await place.start()),
      gets: ids.map((id) => requestBytes({ path: `/calendar/v3/calendars/${id}`, token })),
      inserts: [insertRequest(token)],
    })
  }
  const gets = { connections: 16, requestsPerRound: 6_000, rounds: 11, warmUpRequests: 15_000 }
  const inserts = { connections: 16, requestsPerRound: 1_500, rounds: 9, warmUpRequests: 4_000 }
  return [
    await growth('GET one calendar', sized, 'gets', gets),
    await growth('durable insert', sized, 'inserts', inserts),
  ]
}

async function growth(
  name: string,
  sized: readonly Sized[],
  kind: 'gets' | 'inserts',
  rounds: Rounds,
): Promise<Figure> {
  const contenders = sized.map(({ server, [kind]: requests }) => ({ server, requests }))
  const [small, large] = (await compare(contenders, rounds)) as [Cost, Cost]
  return {
    name: `${name}, ${sizes[1]} calendars against ${sizes[0]}`,
    value: large.cpuUs / small.cpuUs,
    unit: 'times',
    bounds: { better: 'lower', floor: 1.15 },
    detail: `${large.cpuUs.toFixed(1)} us against ${small.cpuUs.toFixed(1)} us`,
  }
}
