import type { Clock } from '#/kernel/clock.ts'
import type { Tracer } from '#/kernel/tracing/tracer.ts'
import type { Database } from '#/storage/port.ts'
import type { JobKind } from './job.ts'
import type { ClaimedJob } from './store.ts'

/** A job that this process is running. */
export interface Run {
  readonly job: ClaimedJob
  readonly kind: JobKind
  readonly abort: AbortController
  /** True once the outcome is known. */
  isOver: boolean
}

export type Outcome =
  | { readonly result: 'done' }
  | { readonly result: 'failed'; readonly error: unknown }
  /** Not a failure of the job: another worker has it, or the server stops. */
  | { readonly result: 'lost' | 'cut short' }

class RunEnded extends Error {
  readonly result: 'lost' | 'cut short'

  constructor(result: 'lost' | 'cut short', message: string) {
    super(message)
    this.name = 'RunEnded'
    this.result = result
  }
}

export const leaseLost = () => new RunEnded('lost', 'Another worker has taken this job over.')
export const workerStops = () => new RunEnded('cut short', 'The worker stops.')

/** Calls the handler once and returns the outcome. It never rejects, and is limited in time. */
export async function carryOut(
  run: Run,
  dependencies: { clock: Clock; database: Database; tracer?: Tracer | undefined },
): Promise<Outcome> {
  const { clock, database, tracer } = dependencies
  const { job, kind, abort } = run
  const timer = setTimeout(() => {
    abort.abort(new Error(`The job took longer than ${kind.timeoutMs} ms.`))
  }, kind.timeoutMs).unref()
  const { signal } = abort
  try {
    const context = { jobId: job.id, signal, attempt: job.attempt, clock, database }
    const handle = () => runHandler(kind, job.payload, context)
    const attributes = { 'almanac.job.id': job.id, 'almanac.job.attempt': job.attempt }
    const span = { name: `job ${kind.kind}`, attributes }
    const handling = tracer === undefined ? handle() : tracer.run(span, handle)
    await Promise.race([handling, whenAborted(signal)])
    return { result: 'done' }
  } catch (error) {
    // After its signal is aborted, a handler may throw an error of its own.
    const cause: unknown = signal.aborted ? signal.reason : error
    return cause instanceof RunEnded ? { result: cause.result } : { result: 'failed', error: cause }
  } finally {
    clearTimeout(timer)
    run.isOver = true
  }
}

// Async, so that an invalid payload or a synchronous throw becomes a rejection.
async function runHandler(
  kind: JobKind,
  payload: string,
  context: Parameters<JobKind['run']>[1],
): Promise<void> {
  await kind.run(JSON.parse(payload), context)
}

const whenAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
