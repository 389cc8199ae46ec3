import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { type Cost, compare } from '../comparison.ts'
import { eventInserts, eventsPath, getPath, insertEvent } from '../event-requests.ts'
import type { Figure } from '../figure.ts'
import { sendLoad } from '../load.ts'
import { benchFolder, makePlace, type Place } from '../place.ts'
import { startPostgres } from '../postgres.ts'
import { sampleReply } from '../sample-reply.ts'
import type { ServerProcess } from '../server-process.ts'

const eventsMade = 2_000

/**
 * Single events on PostgreSQL against the same on SQLite, with the CPU of the database's own processes. Lists are
 * measured by `reads --postgres`.
 */
export async function measureEventsPostgres(): Promise<Figure[]> {
  await using folder = await benchFolder()
  // The database server runs as another user and has to reach its folder.
  chmodSync(folder.path, 0o755)
  await using postgres = await startPostgres(folder.path)
  const there = await makePlace(join(folder.path, 'postgres-place'), postgres.url)
  const here = await makePlace(join(folder.path, 'sqlite-place'))
  await using thereServer = await there.start()
  await using hereServer = await here.start()
  const sides = [
    { place: here, server: hereServer, id: await fill(here, hereServer), others: () => [] },
    {
      place: there,
      server: thereServer,
      id: await fill(there, thereServer),
      others: () => postgres.pids(),
    },
  ]
  const requestsOf = {
    'events.get': ({ token }: Place, id: string) => [getPath(token, `${eventsPath}/${id}`)],
    'durable insert of an event': ({ token }: Place) => eventInserts(token),
  }
  const floors = { 'events.get': 2.5, 'durable insert of an event': 5 }
  const figures: Figure[] = []
  for (const name of Object.keys(requestsOf) as (keyof typeof requestsOf)[]) {
    const contenders = sides.map(({ place, server, id, others }) => ({
      server,
      others,
      requests: requestsOf[name](place, id),
    }))
    const rounds = { connections: 16, requestsPerRound: 1_500, rounds: 7, warmUpRequests: 4_000 }
    const [sqlite, onPostgres] = (await compare(contenders, rounds)) as [Cost, Cost]
    figures.push({
      name: `${name}, PostgreSQL against SQLite`,
      value: onPostgres.cpuUs / sqlite.cpuUs,
      unit: 'times',
      bounds: { better: 'lower', floor: floors[name] },
      detail: `${onPostgres.cpuUs.toFixed(1)} us against ${sqlite.cpuUs.toFixed(1)} us, the database included`,
    })
  }
  return figures
}

async function fill({ token }: Place, { port }: ServerProcess): Promise<string> {
  await sendLoad({ port, requests: eventInserts(token), count: eventsMade, connections: 16 })
  return JSON.parse((await sampleReply(port, insertEvent(token))).body).id
}
