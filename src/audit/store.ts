import { insertInto, limit, rowOf, sql } from '#/storage/sql/sql.ts'
import { command, type none, type Parameters, query } from '#/storage/sql/statement.ts'
import type { AuditEntry } from './entry.ts'
import { auditChain, auditCounts, auditLog, auditPending } from './tables.ts'

/** An entry with its place in the chain. */
export interface ChainedEntry extends AuditEntry {
  readonly number: number
  readonly hash: string
}

/** How far the chain reaches, and how far its oldest entries have been removed. */
export interface ChainHead {
  readonly number: number
  readonly hash: string
  readonly removedNumber: number
  readonly removedHash: string
}

/** What narrows a list; an empty text does not. */
export interface AuditFilter {
  readonly timeMin: number
  /** Not included. */
  readonly timeMax: number
  /** The id or the name. */
  readonly actor: string
  /** What actions and objects begin with. */
  readonly action: string
  readonly object: string
  readonly outcome: string
}

const shown = sql`at, action, outcome, reason, actor_type as "actorType", actor_id as "actorId", actor,
  object, client_id as "clientId", address, times, details`

// An operation that changes something in several transactions is one entry.
export const addPending = command<AuditEntry & { id: string }>((args) =>
  insertInto(auditPending, rowOf(auditPending, args), sql`on conflict (id) do nothing`),
)

/** Counts a repetition within a minute. The details of the first one are kept. */
export const addCounted = command<AuditEntry & { id: string; minute: number; subject: string }>(
  (args) =>
    insertInto(
      auditCounts,
      rowOf(auditCounts, args),
      sql`on conflict (minute, subject, action, address, outcome, reason)
        do update set times = ${auditCounts}.times + 1`,
    ),
)

export const findWaiting = query<{ minute: number }, { isWaiting: number }>(
  ({ minute }) => sql`select 1 as "isWaiting" from ${auditPending}
   union all select 1 from ${auditCounts} where minute <> ${minute} limit 1`,
)

export const takePending = command<{ limit: number }, AuditEntry & { id: string }>(
  (args) => sql`delete from ${auditPending}
   where id in (select id from ${auditPending} order by id ${limit(args.limit)})
   returning id, ${shown}`,
)

export const takeCounted = command<{ minute: number; limit: number }, AuditEntry & { id: string }>(
  (args) => sql`delete from ${auditCounts}
   where id in (select id from ${auditCounts} where minute <> ${args.minute} order by minute, id ${limit(args.limit)})
   returning id, ${shown}`,
)

export const append = command<ChainedEntry>((args) => insertInto(auditLog, rowOf(auditLog, args)))

const head = sql`number, hash, removed_number as "removedNumber", removed_hash as "removedHash"`

export const findHead = query<typeof none, ChainHead>(
  () => sql`select ${head} from ${auditChain} where id = 1`,
)

export const addHead = command(() =>
  insertInto(
    auditChain,
    { id: sql`1`, number: sql`0`, hash: sql`''`, removed_number: sql`0`, removed_hash: sql`''` },
    sql`on conflict (id) do nothing`,
  ),
)

/** Locks the log against other writers. */
export const lockHead = query<typeof none, ChainHead>(
  (_, { forUpdate }) => sql`select ${head} from ${auditChain} where id = 1 ${forUpdate}`,
)

export const moveHead = command<{ number: number; hash: string }>(
  ({ number, hash }) =>
    sql`update ${auditChain} set number = ${number}, hash = ${hash} where id = 1`,
)

export const noteRemoval = command<{ number: number; hash: string }>(
  ({ number, hash }) =>
    sql`update ${auditChain} set removed_number = ${number}, removed_hash = ${hash} where id = 1`,
)

export const pageAfter = query<{ after: number; limit: number }, ChainedEntry>(
  (args) =>
    sql`select number, hash, ${shown} from ${auditLog} where number > ${args.after} order by number ${limit(args.limit)}`,
)

export const removeUpTo = command<{ number: number }>(
  ({ number }) => sql`delete from ${auditLog} where number <= ${number}`,
)

const matching = (args: Parameters<AuditFilter>) => {
  const { timeMin, timeMax, actor, action, object, outcome } = args
  return sql`at >= ${timeMin} and at < ${timeMax}
  and (${actor} = '' or actor = ${actor} or actor_id = ${actor})
  and (${action} = '' or substr(action, 1, length(${action})) = ${action})
  and (${object} = '' or substr(object, 1, length(${object})) = ${object})
  and (${outcome} = '' or outcome = ${outcome})`
}

/** The newest that are older than an entry, the newest first. */
export const listBefore = query<AuditFilter & { before: number; limit: number }, ChainedEntry>(
  (args) => sql`select number, hash, ${shown} from ${auditLog}
   where number < ${args.before} and ${matching(args)}
   order by number desc ${limit(args.limit)}`,
)

/** The entries after one number, up to another. */
export const listAfter = query<
  AuditFilter & { after: number; last: number; limit: number },
  ChainedEntry
>(
  (args) => sql`select number, hash, ${shown} from ${auditLog}
   where number > ${args.after} and number <= ${args.last} and ${matching(args)} order by number ${limit(args.limit)}`,
)
