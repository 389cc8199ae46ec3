import { base64url } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import { type AdapterContext, adapterFor } from './artifacts/adapter.ts'

interface OfflineAccess {
  readonly accountId: string
  readonly clientId: string
  readonly scopes: readonly string[]
}

/**
 * Grants a client access for a user without consent, and returns a refresh token that does not expire. It
 * writes the same rows as the provider, because loading the provider takes half a second.
 */
export async function grantOfflineAccess(
  context: Omit<AdapterContext, 'findClient' | 'browserState'> & {
    readonly randomBytes: RandomBytes
  },
  { accountId, clientId, scopes }: OfflineAccess,
): Promise<string> {
  const adapter = adapterFor({
    ...context,
    browserState: undefined,
    findClient: async () => undefined,
  })
  const grantId = base64url(32, context.randomBytes)
  const refreshToken = base64url(32, context.randomBytes)
  const scope = scopes.join(' ')
  // The provider measures ages with the clock of the machine.
  const common = { iat: Math.floor(context.clock.machineMs() / 1000), accountId, clientId }
  await adapter('Grant').upsert(grantId, { ...common, kind: 'Grant', openid: { scope } })
  await adapter('RefreshToken').upsert(refreshToken, {
    ...common,
    kind: 'RefreshToken',
    grantId,
    gty: 'authorization_code',
    scope,
  })
  return refreshToken
}
