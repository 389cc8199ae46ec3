import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * An environment for threads and child processes with nothing but the compile cache, which makes them start
 * much faster.
 */
export function compiledEnvironment(): Record<string, string> {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
