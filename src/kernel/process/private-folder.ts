import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Creates a folder that only its owner can enter, with the folders above it. Node's own recursive variant
 * never returns for paths in which nothing can be created, such as `/proc/data`.
 */
export function createPrivateFolder(path: string): void {
  try {
    create(resolve(path))
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new Error(`Cannot create the folder ${path} (${code}): choose another one.`, { cause })
  }
}

function create(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  if (path !== dirname(path)) create(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
