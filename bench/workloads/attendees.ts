import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { median } from '../comparison.ts'
import { eventBody, insertEvent } from '../event-requests.ts'
import type { Figure } from '../figure.ts'
import { sendLoad } from '../load.ts'
import { benchFolder, makePlace, type Place } from '../place.ts'
import { startPostgres } from '../postgres.ts'
import { requestBytes } from '../request.ts'
import { sampleReply } from '../sample-reply.ts'

const guestsCount = 200
const rounds = 40
const warmUpRounds = 10

/** How long it takes to invite two hundred calendars of the same server, one request at a time. */
export async function measureAttendees(): Promise<Figure[]> {
  await using folder = await benchFolder()
  // The database server runs as another user and has to reach its folder.
  chmodSync(folder.path, 0o755)
  await using postgres = await startPostgres(folder.path)
  const here = await makePlace(join(folder.path, 'sqlite-place'))
  const there = await makePlace(join(folder.path, 'postgres-place'), postgres.url)
  return [
    await figureOf(here, { engine: 'SQLite', bounds: { better: 'lower', floor: 60, aim: 20 } }),
    await figureOf(there, { engine: 'PostgreSQL' }),
  ]
}

async function figureOf(
  place: Place,
  { engine, bounds }: { readonly engine: string; readonly bounds?: Figure['bounds'] },
): Promise<Figure> {
  // Only a server in dev mode makes users over the wire.
  await using server = await place.start({ environment: { ALMANAC_MODE: 'dev' } })
  const { port } = server
  const attendees = Array.from({ length: guestsCount }, (_, index) => ({
    email: `guest${index}@almanac.test`,
  }))
  for (const { email } of attendees) {
    const body = JSON.stringify({ email })
    await sampleReply(port, requestBytes({ method: 'POST', path: '/_almanac/tokens', body }))
  }
  const requests = [insertEvent(place.token, { ...eventBody, attendees })]
  await sendLoad({ port, requests, count: warmUpRounds, connections: 1 })
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    times.push(await sendLoad({ port, requests, count: 1, connections: 1 }))
  }
  const sorted = times.toSorted((one, other) => one - other)
  return {
    name: `insert of an event with ${guestsCount} guests of this server, ${engine}`,
    value: median(times),
    unit: 'ms',
    ...(bounds && { bounds }),
    detail: `${sorted[0]!.toFixed(1)} to ${sorted.at(-1)!.toFixed(1)} ms in ${rounds} rounds, one connection`,
  }
}
