import { putDevTokens } from '#/auth/dev-tokens.ts'
import type { Core } from '#/core.ts'
import { type Refusal, refusalFrom } from '#/kernel/errors.ts'
import { base64url } from '#/kernel/identifiers.ts'
import { secureRandomBytes } from '#/kernel/randomness.ts'
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
  if (now !== undefined) await caller(site)('POST', '/_almanac/clock', { now })
  const scopes = allScopes
  await putDevTokens(core, [{ text: token, email: firstUser, scopes, isAdmin: true }])
  if (timeZone !== undefined) {
    const call = caller(site, token)
    const { almanacBasePath, calendarBasePath } = core.settings
    await call('PUT', `${almanacBasePath}/users/me/settings/timezone`, { value: timeZone })
    await call('PATCH', `${calendarBasePath}/calendars/primary`, { timeZone })
  }
  return { email: firstUser, token }
}

/** Calls operations of the world; when one of them refuses, the world is not created. */
function caller({ handle }: Site, token?: string) {
  return async (method: string, target: string, body: object): Promise<void> => {
    const { status, body: reply } = await handle({
      method,
      target,
      headers: {
        host: '127.0.0.1',
        authorization: token && `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: Buffer.from(JSON.stringify(body)),
      peer: '127.0.0.1',
      origin: 'http://127.0.0.1',
      prefix: '',
      isBatchPart: false,
    })
    if (status < 400) return
    const { error } = JSON.parse(String(reply)) as { error: { errors: Refusal[] } }
    throw refusalFrom(status, error.errors)
  }
}
