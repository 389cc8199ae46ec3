import type { Figure } from './figure.ts'
import type { Engine } from './shared-places.ts'

/** Which part of a workload to measure; only `reads`, `caldav`, `citus` and `mcp` have parts. */
export interface WorkloadOptions {
  readonly engine: Engine
  /** Names of parts; all of them if absent. */
  readonly only?: readonly string[]
}

/** Measures one thing from start to end, and leaves nothing behind. */
export type Workload = (options: WorkloadOptions) => Promise<Figure[]>
