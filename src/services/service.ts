import type { Provisioner } from '#/auth/directory/directory.ts'
import type { Api, Call, Caller, Contract, Operation, Scope } from '#/contract/operation.ts'
import type { Work } from '#/jobs/background.ts'
import type { Enqueue } from '#/jobs/enqueue.ts'
import type { NewJob } from '#/jobs/job.ts'
import type { Mails } from '#/jobs/mail/mails.ts'
import type { PromptJobs } from '#/jobs/prompt-jobs.ts'
import type { SettableClock } from '#/kernel/clock.ts'
import type { Log } from '#/kernel/log.ts'
import type { Metric } from '#/kernel/metric.ts'
import type { Lifecycle } from '#/kernel/process/lifecycle.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { AttachedFiles } from '#/storage/archive/attached-files.ts'
import type { Database, Transaction } from '#/storage/port.ts'

/** What a service declares: documents, routes and tests derive from it without opening anything. */
export interface Service {
  readonly api: Api
  readonly scopes: readonly Scope[]
  /** The areas of the console that show this service: the first segment of their paths. */
  readonly consoleAreas: readonly string[]
  /** Loaded on demand, because commands need none of them and start in half the time without. */
  loadOperations(): Promise<readonly Operation[]>
}

/** What the platform provides to open a service with, for commands and servers alike. */
export interface Platform {
  readonly database: Database
  readonly clock: SettableClock
  readonly log: Log
  readonly randomBytes: RandomBytes
  readonly enqueue: Enqueue
  readonly promptJobs: PromptJobs
}

/** A service that is open on a database; commands work with this much of it. */
export interface OpenService {
  /** What to do when users and groups are created and deleted. */
  readonly provisioner?: Provisioner
  /** Units that a user may spend in a day, by the name of the allowance; 0 sets no limit. */
  readonly allowances?: Readonly<Record<string, number>>
  /** The files that a backup contains in addition to rows; at most one service has any. */
  readonly attachedFiles?: AttachedFiles
  /** Finds inconsistent data; empty if there is none. */
  problems?(): Promise<readonly string[]>
  /** Completes what was restored from a backup. */
  completeRestore?(): Promise<void>
  close?(): Promise<void>
  serve(server: ServerPlatform): Promise<ServedService>
}

/** What a server adds to the platform. */
export interface ServerPlatform {
  /** The secret of the installation, from which keys are derived. */
  readonly secret: () => Promise<string>
  /** The root URL for links that are made outside of a request. */
  readonly origin: () => string
  readonly mails: Mails
  readonly allowances: Allowances
  /** The current time for all processes, even if one of them has just set the clock. */
  readonly presentMs: () => Promise<number>
}

/** What users may spend in a day. */
export interface Allowances {
  /** Returns false, without charging anything, if the allowance is exceeded. */
  spend(
    tx: Transaction,
    spending: { readonly allowance: string; readonly userId: string; readonly units: number },
  ): Promise<boolean>
  /** When all allowances reset. */
  readonly endsAt: Temporal.Instant
}

/** A service as a server runs it. */
export interface ServedService extends Work, Lifecycle {
  readonly service: Service
  /** The base path of its operations. */
  readonly basePath: string
  /** Completes a call with what the handlers need. */
  readonly context: (call: Call, contract: Contract) => unknown
  /** Decides whether a request may reach the operations. */
  readonly guard?: ServiceGuard
  /** The kinds of jobs that write mail. */
  readonly mailKinds?: readonly string[]
  readonly endpoints?: readonly ServiceEndpoint[]
  readonly metrics?: readonly Metric[]
  /** The jobs to enqueue when the workbench sets the clock. */
  clockJobs?(atMs: number): readonly NewJob[]
  /** Creates demo data for a user, once. Long work is done in the background. */
  createDemo?(userId: string): Promise<void>
}

/** Throws if a request is refused. If it returns a function, that one decides once the caller is known. */
type ServiceGuard = (request: {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly origin: string
}) => ((caller: Caller) => Promise<void>) | undefined

/** A path that is not an operation, such as a page or an image. */
export interface ServiceEndpoint {
  readonly method: 'GET'
  readonly path: string
  /** If present, the console has a page for all other queries. */
  readonly isFor?: (query: URLSearchParams) => boolean
  readonly handle: (request: EndpointRequest) => Promise<EndpointReply>
}

export interface EndpointRequest {
  readonly target: string
  readonly origin: string
}

export interface EndpointReply {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string | undefined
}
