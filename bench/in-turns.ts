import { chmodSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { query } from './cluster.ts'
import { type Contender, compare } from './comparison.ts'
import { eventInserts, eventsPath, eventTimes, getPath, patchEvent } from './event-requests.ts'
import { benchFolder, type makePlace, type Place } from './place.ts'
import { type BenchPostgres, startPostgres } from './postgres.ts'
import { requestBytes } from './request.ts'
import { sampleReply } from './sample-reply.ts'
import type { ServerProcess } from './server-process.ts'
import { type NextRequest, shuffledPasses } from './varied-requests.ts'

const usage = `node bench/in-turns.ts [--postgres] [--only name,...] <folder of another checkout>

Compares requests of this checkout with those of another one, for example of the state before a change.
Both servers take turns; each figure is the ratio of the medians of nine rounds.
`

const rounds = 9
const guests = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ email: `guest${index}@almanac.test` }))
const guestsMax = 200

interface Asked {
  readonly token: string
  readonly port: number
}

interface Scenario {
  readonly requests: (asked: Asked) => Promise<readonly Buffer[] | NextRequest>
  readonly requestsPerRound: number
  readonly connections: number
}

const scenarios: Readonly<Record<string, Scenario>> = {
  get: {
    requests: async (asked) => (await insertAll(asked, 50)).map((id) => getEvent(asked, id)),
    requestsPerRound: 3_000,
    connections: 16,
  },
  list: {
    requests: async (asked) => {
      await insertAll(asked, 200)
      return shuffledPasses(100, (index, pass) => {
        const from = eventTimes(index).start.add({ seconds: pass })
        return getPath(asked.token, `${eventsPath}?timeMin=${from}&maxResults=50`)
      })
    },
    requestsPerRound: 300,
    connections: 16,
  },
  insert: {
    requests: async ({ token }) => eventInserts(token),
    requestsPerRound: 1_500,
    connections: 16,
  },
  patch: {
    requests: async (asked) =>
      (await insertAll(asked, 20)).flatMap((id, index) => [
        patchEvent(asked.token, id, index),
        patchEvent(asked.token, id, index + 1),
      ]),
    requestsPerRound: 1_500,
    connections: 1,
  },
  'insert with 2 attendees here': {
    requests: async ({ token }) => eventInserts(token, { attendees: guests(2) }),
    requestsPerRound: 500,
    connections: 16,
  },
  'patch with 2 attendees here': {
    requests: async (asked) => {
      const ids = await insertAll(asked, 20, { attendees: guests(2) })
      return ids.flatMap((id, index) => [
        patchEvent(asked.token, id, index),
        patchEvent(asked.token, id, index + 1),
      ])
    },
    requestsPerRound: 400,
    connections: 1,
  },
  'insert with 200 attendees here': {
    requests: async ({ token }) => eventInserts(token, { attendees: guests(guestsMax) }),
    requestsPerRound: 10,
    connections: 1,
  },
  'response of an attendee': {
    requests: async (asked) => {
      const ids = await insertAll(asked, 20, { attendees: guests(2) })
      const token = await userToken(asked.port, guests(1)[0]!.email)
      const path = (id: string) => `${eventsPath}/${id}`
      return ['accepted', 'declined'].flatMap((responseStatus) =>
        ids.map((id) => {
          const attendees = [{ email: guests(1)[0]!.email, responseStatus }]
          const body = JSON.stringify({ attendees })
          return requestBytes({ method: 'PATCH', path: path(id), token, body })
        }),
      )
    },
    requestsPerRound: 400,
    connections: 1,
  },
}

const getEvent = ({ token }: Asked, id: string): Buffer => getPath(token, `${eventsPath}/${id}`)

async function insertAll({ token, port }: Asked, count: number, shared: object = {}) {
  const next = eventInserts(token, shared)
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const { body } = await sampleReply(port, next())
    ids.push((JSON.parse(body) as { id: string }).id)
  }
  return ids
}

async function userToken(port: number, email: string): Promise<string> {
  const body = JSON.stringify({ email })
  const request = requestBytes({ method: 'POST', path: '/_almanac/tokens', body })
  const reply = await sampleReply(port, request)
  return (JSON.parse(reply.body) as { token: string }).token
}

interface Opened {
  readonly server: ServerProcess
  readonly token: string
}

async function opened(place: Place): Promise<Opened> {
  // Only a server in dev mode makes users over the wire.
  const server = await place.start({ environment: { ALMANAC_MODE: 'dev' } })
  for (const { email } of guests(guestsMax)) await userToken(server.port, email)
  return { server, token: place.token }
}

async function contenderOf(
  { server, token }: Opened,
  { requests }: Scenario,
  postgres: BenchPostgres | undefined,
): Promise<Contender> {
  const next = await requests({ token, port: server.port })
  // A server does so by itself within a minute. Plans that it made without statistics can use another index.
  if (postgres !== undefined) await query(postgres.url, 'analyze')
  return { server, requests: next, ...(postgres && { others: postgres.pids }) }
}

const { values, positionals } = parseArgs({
  options: { postgres: { type: 'boolean' }, only: { type: 'string' } },
  allowPositionals: true,
})
if (positionals.length !== 1) {
  process.stdout.write(usage)
  process.exit(1)
}
const folders = [resolve(import.meta.dirname, '..'), resolve(positionals[0]!)]
await using folder = await benchFolder()
chmodSync(folder.path, 0o755)
const both: Opened[] = []
const databases: (BenchPostgres | undefined)[] = []
for (const [index, checkout] of folders.entries()) {
  const data = join(folder.path, String(index))
  const module = pathToFileURL(join(checkout, 'bench/place.ts')).href
  const { makePlace: make } = (await import(module)) as { makePlace: typeof makePlace }
  const postgres = values.postgres ? await startPostgres(data) : undefined
  databases.push(postgres)
  both.push(await opened(await make(join(data, 'place'), postgres?.url)))
}
const named = values.only?.split(',') ?? Object.keys(scenarios)
for (const name of named) {
  const scenario = scenarios[name]!
  const contenders: Contender[] = []
  for (const [index, one] of both.entries()) {
    contenders.push(await contenderOf(one, scenario, databases[index]))
  }
  const { requestsPerRound, connections } = scenario
  // Node compiles the code of a request until some thousands have been answered.
  const warmUpRequests = 4 * requestsPerRound
  const [now, then] = await compare(contenders, {
    connections,
    requestsPerRound,
    rounds,
    warmUpRequests,
  })
  const cpu = now!.cpuUs / then!.cpuUs
  const time = then!.perSecond / now!.perSecond
  process.stdout.write(
    `${name}: CPU ${cpu.toFixed(2)} times (${now!.cpuUs.toFixed(0)} against ${then!.cpuUs.toFixed(0)} us), time ${time.toFixed(2)} times\n`,
  )
}
for (const { server } of both) await server[Symbol.asyncDispose]()
for (const postgres of databases) await postgres?.[Symbol.asyncDispose]()
