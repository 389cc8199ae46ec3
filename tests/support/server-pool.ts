import { until } from './calling.ts'
import { failuresOf } from './civil.ts'
import { send } from './http.ts'
import type { ServerPlace, TestServer, WireEngine } from './server.ts'
import { createWorld, type World } from './world.ts'

/** A server in the state of a new one, for as long as it is needed. */
export interface BorrowedServer extends AsyncDisposable {
  readonly place: ServerPlace
  readonly server: TestServer
}

interface Wanted {
  readonly engine: WireEngine
  readonly environment?: Record<string, string>
}

interface IdleServer {
  readonly key: string
  /** Whether it has no settings of its own, so that most files can use it. */
  readonly isUsual: boolean
  readonly place: ServerPlace
  readonly server: TestServer
}

// An idle server takes memory; hardly any file asks for other settings than the file before it.
const idleMax = 4
const idle: IdleServer[] = []

/**
 * Gives a server that the files before have warmed up, put back to its first state, or a new one
 * when there is none with these settings. Disposing of it hands it on to the files that follow.
 */
export async function borrowServer({ engine, environment = {} }: Wanted): Promise<BorrowedServer> {
  const key = JSON.stringify([engine.name, environment])
  const { place, server } = (await takeIdle(key)) ?? (await startNew({ engine, environment }))
  return {
    place,
    server,
    [Symbol.asyncDispose]: () =>
      handBack({ key, place, server, isUsual: Object.keys(environment).length === 0 }),
  }
}

async function takeIdle(key: string): Promise<IdleServer | undefined> {
  const index = idle.findIndex((one) => one.key === key && !one.server.hasEnded())
  if (index === -1) return undefined
  const [found] = idle.splice(index, 1)
  await putBack(found!.server)
  return found
}

/** Makes a server or a world forget what it was told; named snapshots outlive a reset. */
async function putBack({ base }: Pick<TestServer, 'base'>): Promise<void> {
  const ask = async (method: string, path: string) => {
    // A database that a busy machine keeps waiting says that it does not answer at the moment.
    const reply = await until(
      () => send(`${base}/_almanac/${path}`, { method }),
      ({ status }) => status !== 503,
    )
    if (reply.status >= 300) throw new Error(`no ${method} ${path}: ${reply.status} ${reply.text}`)
    return reply
  }
  const { snapshots } = (await ask('GET', 'snapshots')).json as { snapshots: { name: string }[] }
  for (const { name } of snapshots) await ask('DELETE', `snapshots/${name}`)
  await ask('POST', 'reset')
}

async function startNew({ engine, environment }: Required<Wanted>) {
  const place = await engine.place()
  return { place, server: await place.start(environment) }
}

async function handBack(returned: IdleServer): Promise<void> {
  const { place, server } = returned
  for (const other of place.running()) if (other !== server) await other[Symbol.asyncDispose]()
  const isReusable = place.running().length === 1 && failuresOf(server).length === 0
  if (isReusable) idle.push(returned)
  else await place[Symbol.asyncDispose]()
  if (idle.length > idleMax) await endIdle()
}

/** Ends the server that is least likely to be asked for again. */
async function endIdle(): Promise<void> {
  const index = idle.findIndex(({ isUsual }) => !isUsual)
  const [ended] = idle.splice(Math.max(index, 0), 1)
  await ended!.place[Symbol.asyncDispose]()
}

/** Servers whose worlds the files of one worker use, by engine. They end with the test run. */
const worldServers = new Map<string, Promise<TestServer>>()

interface IdleWorld {
  readonly world: World
  readonly server: TestServer
}

// Hardly any file uses more worlds of one engine.
const idleWorldsMax = 3
const idleWorlds = new Map<string, IdleWorld[]>()

/**
 * Gives a world that files before have used, put back to the state of a new server, or a new one. Disposing of
 * it hands it on to the files that follow: on PostgreSQL a new world takes several times as long as a reset.
 */
export async function borrowWorld(
  engine: WireEngine,
): Promise<{ readonly base: string } & AsyncDisposable> {
  const server = await worldServer(engine)
  const idle = idleWorlds.get(engine.name) ?? []
  idleWorlds.set(engine.name, idle)
  const index = idle.findIndex((one) => one.server === server)
  const [found] = index === -1 ? [] : idle.splice(index, 1)
  if (found !== undefined) await putBack(found.world)
  const world = found?.world ?? (await createWorld(server.base))
  return {
    base: world.base,
    async [Symbol.asyncDispose]() {
      if (server.hasEnded()) return
      if (idle.length < idleWorldsMax) idle.push({ world, server })
      else await send(`${server.base}/_almanac/worlds/${world.id}`, { method: 'DELETE' })
    },
  }
}

async function worldServer(engine: WireEngine): Promise<TestServer> {
  const present = await worldServers.get(engine.name)
  if (present !== undefined && !present.hasEnded()) return present
  const started = startNew({ engine, environment: {} }).then(({ server }) => server)
  worldServers.set(engine.name, started)
  return started
}
