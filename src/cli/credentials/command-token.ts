import type { Core } from '#/core.ts'
import { requireUser } from '../require-user.ts'

const dayMs = 86_400_000

interface CommandToken {
  readonly email: string
  readonly days: number
  /** All scopes if undefined. */
  readonly scopes: readonly string[] | undefined
}

/** Creates an access token for a user, and returns its text. */
export async function createCommandToken(
  { database, directory, tokens, clock, allScopes, knownScopes }: Core,
  { email, days, scopes }: CommandToken,
): Promise<string> {
  const { commandClientId } = await import('#/auth/credentials/tokens.ts')
  const { id: userId } = await requireUser(directory, email)
  const unknown = scopes?.find((scope) => !knownScopes.includes(scope))
  if (unknown !== undefined) throw new Error(`${unknown} is not a scope of this server.`)
  return database.transaction((tx) =>
    tokens.mint(tx, {
      userId,
      clientId: commandClientId,
      scopes: scopes ?? allScopes,
      origin: 'issued',
      expiresAtMs: clock.nowMs() + days * dayMs,
    }),
  )
}
