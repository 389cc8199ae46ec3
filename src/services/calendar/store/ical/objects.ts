import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, limit, rowOf, selection, sql, updateAll } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { bucketOf, inSameBucket, withKey } from '../buckets.ts'
import { type EventRow, eventColumns } from '../events.ts'
import { calendarEvents, calendarObjects } from '../tables.ts'

/** An event, or a series with its exceptions, as a calendar program has sent it. */
export interface ObjectRow {
  readonly calendarKey: number
  /** The id of the event or series. */
  readonly eventId: string
  /** The last segment of the address that the program has chosen. */
  readonly name: string
  /** Who sent it, and whose alarms it has. */
  readonly userId: string
  /** The version of the rows that say the same as the text. */
  readonly rowsVersion: string
  readonly text: string
  /** The change number of the calendar when it was sent. */
  readonly changeNumber: number
}

/** An object without its text. */
export type ObjectHead = Omit<ObjectRow, 'text'>

/** The objects that calendar programs have sent. */
export class Objects {
  find(reader: Reader, calendarKey: number, eventId: string): Promise<ObjectRow | undefined> {
    return reader.first(find, { calendarKey, eventId })
  }

  findNamed(reader: Reader, calendarKey: number, name: string): Promise<ObjectRow | undefined> {
    return reader.first(findNamed, { calendarKey, name })
  }

  /** The objects of these events, as far as they were sent. */
  findAll(reader: Reader, calendarKey: number, eventIds: readonly string[]): Promise<ObjectRow[]> {
    return reader.all(findAll, { calendarKey, ids: JSON.stringify(eventIds) })
  }

  /** The rows of these events or series, and of their instances. */
  rowsOf(reader: Reader, calendarKey: number, eventIds: readonly string[]): Promise<EventRow[]> {
    return reader.all(rowsOf, { calendarKey, ids: JSON.stringify(eventIds) })
  }

  /** In the order of their changes, after a change number. */
  heads(
    reader: Reader,
    page: { readonly calendarKey: number; readonly after: number; readonly limit: number },
  ): Promise<ObjectHead[]> {
    return reader.all(heads, page)
  }

  /** An object of the same name, which is of an event that was deleted, is replaced. */
  async put(tx: Transaction, row: ObjectRow): Promise<void> {
    const { calendarKey, eventId, name } = row
    await tx.run(removeOthers, { calendarKey, eventId, name })
    await tx.run(put, row)
  }

  /** Notes that an object has another name now, so that sync can report the former one as removed. */
  async giveUpName(
    tx: Transaction,
    { calendarKey, name, userId }: Pick<ObjectRow, 'calendarKey' | 'name' | 'userId'>,
    { changeNumber, atMs }: { readonly changeNumber: number; readonly atMs: number },
  ): Promise<void> {
    const eventId = `${formerName}${name}`
    const rowsVersion = givenUpAt(atMs)
    await tx.run(put, { calendarKey, eventId, name, userId, rowsVersion, text: '', changeNumber })
  }

  /** Removes objects of events that are no longer known to sync, and names given up before a moment. */
  async purge(tx: Transaction, beforeMs: number): Promise<void> {
    await tx.run(purge, { givenUpBefore: givenUpAt(beforeMs) })
  }
}

/** The prefix of the ids of rows for former names. No event has such an id. */
const formerName = 'former:'

/** When a name was given up, in a form that sorts by time. */
const givenUpAt = (ms: number): string =>
  Temporal.Instant.fromEpochMilliseconds(ms).toString({ fractionalSecondDigits: 3 })

const headColumns = {
  calendarKey: 'calendar_key',
  eventId: 'event_id',
  name: 'name',
  userId: 'user_id',
  rowsVersion: 'rows_version',
  changeNumber: 'change_number',
} as const

const headSelection = selection(headColumns)
const columns = selection({ ...headColumns, text: 'text' })

const find = query<{ calendarKey: number; eventId: string }, ObjectRow>(
  ({ calendarKey, eventId }) => sql`select ${columns} from ${calendarObjects}
   where ${withKey(calendarKey)} and event_id = ${eventId}`,
)

const findAll = query<{ calendarKey: number; ids: string }, ObjectRow>(
  ({ calendarKey, ids }, { inTexts }) => sql`select ${columns} from ${calendarObjects}
   where ${withKey(calendarKey)} and event_id ${inTexts(ids)}`,
)

const rowsOf = query<{ calendarKey: number; ids: string }, EventRow>(
  ({ calendarKey, ids }, { inTexts }) => sql`select ${eventColumns} from ${calendarEvents}
   where ${withKey(calendarKey)} and id ${inTexts(ids)} and master_id is null
   union all
   select ${eventColumns} from ${calendarEvents}
   where ${withKey(calendarKey)} and master_id ${inTexts(ids)} and master_id is not null`,
)

const findNamed = query<{ calendarKey: number; name: string }, ObjectRow>(
  ({ calendarKey, name }) => sql`select ${columns} from ${calendarObjects}
   where ${withKey(calendarKey)} and name = ${name}`,
)

const heads = query<{ calendarKey: number; after: number; limit: number }, ObjectHead>(
  (args) => sql`select ${headSelection} from ${calendarObjects}
   where ${withKey(args.calendarKey)} and change_number > ${args.after}
   order by change_number ${limit(args.limit)}`,
)

const removeOthers = command<{ calendarKey: number; eventId: string; name: string }>(
  ({ calendarKey, eventId, name }) => sql`delete from ${calendarObjects}
   where ${withKey(calendarKey)} and name = ${name} and event_id <> ${eventId}`,
)

const put = command<ObjectRow>((args) =>
  insertInto(
    calendarObjects,
    rowOf(calendarObjects, args, { bucket: bucketOf.key(args.calendarKey) }),
    sql`on conflict (calendar_key, event_id, bucket) ${updateAll(calendarObjects)}`,
  ),
)

const purge = command<{ givenUpBefore: string }>(
  ({ givenUpBefore }) => sql`delete from ${calendarObjects} where not exists (
     select 1 from ${calendarEvents} e where e.calendar_key = ${calendarObjects}.calendar_key${inSameBucket(sql`e`, calendarObjects)}
       and (e.id = ${calendarObjects}.event_id or e.master_id = ${calendarObjects}.event_id))
     and (event_id not like 'former:%' or rows_version < ${givenUpBefore})`,
)
