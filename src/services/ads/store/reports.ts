import type { ReportFailureReason } from '#/kernel/errors.ts'
import type { Reader, Transaction } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'

export type ReportState = 'accepted' | 'running' | 'ready' | 'failed'

/** A report that was asked for, with what has become of it. */
export interface ReportRow {
  readonly id: string
  readonly userId: string
  readonly type: string
  readonly state: ReportState
  /** The request as it was made, with defaults. */
  readonly request: string
  readonly currency: string
  readonly timeZone: string
  readonly createdAt: number
  readonly finishedAt: number | null
  readonly rowCount: number
  /** The sizes of its files, as JSON. */
  readonly files: string
  /** The database's when the files were written: those of another are not there any more. */
  readonly epoch: number
  /** The database's when the files were written, which are others when they are written in another history. */
  readonly incarnation: string
  readonly failure: ReportFailureReason | ''
  readonly failureText: string
}

interface Written {
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

  /** False where it is gone, or over. */
  async begin(tx: Transaction, id: string): Promise<boolean> {
    return (await tx.run(begin, { id })) > 0
  }

  /** Notes how many rows there are so far. */
  async progress(tx: Transaction, noted: { id: string; rowCount: number }): Promise<void> {
    await tx.run(progress, noted)
  }

  /** False where it is gone meanwhile. */
  async finish(tx: Transaction, ended: Ending & Written): Promise<boolean> {
    return (await tx.run(finish, ended)) > 0
  }

  async fail(
    tx: Transaction,
    ended: Ending & { readonly failure: ReportFailureReason; readonly failureText: string },
  ): Promise<void> {
    await tx.run(fail, ended)
  }

  /** Those of the ids that there are reports of. */
  async known(reader: Reader, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await reader.all(known, { ids: JSON.stringify(ids) })
    return new Set(rows.map(({ id }) => id))
  }

  async remove(tx: Transaction, id: string): Promise<boolean> {
    return (await tx.run(remove, { id })) > 0
  }

  /** Forgets reports from before a time, some at once, and gives their ids. */
  async expire(tx: Transaction, before: number, limit: number): Promise<string[]> {
    return (await tx.all(expire, { before, limit })).map(({ id }) => id)
  }

  async dismiss(tx: Transaction, userId: string): Promise<void> {
    await tx.run(removeAll, { userId })
  }
}

const columns = `id, user_id as "userId", type, state, request, currency, time_zone as "timeZone",
  created_at as "createdAt", finished_at as "finishedAt", row_count as "rowCount", files, epoch,
  incarnation, failure, failure_text as "failureText"`

const find = statement<{ id: string }, ReportRow>(
  `select ${columns} from ads_reports where id = :id`,
)

const listOf = statement<{ userId: string; limit: number }, ReportRow>(
  `select ${columns} from ads_reports where user_id = :userId
    order by created_at desc, id limit :limit`,
)

const countOpen = statement<{ userId: string }, { count: number }>(
  `select count(*) as count from ads_reports
    where user_id = :userId and state in ('accepted', 'running')`,
)

const add = statement<ReportRow>(
  `insert into ads_reports (id, user_id, type, state, request, currency, time_zone, created_at,
      finished_at, row_count, files, epoch, incarnation, failure, failure_text)
    values (:id, :userId, :type, :state, :request, :currency, :timeZone, :createdAt, :finishedAt,
      :rowCount, :files, :epoch, :incarnation, :failure, :failureText)`,
)

const begin = statement<{ id: string }>(
  `update ads_reports set state = 'running', row_count = 0 where id = :id and state in ('accepted', 'running')`,
)

const progress = statement<{ id: string; rowCount: number }>(
  `update ads_reports set row_count = :rowCount
    where id = :id and state = 'running' and row_count < :rowCount`,
)

const finish = statement<Ending & Written>(
  `update ads_reports set state = 'ready', finished_at = :finishedAt, row_count = :rowCount,
      files = :files, epoch = :epoch, incarnation = :incarnation
    where id = :id and state = 'running'`,
)

const fail = statement<Ending & { failure: string; failureText: string }>(
  `update ads_reports set state = 'failed', finished_at = :finishedAt, failure = :failure,
      failure_text = :failureText
    where id = :id and state in ('accepted', 'running')`,
)

const known = statement<{ ids: string }, { id: string }>(
  ({ inTexts }) => `select id from ads_reports where id ${inTexts('ids')}`,
)

const remove = statement<{ id: string }>('delete from ads_reports where id = :id')

const removeAll = statement<{ userId: string }>('delete from ads_reports where user_id = :userId')

const expire = statement<{ before: number; limit: number }, { id: string }>(
  `delete from ads_reports where id in (
      select id from ads_reports where created_at < :before order by created_at limit :limit)
    returning id`,
)
