import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { ArchivedRow, Reader, TableRow } from '../port.ts'

/** Files that rows of the database speak of. They never change, and are archived with the rows. */
export interface AttachedFiles {
  /** The files that count, as a reader of the database sees it. */
  list(reader: Reader): Promise<readonly string[]>
  /** Where the file of a name is, or belongs. */
  pathOf(name: string): string
}

/** What parts of files have in an archive where rows have their table. */
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

/** Lets rows through, and puts the files among them where they belong. */
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
