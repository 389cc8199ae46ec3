import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Core } from '#/core.ts'
import { SettingError } from '#/kernel/settings/settings.ts'
import { LocalClient, type LocalSite } from '#/local-client.ts'
import { archiveToBuffer, restoreFromBuffer } from '#/storage/archive/archive.ts'
import { meta } from '#/storage/schema/tables.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { command, none, query } from '#/storage/sql/statement.ts'
import type { Seed } from './format/seed.ts'
import { importSeed } from './import.ts'
import { readSeed } from './read.ts'
import { SeedError } from './seed-error.ts'

/** Reads the seed that a server is started with; what is wrong with it stops the start. */
export async function openSeed({ seed: path, mode }: Pick<Core['settings'], 'seed' | 'mode'>) {
  if (mode !== 'dev') throw new SettingError('Seeds are available in dev mode only: remove --seed.')
  const file = await readSeedFile(path)
  return {
    /** The email address of its first user, where it has any. */
    firstUser: file.seed.users?.[0]?.email,
    async apply(core: Core, site: LocalSite): Promise<void> {
      const { publicUrl, host, port } = core.settings
      const client = new LocalClient(core, site, publicUrl || `http://${host}:${port}`)
      await applySeedFile({ core, client }, file)
    },
  }
}

/** A seed file that was read and found to have the form of a seed. */
interface SeedFile {
  readonly path: string
  readonly seed: Seed
  /** A hash of the content. */
  readonly digest: string
}

async function readSeedFile(path: string): Promise<SeedFile> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new SettingError(`The seed ${path} cannot be read.`, { cause })
  })
  const seed = await stoppingAtErrors(path, () => readSeed(text))
  return { path, seed, digest: createHash('sha256').update(text).digest('hex') }
}

/**
 * Applies a seed file to an installation that it was not applied to before. If an entry is refused, the
 * earlier state is restored.
 */
async function applySeedFile(
  { core, client }: { readonly core: Core; readonly client: LocalClient },
  { path, seed, digest }: SeedFile,
): Promise<void> {
  const { database, log, ads } = core
  const noted = await database.first(findNote, none)
  if (noted?.value === `${digest} applied`) {
    log.info('seed was applied before', { path })
    return
  }
  if (noted !== undefined) throw seededAlready(path, noted.value)
  const before = await archiveToBuffer(database, ads.warehouse.files)
  const added = await database.transaction((tx) => tx.run(addNote, { value: `${digest} begun` }))
  if (added === 0) throw seededAlready(path, 'begun')
  try {
    await stoppingAtErrors(path, () => importSeed({ core, client }, seed))
  } catch (error) {
    await restoreFromBuffer(database, before, ads.warehouse.files)
    throw error
  }
  await database.transaction((tx) => tx.run(changeNote, { value: `${digest} applied` }))
  log.info('seed applied', { path })
}

async function stoppingAtErrors<T>(path: string, body: () => Promise<T>): Promise<T> {
  try {
    return await body()
  } catch (error) {
    if (!(error instanceof SeedError)) throw error
    throw new SettingError(`The seed ${path} is invalid: ${error.message}`, { cause: error })
  }
}

function seededAlready(path: string, note: string): SettingError {
  const why = note.endsWith('begun')
    ? 'a seed is being applied to it, or a start that applied one was interrupted'
    : 'another seed was applied to it'
  return new SettingError(
    `The seed ${path} is not applied to this installation: ${why}. ` +
      'Start with an empty data directory or database, or without --seed.',
  )
}

const findNote = query<typeof none, { value: string }>(
  () => sql`select value from ${meta} where name = 'seed'`,
)

const addNote = command<{ value: string }>(({ value }) =>
  insertInto(meta, { name: sql`'seed'`, value }, sql`on conflict (name) do nothing`),
)

const changeNote = command<{ value: string }>(
  ({ value }) => sql`update ${meta} set value = ${value} where name = 'seed'`,
)
