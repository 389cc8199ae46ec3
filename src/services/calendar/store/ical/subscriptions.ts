import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, limit, rowOf, selection, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { bucketOf, inSameBucket, withCalendarId } from '../buckets.ts'
import { calendarSubscriptions, calendars } from '../tables.ts'

/** A calendar that follows a feed of another server. */
export interface SubscriptionRow {
  readonly calendarId: string
  readonly address: string
  /** Whether the user has chosen the title, so that the title of the feed does not replace it. */
  readonly isNamed: 0 | 1
  readonly createdAtMs: number
  /** When the feed is read again. */
  readonly refreshAtMs: number
  readonly attemptedAtMs: number | null
  readonly refreshedAtMs: number | null
  /** Failed attempts since the last refresh. */
  readonly failures: number
  /** What was wrong with the last attempt. */
  readonly error: string | null
  /** Events of the feed that cannot be stored. */
  readonly skipped: number
  /** The version of the feed that the calendar has. */
  readonly etag: string | null
  readonly lastModified: string | null
}

/** What an attempt to refresh a calendar has come to. */
export type RefreshOutcome = Omit<
  SubscriptionRow,
  'calendarId' | 'address' | 'isNamed' | 'createdAtMs'
>

interface DuePage {
  readonly nowMs: number
  readonly latestMs: number
  readonly limit: number
}

/** The subscriptions to feeds of other servers. */
export class Subscriptions {
  find(reader: Reader, calendarId: string): Promise<SubscriptionRow | undefined> {
    return reader.first(find, { calendarId })
  }

  /** Those whose calendars a user owns. */
  listOf(reader: Reader, ownerId: string): Promise<SubscriptionRow[]> {
    return reader.all(listOf, { ownerId })
  }

  /** Those that are due, and those due after `latestMs`, which are from before the clock was set back. */
  due(tx: Transaction, page: DuePage): Promise<{ readonly calendarId: string }[]> {
    return tx.all(due, page)
  }

  async add(tx: Transaction, row: SubscriptionRow): Promise<void> {
    await tx.run(add, row)
  }

  async postpone(
    tx: Transaction,
    next: { readonly calendarId: string; readonly refreshAtMs: number },
  ): Promise<void> {
    await tx.run(postpone, next)
  }

  async record(tx: Transaction, calendarId: string, outcome: RefreshOutcome): Promise<void> {
    await tx.run(record, { ...outcome, calendarId })
  }
}

const columns = selection(
  {
    calendarId: 'calendar_id',
    address: 'address',
    isNamed: 'is_named',
    createdAtMs: 'created_at',
    refreshAtMs: 'refresh_at',
    attemptedAtMs: 'attempted_at',
    refreshedAtMs: 'refreshed_at',
    failures: 'failures',
    error: 'error',
    skipped: 'skipped',
    etag: 'etag',
    lastModified: 'last_modified',
  },
  { alias: 's' },
)

const find = query<{ calendarId: string }, SubscriptionRow>(
  ({ calendarId }) => sql`select ${columns} from ${calendarSubscriptions} s
   where ${withCalendarId(calendarId)}`,
)

const listOf = query<{ ownerId: string }, SubscriptionRow>(
  ({ ownerId }) => sql`select ${columns}
   from ${calendars} c join ${calendarSubscriptions} s on s.calendar_id = c.id${inSameBucket(sql`s`, sql`c`)}
   where c.owner_id = ${ownerId} order by s.calendar_id`,
)

const due = query<DuePage, { calendarId: string }>(
  (args) => sql`select calendar_id as "calendarId" from ${calendarSubscriptions}
   where refresh_at <= ${args.nowMs} or refresh_at > ${args.latestMs} order by refresh_at ${limit(args.limit)}`,
)

const add = command<SubscriptionRow>((args) =>
  insertInto(
    calendarSubscriptions,
    rowOf(calendarSubscriptions, args, {
      bucket: bucketOf.id(args.calendarId),
      created_at: args.createdAtMs,
      refresh_at: args.refreshAtMs,
      attempted_at: args.attemptedAtMs,
      refreshed_at: args.refreshedAtMs,
    }),
  ),
)

const postpone = command<{ calendarId: string; refreshAtMs: number }>(
  ({ calendarId, refreshAtMs }) => sql`update ${calendarSubscriptions}
   set refresh_at = ${refreshAtMs} where ${withCalendarId(calendarId)}`,
)

const record = command<RefreshOutcome & { calendarId: string }>(
  (args) => sql`update ${calendarSubscriptions}
   set refresh_at = ${args.refreshAtMs}, attempted_at = ${args.attemptedAtMs},
     refreshed_at = ${args.refreshedAtMs}, failures = ${args.failures}, error = ${args.error},
     skipped = ${args.skipped}, etag = ${args.etag}, last_modified = ${args.lastModified}
   where ${withCalendarId(args.calendarId)}`,
)
