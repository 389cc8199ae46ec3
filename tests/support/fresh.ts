import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'

/** A folder that is removed with everything in it. */
export async function freshFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(inject('runFolder'), 'folder-'))
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/** Makes a folder that holds a database of the embedded engine with the present schema. */
export async function makeDataFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await copyFile(inject('migratedFile'), join(path, 'almanac.sqlite'))
}
