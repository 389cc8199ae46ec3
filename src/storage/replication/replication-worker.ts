import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '#/kernel/clock.ts'
import { secureRandomBytes } from '#/kernel/randomness.ts'
import {
  defaultLimits,
  type GenerationObserver,
  type GenerationOptions,
  replicate,
} from './generation.ts'
import { openReplicaStore, type ReplicaAddress } from './stores/replica-store.ts'

/** What the thread is started with. */
export interface ReplicationTask
  extends Pick<GenerationOptions, 'databasePath' | 'files' | 'retentionMs'> {
  readonly replica: ReplicaAddress
}

export type ReplicationEnd = Parameters<GenerationObserver['ended']>[0]

/** Asks the thread to stop, or to report when the replica has everything that is committed now. */
export type ReplicationRequest = 'stop' | 'report'

/** What the thread reports. */
export type ReplicationReport =
  | { readonly kind: 'complete'; readonly atMs: number }
  | { readonly kind: 'behind'; readonly sinceMs: number }
  | { readonly kind: 'stored'; readonly bytes: number }
  | { readonly kind: 'snapshot' }
  | { readonly kind: 'holdsLog'; readonly isHeld: boolean }
  | { readonly kind: 'unreachable'; readonly error: string }
  | { readonly kind: 'reachable' }
  | { readonly kind: 'ended'; readonly end: ReplicationEnd }
  | { readonly kind: 'generationFailed'; readonly error: string }

const { replica, ...task } = workerData as ReplicationTask
const report = (message: ReplicationReport): void => parentPort?.postMessage(message)
const textOf = (error: unknown): string => {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message} (${cause.message})` : String(message)
}

const stop = new AbortController()
let isComplete = false
let isReachable = true
parentPort?.on('message', (request: ReplicationRequest) => {
  if (request === 'stop') stop.abort()
  else isComplete = false
})
await replicate({
  ...task,
  store: await openReplicaStore(replica),
  nowMs: () => systemClock.machineMs(),
  random: () => Buffer.from(secureRandomBytes(4)).toString('hex'),
  limits: defaultLimits,
  signal: stop.signal,
  observer: {
    complete(atMs) {
      // An idle server is not woken up until it asks.
      if (!isComplete) report({ kind: 'complete', atMs })
      isComplete = true
    },
    behind(sinceMs) {
      report({ kind: 'behind', sinceMs })
      isComplete = false
    },
    stored: (bytes) => report({ kind: 'stored', bytes }),
    snapshotStored: () => report({ kind: 'snapshot' }),
    holdsLog: (isHeld) => report({ kind: 'holdsLog', isHeld }),
    storeFailed(error) {
      if (error !== undefined) report({ kind: 'unreachable', error: textOf(error) })
      else if (!isReachable) report({ kind: 'reachable' })
      isReachable = error === undefined
    },
    ended: (end) => report({ kind: 'ended', end }),
    generationFailed(error) {
      report({ kind: 'generationFailed', error: textOf(error) })
      isComplete = false
    },
  },
})
parentPort?.close()
