import type { StorageLog } from './port.ts'

/** Runs the effects of a committed transaction. A failure is logged, because the commit cannot be undone. */
export function runAfterCommit(effects: readonly (() => void)[], log: StorageLog): void {
  for (const effect of effects) {
    try {
      effect()
    } catch (error) {
      log.error('an effect after a commit failed', { error: String(error) })
    }
  }
}
