import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { base64url } from '#/kernel/identifiers.ts'
import type { Log } from '#/kernel/log.ts'
import { createPrivateFolder } from '#/kernel/process/private-folder.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { PlatformSettings } from '#/kernel/settings/settings.ts'
import type { Database } from '#/storage/port.ts'
import { meta } from '#/storage/schema/tables.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { command, none, query } from '#/storage/sql/statement.ts'

interface SecretContext {
  readonly settings: Pick<PlatformSettings, 'secretKey' | 'dataDir' | 'mode'>
  readonly database: Database
  readonly log: Log
  readonly randomBytes: RandomBytes
}

/**
 * The secret that encrypts signing keys and signs cookies: from the settings, or generated once and stored.
 * On PostgreSQL it is stored in the database, because all processes need the same one. That is no protection
 * against readers of the database, so that the operator is warned.
 */
export async function installationSecret(context: SecretContext): Promise<string> {
  const { secretKey, dataDir, mode } = context.settings
  const { database } = context
  if (secretKey !== '') return secretKey
  if (database.engine !== 'sqlite' && mode === 'production') {
    context.log.warn(
      'signing keys are encrypted with a secret in the same database; set ALMANAC_SECRET_KEY',
    )
  }
  const stored = await storedSecret(context)
  if (stored !== undefined) return stored
  const made = base64url(48, context.randomBytes)
  if (database.engine !== 'sqlite') {
    return database.transaction(async (tx) => {
      await tx.run(add, { value: made })
      return (await tx.first(find, none))!.value
    })
  }
  createPrivateFolder(dataDir)
  writeFileSync(pathIn(dataDir), `${made}\n`, { mode: 0o600 })
  return made
}

/** The secret that was generated before; undefined if there is none. */
export async function storedSecret({
  settings,
  database,
}: Pick<SecretContext, 'settings' | 'database'>): Promise<string | undefined> {
  if (database.engine !== 'sqlite') return (await database.first(find, none))?.value
  try {
    return readFileSync(pathIn(settings.dataDir), 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

const pathIn = (dataDir: string): string => join(dataDir, 'secret-key')

const find = query<object, { value: string }>(
  () => sql`select value from ${meta} where name = 'installation_secret'`,
)

const add = command<{ value: string }>(({ value }) =>
  insertInto(meta, { name: sql`'installation_secret'`, value }, sql`on conflict (name) do nothing`),
)
