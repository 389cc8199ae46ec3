import type { Migration } from '../migration.ts'

/**
 * The audit log. Requests write to `audit_pending` and `audit_counts`; a job moves what is there to the end
 * of `audit_log`, where each row carries the hash of all rows before it (decision record 22).
 */
export const audit: Migration = {
  number: 51,
  name: 'audit',
  statements: ({ text, integer }) => {
    const entry = `
      at ${integer} not null,
      action ${text} not null,
      outcome ${text} not null,
      reason ${text} not null,
      actor_type ${text} not null,
      actor_id ${text} not null,
      actor ${text} not null,
      object ${text} not null,
      client_id ${text} not null,
      address ${text} not null,
      times ${integer} not null,
      details ${text} not null`
    return [
      `create table audit_log (number ${integer} primary key, ${entry}, hash ${text} not null)`,
      `create table audit_pending (id ${text} primary key, ${entry})`,
      'create index audit_pending_by_time on audit_pending (at, id)',
      `create table audit_counts (id ${text} primary key, minute ${integer} not null,
        subject ${text} not null, ${entry},
        unique (minute, subject, action, address, outcome, reason))`,
      `create table audit_chain (
        id ${integer} primary key,
        number ${integer} not null,
        hash ${text} not null,
        removed_number ${integer} not null,
        removed_hash ${text} not null
      )`,
    ]
  },
}
