import type { Reader } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'
import { type EventRow, eventColumns } from './events.ts'

interface AbsenceRange {
  readonly calendarKeys: readonly number[]
  readonly startsBefore: number
  readonly endsAfter: number
  readonly limit: number
}

/** Events of calendars that may decline invitations to something in the range, the earliest first. */
export const absencesIn = (
  reader: Reader,
  { calendarKeys, ...range }: AbsenceRange,
): Promise<EventRow[]> =>
  reader.all(list, { ...range, keys: JSON.stringify(calendarKeys.map((key) => ({ key }))) })

const list = statement<Omit<AbsenceRange, 'calendarKeys'> & { keys: string }, EventRow>(
  ({ jsonRows }) => `select ${eventColumns} from calendar_events
   where calendar_key in (select key from ${jsonRows('keys', { key: 'integer' })} as wanted)
     and event_type in ('outOfOffice', 'focusTime') and presence = 'live'
     and start_ms < :startsBefore and end_ms > :endsAfter
   order by start_ms, id limit :limit`,
)
