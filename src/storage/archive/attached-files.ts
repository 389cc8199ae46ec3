import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { ArchivedRow, Reader, TableRow } from '../port.ts'

/** Files that rows refer to. They are immutable, and archived with the rows. */
export interface AttachedFiles {
  readonly folder: string
  /** How the names of complete files in the folder end. */
  readonly ending: string
  /** The files that the rows refer to. */
  list(reader: Reader): Promise<readonly string[]>
  /** The path of a file. */
  pathOf(name: string): string
}

/** Marks chunks of files in an archive, in place of a table name. */
export const filePrefix = '$file'

const partBytes = 1_000_000

interface FilePart extends TableRow {
  readonly name: string
  readonly isLast: number
  readonly base64: string
}

export async function* fileParts(files: AttachedFiles, reader: Reader): AsyncIterable<FilePart> {
  for (const name of await files.list(reader)) {
    const stream = createReadStream(files.pathOf(name), { highWaterMark: partBytes })
    for await (const bytes of stream) {
      yield { name, isLast: 0, base64: (bytes as Buffer).toString('base64') }
    }
    yield { name, isLast: 1, base64: '' }
  }
}

/** Passes rows through, and writes the files among them to their paths. */
export async function* withoutFiles(
  rows: AsyncIterable<ArchivedRow>,
  files: AttachedFiles | undefined,
): AsyncIterable<ArchivedRow> {
  let draft: { readonly handle: FileHandle; readonly path: string } | undefined
  try {
    for await (const archived of rows) {
      if (archived.table !== filePrefix) {
        yield archived
        continue
      }
      if (files === undefined) continue
      const { name, isLast, base64 } = archived.row as FilePart
      const path = files.pathOf(basename(name))
      draft ??= await begin(path)
      await draft.handle.write(Buffer.from(base64, 'base64'))
      if (isLast !== 1) continue
      await draft.handle.sync()
      await draft.handle.close()
      await rename(draft.path, path)
      draft = undefined
    }
  } finally {
    await draft?.handle.close()
  }
}

async function begin(path: string) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.draft`
  return { handle: await open(draft, 'w', 0o600), path: draft }
}
