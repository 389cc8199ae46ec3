import type { Core } from '#/core.ts'
import { ApiError } from '#/kernel/errors.ts'
import type { LocalClient } from '#/local-client.ts'
import type { Seed } from './format/seed.ts'
import { importAds } from './importing/ads.ts'
import { importReviews, importShelves, importVolumes } from './importing/books.ts'
import { importCalendars } from './importing/calendars.ts'
import { SeedNames } from './importing/names.ts'
import {
  disableUsers,
  importChannels,
  importClients,
  importDirectory,
  importRooms,
  importSettings,
} from './importing/users.ts'
import { SeedError } from './seed-error.ts'

/** What the entries of a seed are applied with. */
export interface SeedImport {
  readonly core: Core
  readonly client: LocalClient
  readonly seed: Seed
  readonly names: SeedNames
  /** Applies the entry at a path; a refusal is reported as a `SeedError` with that path. */
  at<T>(path: string, apply: () => T | Promise<T>): Promise<T>
}

/**
 * Applies a validated seed to a site through its operations, so that all of their rules apply. No mail is
 * sent. Throws a `SeedError` at the first entry that is refused; the entries before it are applied.
 */
export async function importSeed(
  { core, client }: Pick<SeedImport, 'core' | 'client'>,
  seed: Seed,
): Promise<void> {
  const context: SeedImport = { core, client, seed, names: new SeedNames(seed), at: applyAt }
  await importClock(context)
  await importDirectory(context)
  await importSettings(context)
  await importRooms(context)
  await importCalendars(context)
  await importVolumes(context)
  await importShelves(context)
  await importReviews(context)
  await importAds(context)
  await importClients(context)
  await importChannels(context)
  await disableUsers(context)
}

async function applyAt<T>(path: string, apply: () => T | Promise<T>): Promise<T> {
  try {
    return await apply()
  } catch (error) {
    if (error instanceof ApiError) throw new SeedError(path, error.message, { cause: error })
    throw error
  }
}

async function importClock({ client, seed, at }: SeedImport): Promise<void> {
  const { clock } = seed
  if (clock === undefined) return
  const target = '/_almanac/clock'
  await at('clock', async () => {
    if (clock.advance !== undefined) {
      await client.call({ method: 'POST', target, body: { reset: true } })
    }
    await client.call({ method: 'POST', target, body: clock })
  })
}
