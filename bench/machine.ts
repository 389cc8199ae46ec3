import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { arch, cpus, platform, totalmem } from 'node:os'
import { join } from 'node:path'
import { median } from './comparison.ts'
import { benchFolder } from './place.ts'

const syncsMeasured = 50
const gibibyte = 2 ** 30

/** What the figures were measured on, as lines of a list. */
export async function machineLines(): Promise<string[]> {
  const cores = cpus()
  return [
    `${cores.length} cores, ${arch()}, ${cores[0]?.model ?? 'unknown model'}, ${platform()}`,
    `${(totalmem() / gibibyte).toFixed(0)} GiB of memory`,
    `Node ${process.versions.node}, SQLite ${process.versions.sqlite}`,
    `a sync of 4 KiB to disk takes ${(await syncMs()).toFixed(2)} ms (median)`,
  ]
}

async function syncMs(): Promise<number> {
  await using folder = await benchFolder()
  const file = openSync(join(folder.path, 'sync'), 'w')
  const page = Buffer.alloc(4096, 'x')
  const times = Array.from({ length: syncsMeasured }, () => {
    writeSync(file, page)
    const began = performance.now()
    fdatasyncSync(file)
    return performance.now() - began
  })
  closeSync(file)
  return median(times)
}
