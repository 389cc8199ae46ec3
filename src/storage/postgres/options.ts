import type { Completing } from '../completing.ts'
import type { StorageLog } from '../port.ts'
import type { Schema } from '../schema/schema.ts'
import type { Layout } from './cluster/layout.ts'

export interface PostgresOptions {
  readonly url: string
  readonly schema: Schema
  readonly log: StorageLog
  readonly completing?: Completing
  /** An address for the connection that listens, where `url` is that of a pooler. */
  readonly listenUrl?: string
  /** The address of a replica for long reads. */
  readonly readUrl?: string
  readonly layout?: Layout | 'auto'
  /** Whether to connect to the servers of a cluster that have the rows. */
  readonly connectsToWorkers?: boolean
  /** Whether a pooler gives each transaction another connection. */
  readonly isPooled?: boolean
  readonly preparesStatements?: boolean
  /** How often notifications are looked for where none can be listened to. */
  readonly pollMs?: number
  /** For requests; others are not included. */
  readonly connectionsMax?: number
  /** How long a transaction waits for a free connection. */
  readonly acquireTimeoutMs?: number
  readonly statementTimeoutMs?: number
  /** How long a migration waits for a lock before it is retried. */
  readonly lockTimeoutMs?: number
  /** How long writes without locks wait for a lock before they are repeated one by one, with locks. */
  readonly optimisticLockTimeoutMs?: number
  readonly transactionAttemptsMax?: number
  readonly queuedTransactionsMax?: number
  /** The maximum number of transactions in a group. */
  readonly sharedTransactionsMax?: number
  /** A random number from 0 to 1 that spreads retries over time, and reads over servers. */
  readonly jitter?: () => number
}

/** The options that have defaults. */
export type Tuning = Required<
  Omit<PostgresOptions, 'url' | 'listenUrl' | 'readUrl' | 'schema' | 'log' | 'completing'>
>

export const tuningDefaults: Tuning = {
  layout: 'auto',
  connectsToWorkers: true,
  isPooled: false,
  preparesStatements: true,
  pollMs: 500,
  connectionsMax: 10,
  acquireTimeoutMs: 10_000,
  statementTimeoutMs: 30_000,
  lockTimeoutMs: 3_000,
  optimisticLockTimeoutMs: 250,
  transactionAttemptsMax: 8,
  queuedTransactionsMax: 10_000,
  sharedTransactionsMax: 32,
  jitter: Math.random,
}
