import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { type OpenOptions, openDatabase, sqlitePath } from '../open.ts'
import type { Database, StorageLog } from '../port.ts'
import { archiveToBuffer, restoreFromBuffer } from './archive.ts'
import type { AttachedFiles } from './attached-files.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

const { ZSTD_c_compressionLevel: level } = constants
const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/**
 * All rows of a database, and the attached files if they are given. An embedded database without such files is
 * copied as a file, which takes a fifth of the time of an archive.
 */
export async function saveState(database: Database, files?: AttachedFiles): Promise<Buffer> {
  const isAlone = files === undefined || (await files.list(database)).length === 0
  const bytes = isAlone ? database.fileBytes() : undefined
  if (bytes === undefined) return archiveToBuffer(database, files)
  return compress(bytes, { params: { [level]: 1 } })
}

/** Replaces the content of a database with a saved state. Returns it as an archive, which is restored faster. */
export async function restoreState(
  database: Database,
  state: Buffer,
  { log, files }: { readonly log: StorageLog; readonly files: AttachedFiles | undefined },
): Promise<Buffer> {
  const archive = isFile(state) ? await archiveOf(state, { log, schema: database.schema }) : state
  await restoreFromBuffer(database, archive, files)
  return archive
}

async function archiveOf(
  state: Buffer,
  options: Pick<OpenOptions, 'log' | 'schema'>,
): Promise<Buffer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-state-'))
  try {
    await unpackState(state, { ...options, dataDir })
    await using database = await openDatabase({
      ...options,
      dataDir,
      sqlite: { isDurable: false },
    })
    return await archiveToBuffer(database)
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
}

const isFile = (state: Buffer): boolean => state.subarray(0, zstdMagic.length).equals(zstdMagic)

/** Unpacks a saved state or an archive into a temporary embedded database in an empty folder. */
export async function unpackState(
  state: Buffer,
  { dataDir, log, schema }: Pick<OpenOptions, 'dataDir' | 'log' | 'schema'>,
): Promise<void> {
  if (isFile(state)) {
    await writeFile(sqlitePath(dataDir), await decompress(state), { mode: 0o600 })
    return
  }
  await using database = await openDatabase({ dataDir, log, schema, sqlite: { isDurable: false } })
  await restoreFromBuffer(database, state)
}
