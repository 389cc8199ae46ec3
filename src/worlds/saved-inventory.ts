import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCore } from '#/core.ts'
import { type Inventory, readInventory } from '#/inventory/inventory.ts'
import type { Log } from '#/kernel/log.ts'
import { LocalClient } from '#/local-client.ts'
import { schema } from '#/schema.ts'
import type { Settings } from '#/settings.ts'
import { openSite } from '#/site.ts'
import { unpackState } from '#/storage/archive/saved-state.ts'

interface ReadingOptions {
  readonly settings: Settings
  readonly log: Log
  /** What the links in the resources begin with. */
  readonly origin: string
}

/**
 * Lists the resources in a saved state: opens it as a separate site, which only answers calls, and
 * removes that afterwards. Whatever the engine of the world is, the site is on the embedded one.
 */
export async function readSavedInventory(
  state: Buffer,
  { settings, log, origin }: ReadingOptions,
): Promise<Inventory> {
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-state-'))
  // The calls are not requests of a client.
  const quiet = { ...log, info: () => {}, request: () => {} }
  try {
    await unpackState(state, { dataDir, log: quiet, schema })
    const own = { ...settings, dataDir, databaseUrl: '', console: 'off' as const }
    await using core = await openCore(own, quiet, { isDurable: false })
    await using site = await openSite(core, { address: () => origin, hasBackground: false })
    return await readInventory(core, new LocalClient(core, site, origin))
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
}
