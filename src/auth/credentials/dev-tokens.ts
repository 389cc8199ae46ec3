import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { base64url } from '#/kernel/identifiers.ts'
import { createPrivateFolder } from '#/kernel/process/private-folder.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import { SettingError } from '#/kernel/settings/settings.ts'
import type { Database } from '#/storage/port.ts'
import type { AdminRole } from '../directory/admin-roles.ts'
import type { Directory } from '../directory/directory.ts'
import type { Tokens } from './tokens.ts'

interface DevToken {
  readonly text: string
  readonly email: string
  readonly scopes: readonly string[]
  readonly expiresAtMs?: number
  /** The role of the user, if the user has to be created. */
  readonly adminRole?: AdminRole | null
}

/** Creates the tokens and their users in one transaction. */
export function putDevTokens(
  context: { database: Database; directory: Directory; tokens: Tokens },
  devTokens: readonly DevToken[],
): Promise<void> {
  return context.database.transaction(async (tx) => {
    for (const { email, adminRole, ...token } of devTokens) {
      const { user } = await context.directory.ensure(tx, { email, adminRole })
      await context.tokens.mint(tx, { ...token, userId: user.id, clientId: 'dev', origin: 'dev' })
    }
  })
}

interface FirstTokensContext {
  readonly database: Database
  readonly directory: Directory
  readonly tokens: Tokens
  readonly randomBytes: RandomBytes
  readonly settings: {
    readonly mode: 'dev' | 'production'
    /** Whether a token is printed at start. */
    readonly demo: boolean
    readonly dataDir: string
    /** The path of a file with further tokens; empty for none. */
    readonly tokensFile: string
  }
  readonly allScopes: readonly string[]
}

/** The user that a server with demo data starts with. */
export const demoEmail = 'demo@almanac.test'

/** The users and tokens that a server in dev mode starts with. */
export function firstTokens(context: FirstTokensContext) {
  const { settings, randomBytes, allScopes: scopes } = context
  const { mode, demo, dataDir, tokensFile } = settings
  const printed = mode === 'dev' && demo ? printedToken(dataDir, randomBytes) : undefined
  const printedTokens: DevToken[] =
    printed === undefined ? [] : [{ text: printed, email: demoEmail, scopes, adminRole: 'owner' }]
  return {
    /** The token that is printed at start, if any. */
    printed,
    /** Creates the users and tokens; repeating it changes nothing. */
    async put(): Promise<void> {
      if (mode !== 'dev') return
      const further = tokensFile === '' ? [] : readTokensFile(tokensFile)
      await putDevTokens(context, [...printedTokens, ...further])
    },
  }
}

/** The token that is printed at start. It is the same at each start with the same data directory. */
function printedToken(dataDir: string, randomBytes: RandomBytes): string {
  const path = join(dataDir, 'dev-token')
  try {
    const stored = readFileSync(path, 'utf8').trim()
    if (stored !== '') return stored
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const text = `alm_dev_${base64url(24, randomBytes)}`
  createPrivateFolder(dataDir)
  writeFileSync(path, `${text}\n`, { mode: 0o600 })
  return text
}

/** Reads `{token: {email, scopes, expires?}}`; throws if an entry is invalid. */
export function readTokensFile(path: string): DevToken[] {
  let entries: [string, unknown][]
  try {
    entries = Object.entries(JSON.parse(readFileSync(path, 'utf8')) as object)
  } catch (cause) {
    throw new SettingError(`Cannot read the tokens file ${path} as a JSON object.`, { cause })
  }
  return entries.map(([text, value]) => {
    const { email, scopes, expires } = (value ?? {}) as Record<string, unknown>
    const expiresAtMs = expires === undefined ? undefined : momentMs(expires)
    if (typeof email !== 'string' || !isScopes(scopes) || Number.isNaN(expiresAtMs)) {
      throw new SettingError(
        `A token of ${path} does not have the form {email, scopes, expires?}: ${text.slice(0, 4)}...`,
      )
    }
    return {
      text,
      email,
      scopes: (typeof scopes === 'string' ? scopes.split(/\s+/) : scopes).map(scopeUri),
      ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
    }
  })
}

const isScopes = (scopes: unknown): scopes is string | string[] =>
  typeof scopes === 'string' ||
  (Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string'))

// A bare name such as `calendar.readonly` means the scope of that name.
const scopeUri = (scope: string) =>
  scope.includes(':') || ['openid', 'email', 'profile'].includes(scope)
    ? scope
    : `https://www.googleapis.com/auth/${scope}`

/** An RFC 3339 time, or seconds or milliseconds since 1970. */
function momentMs(moment: unknown): number {
  if (typeof moment === 'number') return moment < 1e11 ? moment * 1000 : moment
  try {
    return Temporal.Instant.from(String(moment)).epochMilliseconds
  } catch {
    return Number.NaN
  }
}
