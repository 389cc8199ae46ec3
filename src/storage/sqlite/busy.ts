import { setTimeout as delay } from 'node:timers/promises'
import { isBusy } from './failure.ts'

const waitMsMax = 25

/** Retries while another process holds the file, without blocking the event loop. */
export async function retryWhileBusy<T>(action: () => T, timeoutMs: number): Promise<T> {
  let waitedMs = 0
  for (let attempt = 0; ; attempt++) {
    try {
      return action()
    } catch (error) {
      if (!isBusy(error) || waitedMs >= timeoutMs) throw error
      const waitMs = Math.min(2 ** attempt, waitMsMax, timeoutMs - waitedMs)
      waitedMs += waitMs
      await delay(waitMs)
    }
  }
}
