import type { Core } from '#/core.ts'
import { LocalClient, type LocalSite } from '#/local-client.ts'
import type { SeedFormat } from './export.ts'

/** The seed that a server is started with, if any. */
export type LoadedSeed = Awaited<ReturnType<typeof loadSeed>>

/** Reads the seed that the settings name, which may fail, before anything is created. */
export async function loadSeed(settings: Pick<Core['settings'], 'seed' | 'mode'>) {
  if (settings.seed === '') return undefined
  const { openSeed } = await import('./start.ts')
  return openSeed(settings)
}

/** The seeds of a site. Their code is loaded on demand. */
export const seedsOf = (core: Core, site: LocalSite) => ({
  jsonSchema: async () => (await import('./json-schema.ts')).seedJsonSchema(),
  /** The present state as the text of a seed, whose links begin with the root URL. */
  async export(format: SeedFormat, origin?: string): Promise<string> {
    const { exportSeed, seedText } = await import('./export.ts')
    return seedText(await exportSeed(core, new LocalClient(core, site, origin)), format)
  },
})
