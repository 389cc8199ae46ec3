import { worldMark, worldNamedBy } from '#/auth/credentials/secrets.ts'
import { type Core, openCore } from '#/core.ts'
import type { ListenedSite, SiteDirectory } from '#/http/listener/listener.ts'
import { msToNextJob } from '#/jobs/inspection.ts'
import { secureRandomBytes } from '#/kernel/randomness.ts'
import type { WorldRegistry } from '#/services/workbench/service.ts'
import { openSite, type Site } from '#/site.ts'
import { diffInventories } from './diff.ts'
import { worldFolders } from './folders.ts'
import { prepareWorld, refusingBadSeeds, seedOf } from './prepare.ts'
import { refusal } from './refusal.ts'
import { readSavedInventory } from './saved-inventory.ts'
import { earlierState, presentState, saveFirstState } from './states.ts'
import { TaskQueue } from './task-queue.ts'
import { worldsPath } from './world.ts'
import { Worlds } from './worlds.ts'

/** All connections of a world on PostgreSQL, two of them for requests. */
const connectionsPerWorld = 6

/** Diffs of worlds that wait for their turn: each holds two states in memory while it is made. */
const diffsWaitingMax = 100

const openDatabasesMax = (settings: { readonly worldConnectionsMax: number }): number =>
  Math.max(1, Math.floor(settings.worldConnectionsMax / connectionsPerWorld))

interface Opened {
  readonly core: Core
  readonly site: Site
  readonly listened: ListenedSite
  /** The root URL of the world, without a slash at the end. */
  readonly origin: string
}

/** The worlds of a server, as the listener enters them and as the workbench manages them. */
interface OpenWorlds extends SiteDirectory {
  readonly registry: WorldRegistry
  start(): Promise<void>
  endStreams(): void
  stop(): Promise<void>
}

/** Loads the driver of PostgreSQL only if it is used. */
async function loadDatabases(
  options: Parameters<typeof import('./databases.ts').worldDatabases>[0],
) {
  const { worldDatabases } = await import('./databases.ts')
  return worldDatabases(options)
}

/** Opens the worlds of a dev server whose own data is that of `core`, if it can have any. */
export async function openWorlds(
  core: Core,
  address: () => string,
): Promise<OpenWorlds | undefined> {
  const { settings, log } = core
  const { dataDir, worldsMax, databasePooler, databaseListenUrl } = settings
  if (worldsMax === 0) return undefined
  // Databases come and go, which a pooler would not notice.
  if (databasePooler !== 'none' && databaseListenUrl === '') return undefined
  const databaseUrl = databaseListenUrl || settings.databaseUrl
  const nowMs = () => core.clock.machineMs()
  const isEmbedded = databaseUrl === ''
  const store = isEmbedded
    ? worldFolders({ dataDir, log })
    : await loadDatabases({ ...settings, url: databaseUrl, log, nowMs })
  const worlds = new Worlds<Opened>({
    store,
    open: async ({ id, isNamed }) => {
      const prefix = worldsPath + id
      const world = await openCore({ ...settings, ...worldSettings(id) }, log, {
        tokenMark: worldMark(id),
        isDurable: isNamed,
      })
      const site = await openSite(world, { address: () => address() + prefix, worlds: registry })
      return {
        placed: {
          core: world,
          site,
          listened: { ...site, prefix },
          origin: world.settings.publicUrl || address() + prefix,
        },
        msToNextJob: () => msToNextJob(world.database, world.clock),
        async close() {
          site.beginDraining()
          site.endStreams()
          await site[Symbol.asyncDispose]()
          await world[Symbol.asyncDispose]()
        },
      }
    },
    randomBytes: secureRandomBytes,
    nowMs,
    log,
    limits: { ...settings, openMax: isEmbedded ? worldsMax : openDatabasesMax(settings) },
  })
  const worldSettings = (id: string) => ({
    ...store.location(id),
    demo: false,
    databaseListenUrl: '',
    databaseReadUrl: '',
    databasePooler: 'none' as const,
    replica: '',
    databaseConnectionsMax: connectionsPerWorld,
    tokensFile: '',
    publicUrl: settings.publicUrl === '' ? '' : settings.publicUrl + worldsPath + id,
  })
  const diffs = new TaskQueue({
    waitingMax: diffsWaitingMax,
    refusal: 'Too many diffs of worlds are being made at the same time.',
  })
  const registry: WorldRegistry = {
    create: (draft) =>
      refusingBadSeeds(async () => {
        const seed = await seedOf(draft)
        return worlds.create(draft, async (placed, record) => {
          const first = await prepareWorld(placed, { ...draft, seed })
          await saveFirstState(placed.core)
          return { ...record, ...first }
        })
      }),
    get: (id) => worlds.get(id),
    list: () => worlds.list(),
    delete: (id) => worlds.delete(id),
    diff: (id, { since, origin }) =>
      diffs.run(async () => {
        const [before, after] = await worlds.use(id, async ({ core: world }) => [
          await earlierState(world, since),
          await presentState(world),
        ])
        const options = { settings, log, origin: new URL(origin).origin + worldsPath + id }
        return diffInventories(
          await readSavedInventory(before, options),
          await readSavedInventory(after, options),
        )
      }),
    rootUrlOf: (id, origin) => `${new URL(origin).origin}${worldsPath}${id}/`,
  }
  return {
    find(message) {
      const url = message.url ?? '/'
      if (url.startsWith(worldsPath)) {
        const slash = url.indexOf('/', worldsPath.length)
        const query = url.indexOf('?', worldsPath.length)
        const isBare = slash === -1 || (query !== -1 && query < slash)
        if (!isBare) return { id: url.slice(worldsPath.length, slash), url: url.slice(slash) }
        const end = query === -1 ? url.length : query
        return { id: url.slice(worldsPath.length, end), url: `/${url.slice(end)}` }
      }
      const { authorization } = message.headers
      const id = worlds.isEmpty ? undefined : worldNamedBy({ authorization, url })
      return id !== undefined && worlds.has(id) ? { id, url } : undefined
    },
    enter(id, response) {
      const opened = worlds.enter(id, response)
      return opened instanceof Promise ? opened.then(({ listened }) => listened) : opened.listened
    },
    refusal,
    registry,
    start: () => worlds.start(),
    endStreams() {
      for (const { site } of worlds.placed) site.endStreams()
    },
    stop: () => worlds.stop(),
  }
}
