import { notifications } from '../../schema/tables.ts'
import { sql } from '../../sql/sql.ts'
import { adHocCommand, adHocQuery, type Parameters } from '../../sql/statement.ts'

interface Notification {
  readonly channel: string
  readonly payload: string
}

const insertNote = ({ channel, payload }: Parameters<Notification>) =>
  sql`insert into ${notifications} (tx, channel, payload, noted_at)
    values (pg_current_xact_id()::text::bigint, ${channel}, ${payload},
      (extract(epoch from clock_timestamp()) * 1000)::bigint)
    on conflict do nothing`

/** Keeps a notification for those who cannot listen. */
export const keepNote = adHocCommand<Notification>(insertNote)

/** Sends a notification when the transaction commits, and keeps it. */
export const notify = adHocQuery<Notification>(
  (note) =>
    sql`with kept as (${insertNote(note)}) select pg_notify(${note.channel}, ${note.payload})`,
)

/** Sends a notification that is not stored. */
export const notifyAtOnce = adHocQuery<{ channel: string }>(
  ({ channel }) => sql`select pg_notify(${channel}, '')`,
)

/** A notification, or nothing but the number that all transactions in progress have reached. */
export interface Note {
  /** Whatever has a smaller transaction number has been committed or rolled back. */
  readonly horizon: number
  readonly tx: number | null
  readonly channel: string
  readonly payload: string
}

/** Notifications of transactions from a number on, and the present horizon. */
export const notesSince = adHocQuery<{ tx: number }, Note>(
  ({ tx }) => sql`select present.horizon, n.tx, n.channel, n.payload
    from (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as horizon) present
    left join ${notifications} n on n.tx >= ${tx}`,
)

export const deleteNotes = adHocCommand<{ olderThanMs: number }>(
  ({ olderThanMs }) => sql`delete from ${notifications}
    where noted_at < (extract(epoch from clock_timestamp()) * 1000)::bigint - ${olderThanMs}`,
)
