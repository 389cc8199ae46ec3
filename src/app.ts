import type { Core } from '#/core.ts'
import { createListener } from '#/http/listener.ts'
import { drain, listen } from '#/http/listening.ts'
import { openSite } from '#/site.ts'

/** A server that listens. */
export interface RunningServer {
  readonly address: string
  /** The token to try things with, where there is one. */
  readonly printedToken: string | undefined
  /** Takes no more requests, finishes those under way, and stops. */
  close(): Promise<void>
}

/** Starts everything that serves requests. */
export async function serve(core: Core): Promise<RunningServer> {
  const { settings } = core
  let address = ''
  const worlds = await worldsOf(core, () => address)
  const site = await openSite(core, { address: () => address, worlds: worlds?.registry })
  const listener = createListener({
    ...settings,
    site: { ...site, prefix: '' },
    worlds,
    fallbackOrigin: () => address,
    limits: settings,
  })
  try {
    await worlds?.start()
    address = await listen(listener, settings)
  } catch (error) {
    await worlds?.stop()
    await site.stop()
    throw error
  }
  await site.createDemo()
  return {
    address,
    printedToken: site.printedToken,
    async close() {
      site.beginDraining()
      await drain(listener, settings.drainTimeoutMs)
      await worlds?.stop()
      await site.stop()
    },
  }
}

/** A production server has no worlds, and does not load what makes them. */
async function worldsOf(core: Core, address: () => string) {
  if (core.settings.mode !== 'dev' || core.settings.worldsMax === 0) return undefined
  const { openWorlds } = await import('#/worlds/open.ts')
  return openWorlds(core, address)
}
