import type { Core } from '#/core.ts'
import { Listener } from '#/http/listener/listening.ts'
import type { LoadedSeed } from '#/seeds/site-seeds.ts'
import { openSite } from '#/site.ts'

export { requireFreePort } from '#/http/listener/listening.ts'

export interface RunningServer {
  readonly address: string
  /** The token that is printed at start, if any. */
  readonly printedToken: string | undefined
  /** Keeps the present state, in dev mode, as the one that a reset restores. */
  saveFirstState(): Promise<void>
  /** Fails readiness checks, closes connections with their responses, waits for running requests, and stops. */
  close(): Promise<void>
}

/** Starts everything that serves requests. The seed is applied before. */
export async function serve(core: Core, seed?: LoadedSeed): Promise<RunningServer> {
  await using opening = new AsyncDisposableStack()
  const listener = new Listener(core.settings)
  const address = () => listener.address
  const worlds = await loadWorlds(core, address)
  const site = opening.use(await openSite(core, { address, worlds: worlds?.registry, seed }))
  opening.defer(() => worlds?.stop())
  await worlds?.start()
  await site.first.applySeed()
  await listener.listen({ site, worlds })
  await site.first.createDemo()
  const opened = opening.move()
  return {
    address: listener.address,
    printedToken: site.first.printedToken,
    saveFirstState: async () => (await import('#/worlds/states.ts')).saveFirstState(core),
    async close() {
      site.beginDraining()
      await listener.drain(() => {
        site.endStreams()
        worlds?.endStreams()
      })
      await opened.disposeAsync()
    },
  }
}

/** Loads worlds in dev mode only. */
async function loadWorlds(core: Core, address: () => string) {
  if (core.settings.mode !== 'dev') return undefined
  const { openWorlds } = await import('#/worlds/open.ts')
  return openWorlds(core, address)
}
