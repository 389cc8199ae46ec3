import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
} from 'node:fs'
import { dirname } from 'node:path'

interface NewFile {
  /** A database file without a log, if it exists. */
  readonly template: string
  readonly path: string
  /** Whether the file survives a power failure as soon as it exists. */
  readonly isDurable: boolean
}

/**
 * Creates a database file as a copy of a template, unless a database exists, and returns whether it did. Without
 * templates, which only the build of the server contains, a new database is migrated from nothing. The first start
 * of a dev server takes half the CPU time with one, and 60 MB less memory (`npm run bench start`).
 */
export function createFromTemplate({ template, path, isDurable }: NewFile): boolean {
  // The log of a database that was removed would be applied to the copy.
  if (!existsSync(template) || existsSync(path) || existsSync(`${path}-wal`)) return false
  const draft = `${path}.draft`
  copyFileSync(template, draft)
  chmodSync(draft, 0o600)
  if (isDurable) writeToDisk(draft)
  renameSync(draft, path)
  if (isDurable) writeToDisk(dirname(path))
  return true
}

function writeToDisk(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
