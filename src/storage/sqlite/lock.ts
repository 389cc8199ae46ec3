import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createPrivateFolder } from '#/kernel/process/private-folder.ts'
import { Connection } from './connection.ts'
import { isBusy } from './failure.ts'

/** Prevents a second server from using a data directory. */
export function lockDataDir(dataDir: string): Disposable {
  createPrivateFolder(dataDir)
  const lock = lockWritable(dataDir)
  if (lock !== undefined) return lock
  throw new Error(
    `The data directory ${dataDir} is in use by another Almanac process. ` +
      'Stop that process, or choose another directory with ALMANAC_DATA_DIR.',
  )
}

function lockWritable(dataDir: string): Disposable | undefined {
  try {
    return tryLock(join(dataDir, 'serve.lock'))
  } catch (cause) {
    throw new Error(
      `Cannot write to the data directory ${dataDir}: ` +
        'let this user own it, or choose another one with ALMANAC_DATA_DIR.',
      { cause },
    )
  }
}

/**
 * Locks a file; undefined if another process has locked it. The operating system releases the lock when the
 * process ends.
 */
export function tryLock(path: string): Disposable | undefined {
  createPrivateFolder(dirname(path))
  const connection = new Connection(path)
  try {
    connection.exec('begin exclusive')
  } catch (error) {
    connection.close()
    if (!isBusy(error)) throw error
    return undefined
  }
  return { [Symbol.dispose]: () => connection.close() }
}

/** Whether a server uses the data directory. */
export function isDataDirLocked(dataDir: string): boolean {
  const path = join(dataDir, 'serve.lock')
  if (!existsSync(path)) return false
  const connection = new Connection(path, { readOnly: true })
  try {
    connection.pragma('schema_version')
    return false
  } catch (error) {
    if (!isBusy(error)) throw error
    return true
  } finally {
    connection.close()
  }
}
