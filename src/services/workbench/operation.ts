import type { Tokens } from '#/auth/credentials/tokens.ts'
import type { Directory } from '#/auth/directory/directory.ts'
import { type Call, operationsOf } from '#/contract/operation.ts'
import type { Enqueue } from '#/jobs/enqueue.ts'
import type { NewJob } from '#/jobs/job.ts'
import type { SettableClock } from '#/kernel/clock.ts'
import type { AttachedFiles } from '#/storage/archive/attached-files.ts'
import type { Database, StorageLog } from '#/storage/port.ts'
import type { Fault } from './faults.ts'
import type { QuotaUse } from './quota.ts'
import type { WorldRegistry } from './worlds/world-registry.ts'

/** What the workbench depends on: the parts of the server that it can change. */
export interface WorkbenchDependencies {
  readonly database: Database
  readonly log: StorageLog
  readonly clock: SettableClock
  readonly directory: Directory
  readonly tokens: Tokens
  /** The scopes of a token that is minted without any. */
  readonly allScopes: readonly string[]
  readonly faults: {
    add(fault: Fault & { readonly operation: string }): void
    clear(): void
    list(): readonly Fault[]
  }
  readonly quota: {
    usage(): Promise<readonly QuotaUse[]>
    reset(): Promise<void>
  }
  /** The last requests of each user. */
  readonly requests: { clear(): void }
  /** The kinds of jobs that write mail. */
  readonly mailKinds: readonly string[]
  /** What has to be done once the clock shows another time. */
  readonly clockJobs: (atMs: number) => readonly NewJob[]
  readonly enqueue: Enqueue
  /** The files that a saved state contains in addition to rows. */
  readonly attachedFiles: AttachedFiles | undefined
  /** Creates, lists and deletes worlds; undefined where there are none. */
  readonly worlds: WorldRegistry | undefined
  /** Puts the first state of a new server back. */
  readonly seed: () => Promise<void>
  readonly seeds: SeedPort
}

/** What the workbench needs to know of seeds. */
interface SeedPort {
  jsonSchema(): Promise<object>
  /** The present state as the text of a seed, read from this root URL. */
  export(format: 'yaml' | 'json', origin: string): Promise<string>
}

/** Whoever reaches the workbench needs no credentials. */
export const operation = operationsOf<never, WorkbenchDependencies & Pick<Call, 'origin'>>({
  credential: 'none',
  cost: 0,
})

/** Makes the context of a call. */
export const workbenchContext = (dependencies: WorkbenchDependencies) => (call: Call) => ({
  ...dependencies,
  ...call,
})
