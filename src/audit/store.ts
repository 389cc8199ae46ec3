import { type none, statement } from '#/storage/statement.ts'
import type { AuditEntry } from './entry.ts'

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

const columns = `at, action, outcome, reason, actor_type, actor_id, actor, object, client_id, address,
  times, details`
const values = `:at, :action, :outcome, :reason, :actorType, :actorId, :actor, :object, :clientId,
  :address, :times, :details`
const shown = `at, action, outcome, reason, actor_type as "actorType", actor_id as "actorId", actor,
  object, client_id as "clientId", address, times, details`

// An operation that changes something in several transactions is one entry.
export const addPending = statement<AuditEntry & { id: string }>(
  `insert into audit_pending (id, ${columns}) values (:id, ${values}) on conflict (id) do nothing`,
)

/** Counts one more of the same within a minute; what the first one said is kept. */
export const addCounted = statement<AuditEntry & { id: string; minute: number; subject: string }>(
  `insert into audit_counts (id, minute, subject, ${columns})
   values (:id, :minute, :subject, ${values})
   on conflict (minute, subject, action, address, outcome, reason)
     do update set times = audit_counts.times + 1`,
)

export const findWaiting = statement<{ minute: number }, { isWaiting: number }>(
  `select 1 as "isWaiting" from audit_pending
   union all select 1 from audit_counts where minute <> :minute limit 1`,
)

export const takePending = statement<{ limit: number }, AuditEntry & { id: string }>(
  `delete from audit_pending
   where id in (select id from audit_pending order by at, id limit :limit)
   returning id, ${shown}`,
)

export const takeCounted = statement<
  { minute: number; limit: number },
  AuditEntry & { id: string }
>(
  `delete from audit_counts
   where id in (select id from audit_counts where minute <> :minute order by minute, id limit :limit)
   returning id, ${shown}`,
)

export const append = statement<ChainedEntry>(
  `insert into audit_log (number, ${columns}, hash) values (:number, ${values}, :hash)`,
)

const head = 'number, hash, removed_number as "removedNumber", removed_hash as "removedHash"'

export const findHead = statement<typeof none, ChainHead>(
  `select ${head} from audit_chain where id = 1`,
)

export const addHead = statement(
  `insert into audit_chain (id, number, hash, removed_number, removed_hash)
   values (1, 0, '', 0, '') on conflict (id) do nothing`,
)

/** Whoever holds it is the only one who adds to the log or removes from it. */
export const lockHead = statement<typeof none, ChainHead>(
  ({ forUpdate }) => `select ${head} from audit_chain where id = 1 ${forUpdate}`,
)

export const moveHead = statement<{ number: number; hash: string }>(
  'update audit_chain set number = :number, hash = :hash where id = 1',
)

export const noteRemoval = statement<{ number: number; hash: string }>(
  'update audit_chain set removed_number = :number, removed_hash = :hash where id = 1',
)

export const pageAfter = statement<{ after: number; limit: number }, ChainedEntry>(
  `select number, hash, ${shown} from audit_log where number > :after order by number limit :limit`,
)

export const removeUpTo = statement<{ number: number }>(
  'delete from audit_log where number <= :number',
)

const matching = `at >= :timeMin and at < :timeMax
  and (:actor = '' or actor = :actor or actor_id = :actor)
  and (:action = '' or substr(action, 1, length(:action)) = :action)
  and (:object = '' or substr(object, 1, length(:object)) = :object)
  and (:outcome = '' or outcome = :outcome)`

/** The newest that are older than an entry, the newest first. */
export const listBefore = statement<AuditFilter & { before: number; limit: number }, ChainedEntry>(
  `select number, hash, ${shown} from audit_log where number < :before and ${matching}
   order by number desc limit :limit`,
)

/** Those that follow an entry, up to another one. */
export const listAfter = statement<
  AuditFilter & { after: number; last: number; limit: number },
  ChainedEntry
>(
  `select number, hash, ${shown} from audit_log
   where number > :after and number <= :last and ${matching} order by number limit :limit`,
)
