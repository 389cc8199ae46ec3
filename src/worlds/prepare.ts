import type { Core } from '#/core.ts'
import { createFirstUser, type FirstUser } from '#/first-user.ts'
import { LocalClient } from '#/local-client.ts'
import type { NewWorld } from '#/services/workbench/world-registry.ts'
import type { Site } from '#/site.ts'
import { restoreFromBuffer } from '#/storage/archive.ts'

/** Gives a new world its first state: saved rows, clock, and a first user with a token. */
export async function prepareWorld(
  { core, site }: { readonly core: Core; readonly site: Site },
  { now, timeZone, archive }: NewWorld,
): Promise<FirstUser> {
  if (archive !== undefined) {
    await restoreFromBuffer(core.database, archive, core.ads.warehouse.files)
  }
  const client = new LocalClient(core, site)
  if (now !== undefined) {
    await client.call({ method: 'POST', target: '/_almanac/clock', body: { now } })
  }
  const user = await createFirstUser(core)
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
