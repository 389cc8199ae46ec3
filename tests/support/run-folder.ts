import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { endNotedProcesses } from './noted-processes.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where everything stands that tests write. */
    runFolder: string
  }
}

/** Gives every test run a folder, and removes it together with the servers that still run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-test-'))
  project.provide('runFolder', folder)
  return async () => {
    endNotedProcesses(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
