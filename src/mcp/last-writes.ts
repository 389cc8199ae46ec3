import { setTimeout as sleep } from 'node:timers/promises'
import type { User } from '#/contract/operation.ts'
import type { Clock } from '#/kernel/clock.ts'
import { refusal, refuse } from '#/kernel/errors.ts'
import { base64url } from '#/kernel/identifiers.ts'
import type { Log } from '#/kernel/log.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Database, Transaction } from '#/storage/port.ts'
import { insertInto, owner, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import type { UndoCall } from './operation-client.ts'
import { agentWrites } from './tables.ts'

/** A write that can be undone. */
export interface LastWrite {
  readonly summary: string
  readonly undo: UndoCall
}

interface LastWritesContext {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly randomBytes: RandomBytes
}

/** Writes whose undo call is longer cannot be undone. */
const undoLengthMax = 1_000_000
const storeMs = 1000
const processNameBytes = 12

/** How often and how long an undo waits until another process has stored its last write. */
const storedPollMs = 100
const storedPollsMax = 20

/** A write whose undo call is not stored yet. */
interface Pending {
  readonly owner: Owner
  /** Absent until the write has succeeded. The text is undefined if it cannot be undone. */
  undo?: { readonly text: string | undefined }
}

/** A write in progress. */
interface BegunWrite {
  /** Notes in the transaction of the write that it is the last one. */
  readonly mark: (tx: Transaction) => Promise<void>
  finish(undo: UndoCall | undefined): void
  abandon(): void
}

/**
 * Remembers the last write of each client, so that any process can undo it. What undoes a write is known after its
 * commit. So its transaction stores only a mark, and all undo calls of a second are stored together, because a
 * commit each would cost as much as the write. If the process ends before, the write cannot be undone, and neither
 * can the one before it.
 */
export class LastWrites {
  readonly #context: LastWritesContext
  readonly #wait: (ms: number) => Promise<void>
  readonly #processName: string
  #count = 0
  /** By mark. */
  readonly #pending = new Map<string, Pending>()
  /** The mark of the last commit of each client. */
  readonly #lastMarks = new Map<string, string>()
  #timer: NodeJS.Timeout | undefined

  constructor(context: LastWritesContext, wait: (ms: number) => Promise<void> = sleep) {
    this.#context = context
    this.#wait = wait
    this.#processName = base64url(processNameBytes, context.randomBytes)
  }

  async of(caller: User): Promise<LastWrite | undefined> {
    for (let poll = 0; poll < storedPollsMax; poll++) {
      const [row] = await this.#context.database.all(find, ownerOf(caller))
      if (row === undefined) return undefined
      const { summary } = row
      const stored = JSON.parse(row.undo) as UndoCall | Mark
      if (!('mark' in stored)) return { summary, undo: stored }
      const { undo } = this.#pending.get(stored.mark) ?? {}
      if (undo !== undefined) {
        return undo.text === undefined ? undefined : { summary, undo: JSON.parse(undo.text) }
      }
      await this.#wait(storedPollMs)
    }
    throw undoLost()
  }

  begin(caller: User, summary: string): BegunWrite {
    const { clock } = this.#context
    const owner = ownerOf(caller)
    const key = `${owner.userId} ${owner.client}`
    const mark = `${this.#processName}-${++this.#count}`
    const pending: Pending = { owner }
    this.#pending.set(mark, pending)
    return {
      mark: async (tx) => {
        await tx.run(put, { ...owner, summary, undo: markText(mark), writtenAt: clock.nowMs() })
        tx.afterCommit(() => {
          const former = this.#lastMarks.get(key)
          if (former !== undefined && former !== mark) this.#pending.delete(former)
          this.#lastMarks.set(key, mark)
        })
      },
      finish: (undo) => {
        const text = undo && JSON.stringify(undo)
        pending.undo = {
          text: text !== undefined && text.length > undoLengthMax ? undefined : text,
        }
        this.#timer ??= setTimeout(() => void this.flush(), storeMs).unref()
      },
      abandon: () => void this.#pending.delete(mark),
    }
  }

  /** Stores the pending undo calls. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const { database, log } = this.#context
    const storing = [...this.#pending].map(async ([mark, { owner, undo }]) => {
      if (undo === undefined) return
      const { text } = undo
      await database.transaction((tx) =>
        text === undefined
          ? tx.run(removeMark, { ...owner, mark: markText(mark) })
          : tx.run(store, { ...owner, mark: markText(mark), undo: text }),
      )
      this.#pending.delete(mark)
      const key = `${owner.userId} ${owner.client}`
      if (this.#lastMarks.get(key) === mark) this.#lastMarks.delete(key)
    })
    for (const { status, ...rest } of await Promise.allSettled(storing)) {
      if (status === 'rejected') log.error('the last write of an agent cannot be undone', rest)
    }
  }
}

interface Mark {
  readonly mark: string
}

const markText = (mark: string): string => JSON.stringify({ mark } satisfies Mark)

const undoLost = () =>
  refuse(
    409,
    refusal(
      'undoLost',
      'The last change cannot be taken back, because the server has restarted since.',
    ),
  )

interface Owner {
  readonly userId: string
  readonly client: string
}

/** Access tokens of one consent are one client; tokens that a user created are one each. */
const ownerOf = ({ userId, clientId, token }: User): Owner => ({
  userId,
  client: `${clientId}/${token?.grantId ?? token?.hash ?? ''}`,
})

const find = query<Owner, { summary: string; undo: string }>(
  ({ userId, client }) => sql`
  select summary, undo from ${agentWrites} where user_id = ${owner(userId)} and client = ${client}
`,
)

const put = command<Owner & { summary: string; undo: string; writtenAt: number }>(
  ({ userId, client, summary, undo, writtenAt }) =>
    insertInto(
      agentWrites,
      { user_id: userId, client, summary, undo, written_at: writtenAt },
      sql`on conflict (user_id, client) do update
        set summary = excluded.summary, undo = excluded.undo, written_at = excluded.written_at`,
    ),
)

/** Replaces a mark. A later write has another one. */
const store = command<Owner & { mark: string; undo: string }>(
  ({ userId, client, mark, undo }) =>
    sql`update ${agentWrites} set undo = ${undo}
     where user_id = ${owner(userId)} and client = ${client} and undo = ${mark}`,
)

const removeMark = command<Owner & { mark: string }>(
  ({ userId, client, mark }) =>
    sql`delete from ${agentWrites}
     where user_id = ${owner(userId)} and client = ${client} and undo = ${mark}`,
)
