import type { Log } from '#/kernel/log.ts'
import type { Database, Transaction } from '#/storage/port.ts'
import { leaseLost, type Run } from './run.ts'
import { extendLeases } from './store.ts'

interface HeartbeatContext {
  readonly database: Database
  readonly log: Log
  readonly runs: ReadonlySet<Run>
  /** Extends the leases of runs, and returns the ids of the jobs whose leases were still held. */
  readonly extend: (tx: Transaction, runs: readonly Run[]) => Promise<ReadonlySet<string>>
  readonly everyMs: number
}

/** Extends the leases of running jobs, and aborts runs that have lost theirs. */
export class Heartbeat {
  readonly #context: HeartbeatContext
  #timer: NodeJS.Timeout | undefined
  #isBeating = false

  constructor(context: HeartbeatContext) {
    this.#context = context
  }

  /** Call this when a run starts or ends. */
  adjust(): void {
    if (this.#context.runs.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    } else {
      this.#timer ??= setInterval(() => void this.#beatAlone(), this.#context.everyMs).unref()
    }
  }

  async #beatAlone(): Promise<void> {
    if (this.#isBeating) return
    this.#isBeating = true
    try {
      await this.beat()
    } catch (error) {
      this.#context.log.warn('could not extend job leases', { error: String(error) })
    } finally {
      this.#isBeating = false
    }
  }

  async beat(): Promise<void> {
    const { database, runs, extend } = this.#context
    const beating = [...runs].filter((run) => !run.isOver)
    const extended = await database.transaction((tx) => extend(tx, beating))
    for (const run of beating) {
      if (!run.isOver && !extended.has(run.job.id)) run.abort.abort(leaseLost())
    }
  }
}

/** Extends the lease of each job from now on, and returns which ones were still held. */
export async function extend(
  tx: Transaction,
  runs: readonly Pick<Run, 'job' | 'kind'>[],
  workerId: string,
): Promise<Set<string>> {
  const extended = new Set<string>()
  for (const [leaseMs, group] of Map.groupBy(runs, (run) => run.kind.leaseMs)) {
    const rows = await tx.all(extendLeases, {
      worker: workerId,
      leaseMs,
      ids: JSON.stringify(group.map((run) => run.job.id)),
    })
    for (const { id } of rows) extended.add(id)
  }
  return extended
}
