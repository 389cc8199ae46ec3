import { incarnationOf } from '#/kernel/change-numbers.ts'
import { secureRandomBytes } from '#/kernel/randomness.ts'
import type { Reader, Transaction } from '../port.ts'
import { insertInto, sql } from '../sql/sql.ts'
import { command, none, query } from '../sql/statement.ts'
import { epochChannel } from './epoch.ts'
import { serverIncarnation } from './tables.ts'

const randomByteCount = 7

/** A new, unique incarnation. */
export const newIncarnation = (): string => incarnationOf(secureRandomBytes(randomByteCount))

/**
 * The incarnation that all processes of a database server share, if there is one. It ends when the server is
 * replaced or restarted, because it may then hold an earlier state.
 */
export async function sharedIncarnation(
  reader: Reader,
  server: string,
): Promise<string | undefined> {
  const present = await reader.first(findIncarnation, none)
  return present?.server === server ? present.incarnation : undefined
}

/**
 * The same, created unless another process was first; `before` is then the incarnation that the database had.
 */
export async function ensureIncarnation(
  tx: Transaction,
  server: string,
): Promise<{ incarnation: string; before?: string }> {
  // A second process waits here and then finds what the first has written.
  await tx.run(lockIncarnation, none)
  const { incarnation: before, server: known } = (await tx.first(findIncarnation, none))!
  if (known === server) return { incarnation: before }
  return { incarnation: await beginIncarnation(tx, server), before }
}

/** Starts an incarnation of a database server, and notifies every process. */
export async function beginIncarnation(tx: Transaction, server: string): Promise<string> {
  const incarnation = newIncarnation()
  await tx.run(setIncarnation, { incarnation, server })
  await tx.notify(epochChannel, incarnation)
  return incarnation
}

const lockIncarnation = command<typeof none>(() =>
  insertInto(
    serverIncarnation,
    { id: sql`1`, incarnation: sql`''`, server: sql`''` },
    sql`on conflict (id) do update set id = excluded.id`,
  ),
)

const findIncarnation = query<typeof none, { incarnation: string; server: string }>(
  () => sql`select incarnation, server from ${serverIncarnation} where id = 1`,
)

const setIncarnation = command<{ incarnation: string; server: string }>(({ incarnation, server }) =>
  insertInto(
    serverIncarnation,
    { id: sql`1`, incarnation, server },
    sql`on conflict (id) do update set incarnation = excluded.incarnation, server = excluded.server`,
  ),
)
