import type { Core } from '#/core.ts'
import { Listener, requireFreePort } from '#/http/listener/listening.ts'
import { openSite, type Site } from '#/site.ts'
import { startReplication } from '#/storage/replication/start-replication.ts'

export interface RunningServer {
  readonly address: string
  /** The token that is printed at start, if any. */
  readonly printedToken: string | undefined
  /** The email address of the first user of the seed, if any. */
  readonly seededUser: string | undefined
  /** Fails readiness checks, closes connections with their responses, waits for running requests, and stops. */
  close(): Promise<void>
}

export { requireFreePort }

/** Starts everything that serves requests. The seed is applied before. */
export async function serve(core: Core, seed?: OpenedSeed): Promise<RunningServer> {
  const metrics = startReplication(core)
  const listener = new Listener(core.settings)
  const address = () => listener.address
  const worlds = await loadWorlds(core, address)
  const site = await openSite(core, { address, worlds: worlds?.registry, seed, metrics })
  try {
    await worlds?.start()
    await site.first.applySeed()
    await listener.listen({ site, worlds })
  } catch (error) {
    await worlds?.stop()
    await site.stop()
    throw error
  }
  await site.first.createDemo()
  return {
    address: listener.address,
    printedToken: site.first.printedToken,
    seededUser: seed?.firstUser,
    async close() {
      site.beginDraining()
      await listener.drain(() => {
        site.endStreams()
        worlds?.endStreams()
      })
      await worlds?.stop()
      await site.stop()
    },
  }
}

type OpenedSeed = Awaited<ReturnType<typeof loadSeed>>

/** Reads the seed that the settings name, which may fail, before anything is created. */
export async function loadSeed(settings: Pick<Core['settings'], 'seed' | 'mode'>) {
  if (settings.seed === '') return undefined
  const { openSeed } = await import('#/seeds/start.ts')
  return openSeed(settings)
}

/** Loads the worlds of a server in dev mode, unless it reaches PostgreSQL only through a pooler. */
async function loadWorlds(core: Core, address: () => string) {
  const { mode, worldsMax, databasePooler, databaseListenUrl } = core.settings
  if (mode !== 'dev' || worldsMax === 0) return undefined
  if (databasePooler !== 'none' && databaseListenUrl === '') return undefined
  const { openWorlds } = await import('#/worlds/open.ts')
  return openWorlds(core, address)
}

/** Uses a site that answers calls of this process only. Nothing runs in the background meanwhile. */
export async function withSite(
  core: Core,
  origin: string,
  body: (site: Site) => Promise<void>,
): Promise<void> {
  const site = await openSite(core, { address: () => origin, hasBackground: false })
  try {
    await body(site)
  } finally {
    await site.stop()
  }
}
