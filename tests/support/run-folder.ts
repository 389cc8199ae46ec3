import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { entry } from './almanac-process.ts'
import { endNotedProcesses } from './noted-processes.ts'
import { temporaryFolder } from './temporary-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where everything stands that tests write. */
    runFolder: string
    /** A file of the embedded engine with the present schema, for copies. */
    migratedFile: string
  }
}

/** Gives every test run a folder, and removes it together with the servers that still run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(temporaryFolder, 'almanac-test-'))
  project.provide('runFolder', folder)
  const migrated = join(folder, 'migrated')
  await promisify(execFile)(process.execPath, [entry, 'migrate', '--data-dir', migrated])
  project.provide('migratedFile', join(migrated, 'almanac.sqlite'))
  return async () => {
    endNotedProcesses(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
