import { mkdtemp, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { replaceableFile } from '#/kernel/process/replaceable-file.ts'
import type { ArchivedRow, Database } from '../port.ts'
import { type ArchiveHeader, archiveText, parseArchive } from './archive-text.ts'
import { type AttachedFiles, withoutFiles } from './attached-files.ts'

interface Archive {
  readonly header: ArchiveHeader
  /** Fails at its end at the latest if the archive is incomplete. */
  readonly rows: AsyncIterable<ArchivedRow>
}

/** Writes the current content of the database. Other requests continue meanwhile. */
async function writeArchive(
  database: Database,
  destination: Writable,
  files?: AttachedFiles,
): Promise<void> {
  const { engine, schema } = database
  await database.snapshot((snapshot) => {
    const text = Readable.from(archiveText(snapshot, { engine, schema, files }))
    return pipeline(text, createGzip(), destination)
  })
}

async function readArchive(source: Readable): Promise<Archive> {
  const inflated = createGunzip()
  // The reader of the decompressed text gets the error.
  pipeline(source, inflated).catch(() => {})
  return parseArchive(inflated)
}

/** Writes an archive to a file, which appears under its name only when it is complete and on disk. */
export async function backupTo(
  database: Database,
  path: string,
  files?: AttachedFiles,
): Promise<void> {
  const target = replaceableFile(path)
  // Another backup may be written to the same name meanwhile.
  const folder = await mkdtemp(`${target}.`).catch((cause: unknown) => {
    throw new Error(`Cannot write ${path}.`, { cause })
  })
  try {
    const draft = join(folder, 'backup')
    await using file = await open(draft, 'w', 0o600)
    await writeArchive(database, file.createWriteStream({ flush: true }), files)
    await rename(draft, target)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  await syncFolder(dirname(target))
}

/** Replaces the content of the database. The whole file is checked first. */
export async function restoreFrom(
  database: Database,
  path: string,
  files?: AttachedFiles,
): Promise<void> {
  await restoreCarefully(database, async () => (await open(path)).createReadStream(), files)
}

export async function archiveToBuffer(database: Database, files?: AttachedFiles): Promise<Buffer> {
  const chunks: Buffer[] = []
  const sink = new PassThrough()
  sink.on('data', (chunk: Buffer) => chunks.push(chunk))
  await writeArchive(database, sink, files)
  return Buffer.concat(chunks)
}

export async function restoreFromBuffer(
  database: Database,
  archive: Uint8Array,
  files?: AttachedFiles,
): Promise<void> {
  await restoreCarefully(database, async () => Readable.from([archive]), files)
}

async function restoreCarefully(
  database: Database,
  openSource: () => Promise<Readable>,
  files: AttachedFiles | undefined,
): Promise<void> {
  await withArchive(await openSource(), async ({ rows }) => {
    for await (const _ of rows);
  })
  await withArchive(await openSource(), ({ header, rows }) =>
    database.replaceAll(withoutFiles(rows, files), { migration: header.migration }),
  )
}

async function withArchive(
  source: Readable,
  use: (archive: Archive) => Promise<void>,
): Promise<void> {
  try {
    await use(await readArchive(source))
  } finally {
    source.destroy()
  }
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path)
  await folder.sync()
}
