import type { NoteWritten, User, Written } from '#/contract/operation.ts'
import type { Clock } from '#/kernel/clock.ts'
import { refusal, refuse } from '#/kernel/errors.ts'
import { base64url } from '#/kernel/identifiers.ts'
import type { Log } from '#/kernel/log.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Database, Transaction } from '#/storage/port.ts'
import { insertInto, owner, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import type { UndoCall, Wire } from './operation-client.ts'
import { agentWrites } from './tables.ts'
import type { Plan } from './tool.ts'

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
const markBytes = 12

type UndoablePlan = Pick<Plan, 'summary' | 'undo'>

/**
 * Stores the last write of each client, so that any process can undo it, also after a crash. What undoes a write is
 * stored by its transaction. Operations that do not know their reply by then store a mark, which is replaced
 * before the answer.
 */
export class LastWrites {
  readonly #context: LastWritesContext

  constructor(context: LastWritesContext) {
    this.#context = context
  }

  async of(caller: User): Promise<LastWrite | undefined> {
    const [row] = await this.#context.database.all(find, ownerOf(caller))
    if (row === undefined) return undefined
    const undo = JSON.parse(row.undo) as UndoCall | Mark | null
    if (undo === null) return undefined
    if ('mark' in undo) throw undoLost()
    return { summary: row.summary, undo }
  }

  begin(caller: User, plan: UndoablePlan): BegunWrite {
    return new BegunWrite(this.#context, ownerOf(caller), plan)
  }
}

/** A write in progress. */
class BegunWrite {
  readonly #context: LastWritesContext
  readonly #owner: Owner
  readonly #plan: UndoablePlan
  #written: Written | undefined
  #stored = ''

  constructor(context: LastWritesContext, owned: Owner, plan: UndoablePlan) {
    this.#context = context
    this.#owner = owned
    this.#plan = plan
  }

  readonly noteWritten: NoteWritten = (written) => {
    this.#written = written
  }

  /** Stores what undoes the write, in its transaction. */
  readonly store = async (tx: Transaction): Promise<void> => {
    this.#stored = this.#undoText()
    const { summary } = this.#plan
    const { userId, client } = this.#owner
    const writtenAt = this.#context.clock.nowMs()
    const args = { userId, client, summary, undo: this.#stored, writtenAt }
    // Of the writes of a client that commit together, only the last can be undone.
    await tx.runLast(put, `${userId} ${client}`, args)
  }

  /** Stores what undoes the write if that is not known before the reply, or if the reply is another version. */
  async finish({ id, etag }: Wire): Promise<void> {
    if (typeof this.#plan.undo !== 'function') return
    if (this.#written?.id === id && this.#written?.etag === etag) return
    const former = this.#stored
    this.#written = { id: String(id), etag: String(etag) }
    const { database, log } = this.#context
    await database
      .transaction((tx) => tx.run(replace, { ...this.#owner, former, undo: this.#undoText() }))
      .catch((err: unknown) => log.error('the last write of an agent cannot be undone', { err }))
  }

  #undoText(): string {
    const { undo } = this.#plan
    if (typeof undo === 'function' && this.#written === undefined) {
      const mark = base64url(markBytes, this.#context.randomBytes)
      return JSON.stringify({ mark } satisfies Mark)
    }
    const call = typeof undo === 'function' ? undo(this.#written!) : undo
    const text = JSON.stringify(call ?? null)
    return text.length > undoLengthMax ? 'null' : text
  }
}

/** Stands for an undo call that is not known yet. */
interface Mark {
  readonly mark: string
}

const undoLost = () =>
  refuse(
    409,
    refusal('undoLost', 'The last change cannot be taken back, because it was interrupted.'),
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

/** Does nothing after a later write. */
const replace = command<Owner & { former: string; undo: string }>(
  ({ userId, client, former, undo }) =>
    sql`update ${agentWrites} set undo = ${undo}
     where user_id = ${owner(userId)} and client = ${client} and undo = ${former}`,
)
