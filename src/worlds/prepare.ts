import type { Core } from '#/core.ts'
import { createFirstUser, type FirstUser } from '#/first-user.ts'
import { invalidField } from '#/kernel/errors.ts'
import { LocalClient } from '#/local-client.ts'
import type { Seed } from '#/seeds/format/seed.ts'
import { SeedError } from '#/seeds/seed-error.ts'
import type { NewWorld } from '#/services/workbench/service.ts'
import type { Site } from '#/site.ts'
import { restoreFromBuffer } from '#/storage/archive/archive.ts'

type PreparedWorld = Omit<NewWorld, 'seed'> & { readonly seed: Seed | undefined }

/** The seed of a new world, which has been checked; what is loaded for it is loaded when it is used. */
export async function seedOf({ seed }: NewWorld): Promise<Seed | undefined> {
  if (seed === undefined) return undefined
  const { readSeed } = await import('#/seeds/read.ts')
  return readSeed(seed)
}

/** Turns what is wrong with a seed into a refusal of the request. */
export async function refusingBadSeeds<T>(create: () => Promise<T>): Promise<T> {
  try {
    return await create()
  } catch (error) {
    if (error instanceof SeedError) throw invalidField(`Invalid seed: ${error.message}`)
    throw error
  }
}

/** Gives a new world its first state: saved rows, clock, seed, and a first user with a token. */
export async function prepareWorld(
  { core, site, origin }: { readonly core: Core; readonly site: Site; readonly origin: string },
  { now, timeZone, archive, seed }: PreparedWorld,
): Promise<FirstUser> {
  if (archive !== undefined) {
    await restoreFromBuffer(core.database, archive, core.attachedFiles)
  }
  const client = new LocalClient(core, site, origin)
  if (now !== undefined) {
    await client.call({ method: 'POST', target: '/_almanac/clock', body: { now } })
  }
  if (seed !== undefined) {
    const { importSeed } = await import('#/seeds/import.ts')
    const { clock: _clock, ...rest } = seed
    await importSeed({ core, client }, now === undefined ? seed : rest)
  }
  const user = await createFirstUser(core, seed?.users?.[0]?.email)
  if (timeZone !== undefined) {
    const { almanacBasePath, calendarBasePath } = core.settings
    await client.call({
      as: user.email,
      method: 'PUT',
      target: `${almanacBasePath}/users/me/settings/timezone`,
      body: { value: timeZone },
    })
    await client.call({
      as: user.email,
      method: 'PATCH',
      target: `${calendarBasePath}/calendars/primary`,
      body: { timeZone },
    })
  }
  return user
}
