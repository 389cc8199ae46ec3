import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Connection } from './connection.ts'
import { isBusy } from './failure.ts'

/**
 * Keeps a second server away from a data folder. The lock belongs to the operating system, which
 * takes it back when the process ends in whatever way.
 */
export function lockDataDir(dataDir: string): Disposable {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const connection = new Connection(join(dataDir, 'serve.lock'))
  try {
    connection.exec('begin exclusive')
  } catch (error) {
    connection.close()
    if (!isBusy(error)) throw error
    throw new Error(
      `The data folder ${dataDir} is in use by another Almanac process. ` +
        'Stop that one first, or choose another folder with ALMANAC_DATA_DIR.',
      { cause: error },
    )
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
