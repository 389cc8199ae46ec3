import type { Transaction } from '#/storage/port.ts'
import { ownIn } from '../event/personal-properties.ts'
import type { CalendarParts } from '../operation.ts'
import { inZone } from '../rendering/presentation.ts'
import type { Event } from '../schemas/event.ts'
import { calendarIn } from '../store/calendars.ts'
import type { EventRow } from '../store/events.ts'
import { CalendarWriter } from '../writing/calendar-writer.ts'
import { keptParts } from '../writing/series-change.ts'

type Parts = Pick<CalendarParts, 'calendars' | 'events' | 'clock'>

/** How many copies one transaction ends; a job goes on with the others. */
export const orphansPerTransaction = 200

/**
 * Ends some of the copies of what a calendar has organized whose events are gone, all at once. They
 * belong to nobody any more. Says how many there were.
 */
export async function cancelOrphans(
  { calendars, events, clock }: Parts,
  tx: Transaction,
  copyOf: number,
): Promise<number> {
  const found = await events.anyCopiesOf(tx, copyOf, orphansPerTransaction)
  if (found.length === 0) return 0
  const ids = await calendars.idsOfKeys(tx, [...new Set(found.map((row) => row.calendarKey))])
  const nowMs = clock.nowMs()
  const writers = (await calendars.lockAll(tx, ids)).map(
    (calendar) => new CalendarWriter({ calendars, events }, { tx, calendar, nowMs, isTaken: true }),
  )
  const byKey = new Map(writers.map((writer) => [writer.calendar.key, writer]))
  // Read again, now that nobody else changes them.
  const copies = await events.anyCopiesOf(tx, copyOf, orphansPerTransaction)
  const live = copies.filter(({ presence }) => presence !== 'gone')
  const rows = live.flatMap(
    (row) => byKey.get(row.calendarKey)?.numbered(cancelled(row, byKey)) ?? [],
  )
  await events.putCopies(tx, rows)
  await events.freeCopies(tx, copies)
  const settled = writers.flatMap((writer) => writer.settled ?? [])
  if (settled.length > 0) await calendars.settleAll(tx, settled)
  return copies.length
}

function cancelled(row: EventRow, byKey: ReadonlyMap<number, CalendarWriter>) {
  const zone = calendarIn(byKey.get(row.calendarKey)!.calendar).timeZone ?? 'UTC'
  const event = inZone(JSON.parse(row.wire) as Event, row, zone)
  return {
    ...keptParts(row, event),
    event: { ...event, status: 'cancelled' },
    presence: 'gone',
    own: ownIn(row.own),
  } as const
}
