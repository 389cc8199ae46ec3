import type { StorageLog } from './port.ts'

/** Runs effects of a committed transaction. It is too late to fail, so a failing one is logged. */
export function runAfterCommit(effects: readonly (() => void)[], log: StorageLog): void {
  for (const effect of effects) {
    try {
      effect()
    } catch (error) {
      log.error('an effect after a commit failed', { error: String(error) })
    }
  }
}
