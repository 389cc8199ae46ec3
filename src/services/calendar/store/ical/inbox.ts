import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, limit, rowOf, selection, sql, updateAll } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { bucketOf, withKey } from '../buckets.ts'
import { calendarInbox } from '../tables.ts'

/** A scheduling message in the inbox of a user, which belongs to the user's primary calendar. */
export interface InboxRow {
  readonly calendarKey: number
  /** The last segment of its address. */
  readonly name: string
  /** Empty if the message was deleted. */
  readonly message: string
  /** The change number of the calendar when the message was delivered or deleted. */
  readonly changeNumber: number
  readonly changedAtMs: number
}

interface InboxPage {
  readonly calendarKey: number
  readonly after: number
  readonly limit: number
}

/** The scheduling inboxes of users. */
export class Inboxes {
  /** Whether a calendar program reads the inbox. Messages are delivered only then. */
  async isOpen(reader: Reader, calendarKey: number): Promise<boolean> {
    return (await reader.first(findInbox, { calendarKey })) !== undefined
  }

  async open(
    tx: Transaction,
    calendarKey: number,
    at: Pick<InboxRow, 'changeNumber' | 'changedAtMs'>,
  ): Promise<void> {
    await tx.run(put, { calendarKey, name: '', message: '', ...at })
  }

  /** A later message about the same event replaces the earlier one. */
  async put(tx: Transaction, row: InboxRow): Promise<void> {
    await tx.run(put, row)
  }

  find(reader: Reader, calendarKey: number, name: string): Promise<InboxRow | undefined> {
    return reader.first(find, { calendarKey, name })
  }

  /** Messages and deleted ones in the order of their changes, after a change number. */
  list(reader: Reader, page: InboxPage): Promise<InboxRow[]> {
    return reader.all(list, page)
  }

  /** Removes deleted messages that no sync token is old enough to ask for. */
  async purge(tx: Transaction, beforeMs: number): Promise<void> {
    await tx.run(purge, { beforeMs })
  }
}

/** Finds the row that says that a program reads an inbox. */
const findInbox = query<{ calendarKey: number }, { name: string }>(
  ({ calendarKey }) => sql`select name from ${calendarInbox}
   where ${withKey(calendarKey)} and name = ''`,
)

const columns = selection({
  calendarKey: 'calendar_key',
  name: 'name',
  message: 'message',
  changeNumber: 'change_number',
  changedAtMs: 'changed_at',
})

const find = query<{ calendarKey: number; name: string }, InboxRow>(
  ({ calendarKey, name }) => sql`select ${columns} from ${calendarInbox}
   where ${withKey(calendarKey)} and name = ${name} and message <> ''`,
)

const list = query<InboxPage, InboxRow>(
  (args) => sql`select ${columns} from ${calendarInbox}
   where ${withKey(args.calendarKey)} and change_number > ${args.after} and name <> ''
   order by change_number ${limit(args.limit)}`,
)

const put = command<InboxRow>((args) =>
  insertInto(
    calendarInbox,
    rowOf(calendarInbox, args, {
      bucket: bucketOf.key(args.calendarKey),
      changed_at: args.changedAtMs,
    }),
    sql`on conflict (calendar_key, name, bucket) ${updateAll(calendarInbox)}`,
  ),
)

const purge = command<{ beforeMs: number }>(
  ({ beforeMs }) => sql`delete from ${calendarInbox}
   where changed_at < ${beforeMs} and message = '' and name <> ''`,
)
