import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { freshFolder, makeDataFolder } from '../support/fresh.ts'

const script = fileURLToPath(new URL('read-model-memory.ts', import.meta.url))

it.each(['singles', 'personal', 'series'])(
  'the read model counts what a calendar with %s takes',
  async (content) => {
    await using folder = await freshFolder()
    await makeDataFolder(folder.path)
    // In a process of its own, because nothing else may take or give back memory meanwhile.
    const args = ['--expose-gc', script, folder.path, content]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    const { counted, taken } = JSON.parse(stdout) as { counted: number; taken: number }
    expect(counted / taken, stdout).toBeGreaterThan(0.8)
    expect(counted / taken, stdout).toBeLessThan(1.3)
  },
)
