import { realpathSync, statSync } from 'node:fs'

/**
 * The path of the file to replace by a rename; links are followed. Throws if the path names something else, because a
 * rename would replace even a device such as /dev/null.
 */
export function replaceableFile(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return path
  if (!stats.isFile()) throw new Error(`${path} is not a regular file: choose another name.`)
  return realpathSync(path)
}
