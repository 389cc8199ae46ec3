import { putDevTokens } from '#/auth/dev-tokens.ts'
import type { Core } from '#/core.ts'
import { base64url } from '#/kernel/identifiers.ts'
import { secureRandomBytes } from '#/kernel/randomness.ts'
import { LocalClient } from '#/local-client.ts'
import { allScopes } from '#/scopes.ts'
import type { NewWorld } from '#/services/workbench/world-registry.ts'
import type { Site } from '#/site.ts'
import { restoreFromBuffer } from '#/storage/archive.ts'

const firstUser = 'demo@almanac.test'

/** Gives a new world its first state: saved rows, clock, and a first user with a token. */
export async function prepareWorld(
  { core, site }: { readonly core: Core; readonly site: Site },
  { now, timeZone, archive }: NewWorld,
): Promise<{ email: string; token: string }> {
  if (archive !== undefined) {
    await restoreFromBuffer(core.database, archive, core.ads.warehouse.files)
  }
  const token = `${core.tokenMark}alm_dev_${base64url(24, secureRandomBytes)}`
  const client = new LocalClient(core, site)
  if (now !== undefined) {
    await client.call({ method: 'POST', target: '/_almanac/clock', body: { now } })
  }
  const scopes = allScopes
  await putDevTokens(core, [{ text: token, email: firstUser, scopes, isAdmin: true }])
  if (timeZone !== undefined) {
    const { almanacBasePath, calendarBasePath } = core.settings
    await client.call({
      as: firstUser,
      method: 'PUT',
      target: `${almanacBasePath}/users/me/settings/timezone`,
      body: { value: timeZone },
    })
    await client.call({
      as: firstUser,
      method: 'PATCH',
      target: `${calendarBasePath}/calendars/primary`,
      body: { timeZone },
    })
  }
  return { email: firstUser, token }
}
