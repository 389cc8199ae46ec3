import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '#/kernel/clock.ts'
import { isDataDirLocked } from './lock.ts'

// A server that waits for the embedded database retries at least every 25 ms.
const serversTurnMs = 30
const lookForServerEveryMs = 2_000
/** Transactions are shorter, because requests of the server wait for them. */
const besideServerDivisor = 10

interface ImportSettings {
  readonly databaseUrl: string
  readonly dataDir: string
  /** The maximum number of entries per transaction. */
  readonly importBatchMax: number
}

/**
 * The transaction size and pauses of an import, so that a server that uses the embedded database gets its
 * turn.
 */
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
