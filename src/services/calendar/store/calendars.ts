import type { Reader, Transaction } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'
import type { Calendar } from '../schemas/calendar.ts'

/** A calendar as it is kept: what queries need, beside the exact text that the wire needs. */
export interface CalendarRow {
  readonly id: string
  readonly ownerId: string
  readonly isPrimary: 0 | 1
  /** The client that made it, for tokens that reach only what their client has made. */
  readonly clientId: string
  readonly wire: string
  readonly etag: string
  /** The number of the last change on this calendar. */
  readonly sequence: number
}

export const findCalendar = (reader: Reader, id: string) => reader.first(find, { id })

/** Finds the calendar and keeps others from changing it until the transaction ends. */
export const lockCalendar = (tx: Transaction, id: string) => tx.first(lock, { id })

export async function addCalendar(
  tx: Transaction,
  row: Omit<CalendarRow, 'wire'> & { calendar: Calendar; createdAt: number },
): Promise<CalendarRow> {
  const { calendar, createdAt, ...kept } = row
  const stored = { ...kept, wire: wireText(calendar, row.etag) }
  await tx.run(add, { ...stored, createdAt })
  return stored
}

export async function changeCalendar(
  tx: Transaction,
  change: { id: string; calendar: Calendar; etag: string; sequence: number },
): Promise<string> {
  const wire = wireText(change.calendar, change.etag)
  await tx.run(update, { id: change.id, wire, etag: change.etag, sequence: change.sequence })
  return wire
}

export const removeCalendar = (tx: Transaction, id: string) => tx.run(remove, { id })

/** Notes that everything on the calendar up to this number is gone: older sync tokens end. */
export const clearCalendar = (tx: Transaction, change: { id: string; sequence: number }) =>
  tx.run(clear, change)

function wireText(calendar: Calendar, etag: string): string {
  const { kind, etag: _, ...rest } = calendar
  return JSON.stringify({ kind, etag, ...rest })
}

const columns = `id, owner_id as "ownerId", is_primary as "isPrimary", client_id as "clientId",
  wire, etag, sequence`

const find = statement<{ id: string }, CalendarRow>(
  `select ${columns} from calendars where id = :id`,
)

const lock = statement<{ id: string }, CalendarRow>(
  ({ forUpdate }) => `select ${columns} from calendars where id = :id ${forUpdate}`,
)

const add = statement<CalendarRow & { createdAt: number }>(
  `insert into calendars
     (id, owner_id, is_primary, client_id, wire, etag, sequence, cleared_sequence, created_at)
   values (:id, :ownerId, :isPrimary, :clientId, :wire, :etag, :sequence, 0, :createdAt)`,
)

const update = statement<{ id: string; wire: string; etag: string; sequence: number }>(
  'update calendars set wire = :wire, etag = :etag, sequence = :sequence where id = :id',
)

const clear = statement<{ id: string; sequence: number }>(
  'update calendars set sequence = :sequence, cleared_sequence = :sequence where id = :id',
)

const remove = statement<{ id: string }>('delete from calendars where id = :id')
