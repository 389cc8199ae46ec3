import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, limit, rowOf, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import type { ReportFailureReason } from '../errors.ts'
import { reportsChannel } from '../schemas/report.ts'
import { adsReports } from './tables.ts'

type ReportState = 'accepted' | 'running' | 'ready' | 'failed'

/** A requested report and its state. */
export interface ReportRow {
  readonly id: string
  readonly userId: string
  readonly type: string
  readonly state: ReportState
  /** The request, with defaults. */
  readonly request: string
  readonly currency: string
  readonly timeZone: string
  readonly createdAt: number
  readonly finishedAt: number | null
  readonly rowCount: number
  /** The sizes of its files, as JSON. */
  readonly files: string
  /** The epoch of the database when the files were written. Files of another epoch no longer exist. */
  readonly epoch: number
  /** The incarnation of the database when the files were written. Another incarnation writes other files. */
  readonly incarnation: string
  readonly failure: ReportFailureReason | ''
  readonly failureText: string
  /** The last run of the job that writes the files. The results of earlier runs are ignored. */
  readonly run: string
}

interface Written {
  readonly run: string
  readonly rowCount: number
  readonly files: string
  readonly epoch: number
  readonly incarnation: string
}

interface Ending {
  readonly id: string
  readonly finishedAt: number
}

/** The reports of all users. */
export class Reports {
  find(reader: Reader, id: string): Promise<ReportRow | undefined> {
    return reader.first(find, { id })
  }

  /** The latest reports of a user. */
  of(reader: Reader, userId: string, limit: number): Promise<ReportRow[]> {
    return reader.all(listOf, { userId, limit })
  }

  async countOpen(reader: Reader, userId: string): Promise<number> {
    return (await reader.first(countOpen, { userId }))!.count
  }

  async add(tx: Transaction, row: ReportRow): Promise<void> {
    await tx.run(add, row)
  }

  /** Returns false if the report was deleted or has ended. */
  async begin(tx: Transaction, started: { id: string; run: string }): Promise<boolean> {
    return noteChange(tx, started.id, await tx.run(begin, started))
  }

  /** Records the number of rows so far. */
  async progress(tx: Transaction, noted: { id: string; rowCount: number }): Promise<void> {
    await noteChange(tx, noted.id, await tx.run(progress, noted))
  }

  /** Returns false if the report was deleted or another run has started. */
  async finish(tx: Transaction, ended: Ending & Written): Promise<boolean> {
    return noteChange(tx, ended.id, await tx.run(finish, ended))
  }

  async fail(
    tx: Transaction,
    ended: Ending & { readonly failure: ReportFailureReason; readonly failureText: string },
  ): Promise<void> {
    await noteChange(tx, ended.id, await tx.run(fail, ended))
  }

  /** The ids for which there are reports. */
  async existing(reader: Reader, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await reader.all(findExisting, { ids: JSON.stringify(ids) })
    return new Set(rows.map(({ id }) => id))
  }

  async remove(tx: Transaction, id: string): Promise<boolean> {
    return noteChange(tx, id, await tx.run(remove, { id }))
  }

  /** Deletes some of the reports from before a time, and returns their ids. */
  async expire(tx: Transaction, before: number, limit: number): Promise<string[]> {
    return (await tx.all(expire, { before, limit })).map(({ id }) => id)
  }

  async dismiss(tx: Transaction, userId: string): Promise<void> {
    await tx.run(removeAll, { userId })
  }
}

/** Notifies who watches a report, if it has changed. Returns whether it has. */
async function noteChange(tx: Transaction, id: string, changed: number): Promise<boolean> {
  if (changed > 0) await tx.notify(reportsChannel, id)
  return changed > 0
}

const columns = sql`id, user_id as "userId", type, state, request, currency, time_zone as "timeZone",
  created_at as "createdAt", finished_at as "finishedAt", row_count as "rowCount", files, epoch,
  incarnation, failure, failure_text as "failureText", run`

const find = query<{ id: string }, ReportRow>(
  ({ id }) => sql`select ${columns} from ${adsReports} where id = ${id}`,
)

const listOf = query<{ userId: string; limit: number }, ReportRow>(
  (args) => sql`select ${columns} from ${adsReports} where user_id = ${args.userId}
    order by created_at desc, id ${limit(args.limit)}`,
)

const countOpen = query<{ userId: string }, { count: number }>(
  ({ userId }) => sql`select count(*) as count from ${adsReports}
    where user_id = ${userId} and state in ('accepted', 'running')`,
)

const add = command<ReportRow>((args) => insertInto(adsReports, rowOf(adsReports, args)))

const begin = command<{ id: string; run: string }>(
  ({ id, run }) => sql`update ${adsReports} set state = 'running', row_count = 0, run = ${run}
    where id = ${id} and state in ('accepted', 'running')`,
)

const progress = command<{ id: string; rowCount: number }>(
  ({ rowCount, id }) => sql`update ${adsReports} set row_count = ${rowCount}
    where id = ${id} and state = 'running' and row_count < ${rowCount}`,
)

const finish = command<Ending & Written>(
  ({ finishedAt, rowCount, files, epoch, incarnation, id, run }) => sql`
   update ${adsReports} set state = 'ready', finished_at = ${finishedAt}, row_count = ${rowCount},
      files = ${files}, epoch = ${epoch}, incarnation = ${incarnation}
    where id = ${id} and state = 'running' and run = ${run}`,
)

const fail = command<Ending & { failure: string; failureText: string }>(
  ({ finishedAt, failure, failureText, id }) => sql`
   update ${adsReports} set state = 'failed', finished_at = ${finishedAt}, failure = ${failure},
      failure_text = ${failureText}
    where id = ${id} and state in ('accepted', 'running')`,
)

const findExisting = query<{ ids: string }, { id: string }>(
  ({ ids }, { inTexts }) => sql`select id from ${adsReports} where id ${inTexts(ids)}`,
)

const remove = command<{ id: string }>(({ id }) => sql`delete from ${adsReports} where id = ${id}`)

const removeAll = command<{ userId: string }>(
  ({ userId }) => sql`delete from ${adsReports} where user_id = ${userId}`,
)

const expire = command<{ before: number; limit: number }, { id: string }>(
  (args) => sql`delete from ${adsReports} where id in (
      select id from ${adsReports} where created_at < ${args.before} order by created_at ${limit(args.limit)})
    returning id`,
)
