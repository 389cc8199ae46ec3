import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import { writeVolumes } from '../catalog/writing.ts'
import { Imports } from '../store/imports.ts'

const fingerprint = 'starter'

/** Gives a new catalog the volumes to begin with, once: what is taken out later stays out. */
export async function seedCatalog({
  database,
  clock,
}: {
  readonly database: Database
  readonly clock: Clock
}): Promise<void> {
  const imports = new Imports()
  if ((await imports.find(database, fingerprint)) !== undefined) return
  // Loaded only by the first start.
  const { starterVolumes } = await import('./starter-volumes.ts')
  const volumes = starterVolumes()
  await database.transaction(async (tx) => {
    const counts = JSON.stringify(await writeVolumes(tx, volumes))
    await imports.put(tx, { fingerprint, entries: volumes.length, counts }, clock.nowMs())
  })
}
