import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { schema } from '#/schema.ts'
import { openDatabase, sqlitePath } from '#/storage/open.ts'
import type { StorageLog } from '#/storage/port.ts'
import type { WorldRecord, WorldStore } from './world.ts'

const recordName = 'world.json'

/** Worlds on the embedded database: each is a folder below `worlds` in the data folder. */
export function worldFolders({
  dataDir,
  log,
}: {
  readonly dataDir: string
  readonly log: StorageLog
}): WorldStore {
  const root = join(dataDir, 'worlds')
  let template: Promise<Buffer> | undefined
  const folderOf = (id: string) => join(root, id)

  async function recordIn(id: string): Promise<WorldRecord | undefined> {
    try {
      return JSON.parse(await readFile(join(folderOf(id), recordName), 'utf8')) as WorldRecord
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async function list(): Promise<WorldRecord[]> {
    const records = await Promise.all((await namesIn(root)).map(recordIn))
    return records.filter((record) => record !== undefined)
  }

  const remove = (id: string) => rm(folderOf(id), { recursive: true, force: true, maxRetries: 3 })

  return {
    isShared: false,
    async create(record) {
      template ??= emptyDatabase(join(root, 'template'), log)
      const folder = folderOf(record.id)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(sqlitePath(folder), await template, { mode: 0o600 })
      // A folder without a record is not a world yet.
      await writeFile(join(folder, recordName), JSON.stringify(record), { mode: 0o600 })
    },
    location: (id) => ({ dataDir: folderOf(id), databaseUrl: '' }),
    list,
    remove,
    async removeLeftovers() {
      for (const { id, isNamed } of await list()) if (!isNamed) await remove(id)
    },
    close: async () => {},
  }
}

/** The file of a database that has the schema and no rows. */
async function emptyDatabase(folder: string, log: StorageLog): Promise<Buffer> {
  await rm(folder, { recursive: true, force: true })
  const quiet = { ...log, info: () => {} }
  await (await openDatabase({ schema, dataDir: folder, log: quiet }))[Symbol.asyncDispose]()
  const file = await readFile(sqlitePath(folder))
  await rm(folder, { recursive: true, force: true })
  return file
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'
