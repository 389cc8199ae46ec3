import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Command } from 'commander'
import type { Core } from '#/core.ts'
import { createPrivateFolder } from '#/kernel/process/private-folder.ts'
import { parseReplicaUrl } from '#/kernel/settings/replica-url.ts'
import { SettingError } from '#/kernel/settings/settings.ts'
import type { Settings } from '#/settings.ts'
import { say, settingsOf, warn, whereTheDataIs, withCore, withSettings } from '../settings.ts'

export function addRestore(program: Command): void {
  withSettings(
    program
      .command('restore [file]')
      .description('Replace all data with a backup of either type of database, or with a replica.')
      .option('--yes', 'Replace the data even if the database contains users.')
      .option(
        '--from <replica>',
        'Restore the embedded database from this replica, not from a file.',
      )
      .option('--at <time>', 'The time whose state to restore, such as 2030-01-31T12:00:00Z.')
      .addHelpText(
        'after',
        `
Stop the server before you restore the embedded database. Without --at, a replica is restored to its last state.

Examples:
  almanac restore almanac-monday.gz --yes
  almanac restore almanac-monday.gz --database-url postgres://almanac@db/almanac
  almanac restore --from file:///backup/almanac --at 2030-01-31T12:00:00+01:00 --yes`,
      ),
    [...whereTheDataIs, 'replicaAccessKey', 'replicaSecretKey'],
  ).action(async (file: string | undefined, options: RestoreOptions) => {
    if ((file === undefined) === (options.from === undefined)) {
      throw new SettingError('Specify either a backup file or a replica (--from).')
    }
    if (options.at !== undefined && options.from === undefined) {
      throw new SettingError('--at needs a replica (--from).')
    }
    const settings = settingsOf(options)
    if (file !== undefined && !existsSync(file)) throw new Error(`There is no backup ${file}.`)
    const { reserveData } = await import('#/storage/open.ts')
    const isNew = !existsSync(settings.dataDir)
    // Nobody else uses the folder that is removed.
    using _ = reserveData(settings)
    try {
      if (file === undefined) await restoreReplica(settings, options)
      else await restoreBackup(file, options)
    } catch (error) {
      if (isNew) await rm(settings.dataDir, { recursive: true, force: true })
      throw error
    }
  })
}

type RestoreOptions = Record<string, string | undefined>

async function restoreBackup(file: string, options: RestoreOptions): Promise<void> {
  await withCore(options, async (core) => {
    await requireConsent(core, options)
    const { restoreFrom } = await import('#/storage/archive/archive.ts')
    await restoreFrom(core.database, file, core.attachedFiles)
    for (const service of core.services) await service.completeRestore?.()
    say(`Restored ${file}.`)
  })
}

async function requireConsent(
  { directory }: Pick<Core, 'directory'>,
  { yes }: RestoreOptions,
): Promise<void> {
  if (yes || (await directory.list()).length === 0) return
  throw new Error('The database contains users: use --yes to replace all its data.')
}

/** Restores into a new folder first, so that a damaged replica changes nothing. */
async function restoreReplica(settings: Settings, options: RestoreOptions): Promise<void> {
  if (settings.databaseUrl !== '') {
    throw new SettingError(
      'A replica contains an embedded database: restore it to a data directory, make a backup of that, and restore the backup to PostgreSQL.',
    )
  }
  const [
    { openReplicaStore },
    { replaceDatabase, restoreDatabase, restoreFile },
    { beginEpoch },
    { sqlitePath },
  ] = await Promise.all([
    import('#/storage/replication/stores/replica-store.ts'),
    import('#/storage/replication/restore.ts'),
    import('#/storage/schema/epoch.ts'),
    import('#/storage/open.ts'),
  ])
  const { dataDir, replicaAccessKey: accessKey, replicaSecretKey: secretKey } = settings
  const store = await openReplicaStore({ url: replicaUrlOf(options), accessKey, secretKey })
  const present = existsSync(sqlitePath(dataDir)) ? await presentEpoch(options) : 0
  const draft = join(dataDir, 'restore')
  // A restore that was killed left it.
  await rm(draft, { recursive: true, force: true })
  createPrivateFolder(draft)
  try {
    const lastMs = await restoreDatabase(store, { path: sqlitePath(draft), atMs: atMsOf(options) })
    await withCore({ ...options, dataDir: draft }, async ({ database, attachedFiles }) => {
      await beginEpoch(database, present)
      if (attachedFiles === undefined) return
      for (const file of await attachedFiles.list(database)) {
        // Files never change, so that one of the same name is the same.
        const path = join(dataDir, relative(draft, attachedFiles.pathOf(file)))
        if (!existsSync(path)) await restoreFile(store, { file, path })
      }
    })
    await replaceDatabase(sqlitePath(dataDir), sqlitePath(draft))
    say(`Restored the state of ${Temporal.Instant.fromEpochMilliseconds(lastMs)}.`)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** The epoch of the data that is replaced, if it can be read. */
async function presentEpoch(options: RestoreOptions): Promise<number> {
  let epoch = 0
  try {
    await withCore(options, async (core) => {
      epoch = core.database.epoch
      await requireConsent(core, options)
    })
  } catch (error) {
    if (!options.yes) throw error
    warn(`The present database cannot be read: ${(error as Error).message}`)
  }
  return epoch
}

function replicaUrlOf({ from = '' }: RestoreOptions) {
  try {
    return parseReplicaUrl(from)
  } catch (cause) {
    throw new SettingError(
      `--from must be a URL such as file:///backup/almanac or s3://bucket/prefix, not "${from}".`,
      { cause },
    )
  }
}

function atMsOf({ at }: RestoreOptions): number | undefined {
  if (at === undefined) return undefined
  try {
    return Temporal.Instant.from(at).epochMilliseconds
  } catch (cause) {
    throw new SettingError(`--at must be a time such as 2030-01-31T12:00:00Z, not "${at}".`, {
      cause,
    })
  }
}
