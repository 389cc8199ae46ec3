import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OnDemand } from '#/kernel/process/on-demand.ts'
import { schema } from '#/schema.ts'
import { openDatabase, sqlitePath } from '#/storage/open.ts'
import type { StorageLog } from '#/storage/port.ts'
import type { WorldRecord, WorldStore } from './world.ts'

const recordName = 'world.json'
// No id of a world begins with a dot.
const templateName = '.template'

/** Worlds on the embedded database: each is a folder below `worlds` in the data folder. */
export function worldFolders({
  dataDir,
  log,
}: {
  readonly dataDir: string
  readonly log: StorageLog
}): WorldStore {
  const root = join(dataDir, 'worlds')
  const template = new OnDemand(() => emptyDatabase(join(root, templateName), log))
  const folderOf = (id: string) => join(root, id)

  async function recordIn(id: string): Promise<WorldRecord | undefined> {
    try {
      return JSON.parse(await readFile(join(folderOf(id), recordName), 'utf8')) as WorldRecord
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  /** The record appears only when it is complete. */
  async function writeRecord(record: WorldRecord): Promise<void> {
    const path = join(folderOf(record.id), recordName)
    await writeFile(`${path}.partial`, JSON.stringify(record), { mode: 0o600 })
    await rename(`${path}.partial`, path)
  }

  async function list(): Promise<WorldRecord[]> {
    const records = await Promise.all((await namesIn(root)).map(recordIn))
    return records.filter((record) => record !== undefined)
  }

  /** Removes the record first: what remains after a crash is not a world anymore. */
  async function remove(id: string): Promise<void> {
    await rm(join(folderOf(id), recordName), { force: true })
    await rm(folderOf(id), { recursive: true, force: true, maxRetries: 3 })
  }

  return {
    isShared: false,
    async create(record) {
      const file = await template.get()
      const folder = folderOf(record.id)
      // A crash may have left a write-ahead log, which belongs to another database.
      await remove(record.id)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(sqlitePath(folder), file, { mode: 0o600 })
      // A folder without a record is not a world yet.
      await writeRecord(record)
    },
    update: writeRecord,
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

/** Whether there is no such file, or a file in place of its folder. */
const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
