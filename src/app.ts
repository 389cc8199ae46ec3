import type { Core } from '#/core.ts'
import { createListener } from '#/http/listener/listener.ts'
import { drain, listen } from '#/http/listener/listening.ts'
import { securityHeaders } from '#/http/listener/security-headers.ts'
import { isDatabaseExposed, SettingError } from '#/kernel/settings/settings.ts'
import { LocalClient } from '#/local-client.ts'
import type { SeedFile } from '#/seeds/start.ts'
import type { Settings } from '#/settings.ts'
import { openSite, type Site } from '#/site.ts'

/** A server that listens. */
export interface RunningServer {
  readonly address: string
  /** The token to try things with, where there is one. */
  readonly printedToken: string | undefined
  /** The email address of the first user of the seed, where there is one. */
  readonly seededUser: string | undefined
  /** Fails readiness checks, sends clients elsewhere, finishes the requests in progress, and stops. */
  close(): Promise<void>
}

/** Starts everything that serves requests. */
export async function serve(core: Core): Promise<RunningServer> {
  const { settings } = core
  if (settings.mode === 'production' && isDatabaseExposed(settings)) {
    core.log.warn(
      'the connection to PostgreSQL has no verified TLS; append ?sslmode=verify-full to its address',
    )
  }
  const seedFile = await seedFileOf(settings)
  let address = ''
  const worlds = await worldsOf(core, () => address)
  const site: Site = await openSite(core, {
    address: () => address,
    worlds: worlds?.registry,
    addFirstState: () => applySeed({ core, site, seedFile }),
  })
  let isClosing = false
  const listener = createListener({
    ...settings,
    site: { ...site, prefix: '' },
    worlds,
    headersAlways: securityHeaders(settings),
    isClosing: () => isClosing,
    fallbackOrigin: () => address,
    limits: settings,
  })
  try {
    await worlds?.start()
    await applySeed({ core, site, seedFile })
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
    seededUser: seedFile?.seed.users?.[0]?.email,
    async close() {
      site.beginDraining()
      await drain(listener, settings, () => {
        isClosing = true
      })
      await worlds?.stop()
      await site.stop()
    },
  }
}

/** The seed that the settings name, before anything is opened for it. */
async function seedFileOf({ seed, mode }: Settings): Promise<SeedFile | undefined> {
  if (seed === '') return undefined
  if (mode !== 'dev') throw new SettingError('A seed is for dev mode only: leave --seed out.')
  const { readSeedFile } = await import('#/seeds/start.ts')
  return readSeedFile(seed)
}

interface Seeding {
  readonly core: Core
  readonly site: Site
  readonly seedFile: SeedFile | undefined
}

async function applySeed({ core, site, seedFile }: Seeding): Promise<void> {
  if (seedFile === undefined) return
  const { applySeedFile } = await import('#/seeds/start.ts')
  const { publicUrl, host, port } = core.settings
  const client = new LocalClient(core, site, publicUrl || `http://${host}:${port}`)
  await applySeedFile({ core, client }, seedFile)
}

/** The state of an installation as the text of a seed. Nothing runs in the background meanwhile. */
export async function exportedState(core: Core, format: 'yaml' | 'json'): Promise<string> {
  const { exportSeed, seedText } = await import('#/seeds/export.ts')
  const site = await openSite(core, {
    address: () => '',
    worlds: undefined,
    hasBackground: false,
  })
  try {
    return await seedText(await exportSeed(core, new LocalClient(core, site)), format)
  } finally {
    await site.stop()
  }
}

/** A production server has no worlds, and does not load what makes them. */
async function worldsOf(core: Core, address: () => string) {
  if (core.settings.mode !== 'dev' || core.settings.worldsMax === 0) return undefined
  const { openWorlds } = await import('#/worlds/open.ts')
  return openWorlds(core, address)
}
