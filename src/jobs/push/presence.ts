import type { Log } from '#/kernel/log.ts'
import type { Database } from '#/storage/port.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { command, none } from '#/storage/sql/statement.ts'
import { processes } from '../tables.ts'

interface PresenceContext {
  readonly database: Database
  readonly log: Log
  /** The id of this process. */
  readonly worker: string
  /** Called in one of the other processes after a process has died. */
  readonly onDeath: () => void
}

const beatMs = 5_000
/** How long a process counts as alive after its last heartbeat. */
const aliveMs = 15_000

/**
 * Notifies the processes on a database server when one of them has died, so that they need not search
 * regularly for what it left behind. An embedded database has one process.
 */
export class Presence {
  readonly #context: PresenceContext
  #timer: NodeJS.Timeout | undefined
  #beating: Promise<void> | undefined

  constructor(context: PresenceContext) {
    this.#context = context
  }

  async start(): Promise<void> {
    if (this.#context.database.engine === 'sqlite') return
    await this.beat()
    this.#timer = setInterval(() => {
      this.#beating ??= this.beat()
        .catch((error: unknown) => {
          this.#context.log.warn('could not record that this process is alive', {
            error: String(error),
          })
        })
        .finally(() => {
          this.#beating = undefined
        })
    }, beatMs).unref()
  }

  /** Extends the presence of this process, and removes those that have died. */
  async beat(): Promise<void> {
    const { database, worker: id, onDeath } = this.#context
    const died = await database.transaction(async (tx) => {
      await tx.run(putProcess, { id, aliveMs })
      return tx.all(removeDead, none)
    })
    if (died.length > 0) onDeath()
  }

  /** Ends the presence; with work left, as a death that another process notices. */
  async stop({ hasWork }: { readonly hasWork: boolean }): Promise<void> {
    if (this.#timer === undefined) return
    clearInterval(this.#timer)
    await this.#beating
    if (hasWork) return
    const { database, log, worker: id } = this.#context
    try {
      await database.transaction((tx) => tx.run(removeProcess, { id }))
    } catch (error) {
      log.warn('could not record that this process is stopping', { error: String(error) })
    }
  }
}

const putProcess = command<{ id: string; aliveMs: number }>(({ id, aliveMs }, { databaseMs }) =>
  insertInto(
    processes,
    { id, alive_until: sql`${databaseMs} + ${aliveMs}` },
    sql`on conflict (id) do update set alive_until = excluded.alive_until`,
  ),
)

// Only one process removes a row and so notices the death. If it dies as well, another process finds its row.
const removeDead = command<typeof none, { id: string }>(
  (_, { databaseMs, skipLocked }) => sql`
  with dead as materialized (
    select id from ${processes} where alive_until <= ${databaseMs} ${skipLocked}
  )
  delete from ${processes} where id in (select id from dead) returning id
`,
)

const removeProcess = command<{ id: string }>(
  ({ id }) => sql`delete from ${processes} where id = ${id}`,
)
