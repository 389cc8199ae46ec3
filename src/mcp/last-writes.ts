import type { User } from '#/contract/operation.ts'
import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import type { OperationCall } from './operation-client.ts'
import { agentWrites } from './tables.ts'

/** A write that can be undone. */
export interface LastWrite {
  readonly summary: string
  readonly undo: OperationCall
}

/** Writes whose undo call is longer cannot be undone. */
const undoLengthMax = 1_000_000

/** Remembers the last write of each client, so that any process can undo it. */
export class LastWrites {
  readonly #context: { readonly database: Database; readonly clock: Clock }

  constructor(context: { readonly database: Database; readonly clock: Clock }) {
    this.#context = context
  }

  async of(caller: User): Promise<LastWrite | undefined> {
    const [row] = await this.#context.database.all(find, ownerOf(caller))
    return row && { summary: row.summary, undo: JSON.parse(row.undo) as OperationCall }
  }

  /** Replaces the last write. Without an undo call, there is none any more. */
  async remember(caller: User, summary: string, undo: OperationCall | undefined): Promise<void> {
    const { database, clock } = this.#context
    const owner = ownerOf(caller)
    const text = JSON.stringify(undo ?? null)
    await database.transaction(async (tx) => {
      if (undo === undefined || text.length > undoLengthMax) await tx.run(remove, owner)
      else await tx.run(put, { ...owner, summary, undo: text, writtenAt: clock.nowMs() })
    })
  }
}

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
  select summary, undo from ${agentWrites} where user_id = ${userId} and client = ${client}
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

const remove = command<Owner>(
  ({ userId, client }) =>
    sql`delete from ${agentWrites} where user_id = ${userId} and client = ${client}`,
)
