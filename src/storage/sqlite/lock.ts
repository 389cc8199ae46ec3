import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Connection } from './connection.ts'
import { isBusy } from './failure.ts'

/** Keeps a second server away from a data folder. */
export function lockDataDir(dataDir: string): Disposable {
  const lock = tryLock(join(dataDir, 'serve.lock'))
  if (lock !== undefined) return lock
  throw new Error(
    `The data folder ${dataDir} is in use by another Almanac process. ` +
      'Stop that one first, or choose another folder with ALMANAC_DATA_DIR.',
  )
}

/**
 * Takes the lock that a file stands for; undefined while another process has it. The lock belongs
 * to the operating system, which takes it back when the process ends in whatever way.
 */
export function tryLock(path: string): Disposable | undefined {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
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

/** Whether a server holds the data folder at this moment. */
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
