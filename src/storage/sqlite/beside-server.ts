import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '#/kernel/clock.ts'
import { isDataDirLocked } from './lock.ts'

// A server that waits for the embedded database looks for its turn every 25 ms at least.
const serversTurnMs = 30
const lookForServerEveryMs = 2_000
/** Its requests wait for one transaction, which is the shorter for it. */
const besideServerDivisor = 10

interface ImportSettings {
  readonly databaseUrl: string
  readonly dataDir: string
  /** Entries that one transaction writes. */
  readonly importBatchMax: number
}

/** How much an import writes at a time, so that a server that uses the embedded database gets its turn. */
export function besideServer(
  { databaseUrl, dataDir, importBatchMax }: ImportSettings,
  clock: Pick<Clock, 'machineMs'>,
) {
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let isFound = false
  const isServed = () => {
    if (databaseUrl !== '') return false
    if (clock.machineMs() - lookedAtMs > lookForServerEveryMs) {
      lookedAtMs = clock.machineMs()
      isFound = isDataDirLocked(dataDir)
    }
    return isFound
  }
  return {
    entriesPerTransaction: () =>
      isServed() ? Math.ceil(importBatchMax / besideServerDivisor) : importBatchMax,
    pause: async () => {
      if (isServed()) await delay(serversTurnMs)
    },
  }
}
