import { auditProblems } from '#/audit/chain.ts'
import { AuditReader } from '#/audit/reading.ts'
import { Attempts, AuditTrail } from '#/audit/trail.ts'
import { Domains } from '#/auth/directory/domains.ts'
import { type Identity, openIdentity } from '#/auth/identity.ts'
import { enqueueWith } from '#/jobs/enqueue.ts'
import { PromptJobs, type StartJob } from '#/jobs/prompt-jobs.ts'
import { SettableClock } from '#/kernel/clock.ts'
import type { Log } from '#/kernel/log.ts'
import { secureRandomBytes } from '#/kernel/randomness.ts'
import type { Tracer } from '#/kernel/tracing/tracer.ts'
import { schema } from '#/schema.ts'
import type { Platform } from '#/services/service.ts'
import { type OpenServices, openServices, scopeLists } from '#/services.ts'
import type { Settings } from '#/settings.ts'
import type { AttachedFiles } from '#/storage/archive/attached-files.ts'
import { databaseOptions, type FirstContents, openDatabase } from '#/storage/open.ts'

type ScopeLists = typeof scopeLists

/** An installation as commands use it: the database, users and credentials, and the services. */
export interface Core extends Platform, Identity, OpenServices, ScopeLists, AsyncDisposable {
  readonly settings: Settings
  /** Writes the audit log. */
  readonly audit: AuditTrail
  readonly auditReader: AuditReader
  readonly tracer: Tracer | undefined
  /** The files that a backup contains in addition to rows. */
  readonly attachedFiles: AttachedFiles | undefined
  /** Finds what is wrong with the data of the engine, the audit log and the services. */
  problems(): Promise<string[]>
}

interface CoreOptions {
  /** What a new database begins with where the build of the server is used. */
  readonly firstContents?: FirstContents
  /** The prefix of tokens and keys. */
  readonly tokenMark?: string
  /** Whether committed writes survive a power failure; false for temporary data. */
  readonly isDurable?: boolean
  /** Replaces how jobs are run that this process enqueues; for tests. */
  readonly startJob?: StartJob
  readonly tracer?: Tracer | undefined
}

/** Opens the database that the settings name, and the services on it. */
export async function openCore(
  settings: Settings,
  log: Log,
  {
    firstContents = 'schema',
    tokenMark = '',
    isDurable = true,
    startJob,
    tracer,
  }: CoreOptions = {},
): Promise<Core> {
  const clock = new SettableClock()
  const randomBytes = secureRandomBytes
  const attempts = new Attempts({ clock, randomBytes })
  const database = await openDatabase({
    ...databaseOptions(settings, { firstContents, isDurable }),
    schema,
    log,
    tracer,
    completing: attempts.completing,
  })
  const waitMs = settings.attendeeWaitMs
  const platform = {
    settings,
    database,
    clock,
    log,
    randomBytes,
    enqueue: enqueueWith({ clock, randomBytes }),
    promptJobs: new PromptJobs({ database, clock, log, randomBytes, waitMs, startJob, tracer }),
    domains: new Domains({ database, clock }),
  }
  const open = await openServices(platform)
  const { services } = open
  const identity = openIdentity({
    ...platform,
    tokenMark,
    provisioners: services.flatMap(({ provisioner }) => provisioner ?? []),
    removals: platform.promptJobs,
    ...scopeLists,
  })
  return {
    ...platform,
    ...identity,
    ...open,
    ...scopeLists,
    tracer,
    audit: new AuditTrail({ database, attempts }),
    auditReader: new AuditReader({ database, clock }),
    attachedFiles: services.find((service) => service.attachedFiles)?.attachedFiles,
    problems: async () => {
      const problems = [...(await database.problems()), ...(await auditProblems(database))]
      for (const service of services) problems.push(...((await service.problems?.()) ?? []))
      return problems
    },
    [Symbol.asyncDispose]: async () => {
      await platform.promptJobs.whenIdle()
      for (const service of services) await service.close?.()
      await database[Symbol.asyncDispose]()
    },
  }
}
