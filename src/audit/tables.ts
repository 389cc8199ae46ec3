import type { Migration, SchemaPart } from '#/storage/schema/schema.ts'
import { integer, onCoordinator, table, text } from '#/storage/sql/table.ts'

const asOneChain = onCoordinator('The log is one chain.')

/** What every entry has. */
const entryColumns = {
  at: integer,
  action: text,
  outcome: text,
  reason: text,
  actor_type: text,
  actor_id: text,
  actor: text,
  object: text,
  client_id: text,
  address: text,
  times: integer,
  details: text,
}

/** One row: the ends of the log. */
export const auditChain = table('audit_chain', {
  columns: {
    id: integer,
    number: integer,
    hash: text,
    removed_number: integer,
    removed_hash: text,
  },
  distribution: asOneChain,
  key: ['id'],
})

/** Entries that repeat within a minute, counted. */
export const auditCounts = table('audit_counts', {
  columns: {
    id: text,
    minute: integer,
    subject: text,
    ...entryColumns,
  },
  distribution: asOneChain,
  key: ['id'],
  unique: [['minute', 'subject', 'action', 'address', 'outcome', 'reason']],
})

/** The audit log: each row carries the hash of all rows before it (decision record 22). */
export const auditLog = table('audit_log', {
  columns: {
    number: integer,
    ...entryColumns,
    hash: text,
  },
  distribution: asOneChain,
  key: ['number'],
})

/** Entries that requests have written and that aren't in the log yet. Their ids are in the order of their times. */
export const auditPending = table('audit_pending', {
  columns: {
    id: text,
    ...entryColumns,
  },
  distribution: asOneChain,
  key: ['id'],
  // Each audited write adds to one tree instead of three.
  isInKeyOrder: true,
})

/** Entries were in the order of their times by an index before their ids were. */
export const auditPendingInOrder = {
  number: 4,
  name: 'audit entries in the order of their ids',
  statements: () => ['drop index if exists audit_pending_by_time'],
  worksWith: 1,
} satisfies Migration

export const auditSchema: SchemaPart = {
  tables: [auditChain, auditCounts, auditLog, auditPending],
}
