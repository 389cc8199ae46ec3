import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** The environment in which every sync takes two milliseconds longer; needs a C compiler. */
export function slowSyncs(folder: string): Record<string, string> {
  const library = join(folder, 'slow-sync.so')
  const source = join(import.meta.dirname, 'slow-sync.c')
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'])
  return { LD_PRELOAD: library }
}

export const slowSyncMs = 2
