import { resourceEtag } from '#/contract/etag.ts'
import { Stored } from '#/contract/operation.ts'
import type { Transaction } from '#/storage/port.ts'
import type { CalendarDefaults } from '../domain/calendar.ts'
import type { CalendarGiven } from '../operation.ts'
import type { Calendar } from '../schemas/calendar.ts'
import { type CalendarRow, changeCalendar } from '../store/calendars.ts'
import { userTimeZone } from '../user-time-zone.ts'

type Given = Pick<CalendarGiven, 'store' | 'caller' | 'requireMatch' | 'newLabelId'>

/** Changes the calendar that the call names; a change that changes nothing leaves no trace. */
export function changedCalendar(
  { store, caller, requireMatch, newLabelId }: Given,
  change: (current: Calendar, defaults: CalendarDefaults) => Calendar,
): Promise<Stored<Calendar>> {
  return store.write(async (tx, row) => {
    requireMatch(row.etag)
    const current = JSON.parse(row.wire) as Calendar
    const timeZone = await userTimeZone(tx, caller.userId)
    const next = change(current, { timeZone, newLabelId })
    return isSame(current, next)
      ? new Stored<Calendar>(row.wire, row.etag)
      : stored(tx, row, { calendar: next, epoch: store.epoch })
  })
}

async function stored(
  tx: Transaction,
  row: CalendarRow,
  { calendar, epoch }: { calendar: Calendar; epoch: number },
): Promise<Stored<Calendar>> {
  const sequence = row.sequence + 1
  const etag = resourceEtag({ epoch, sequence })
  return new Stored(await changeCalendar(tx, { id: row.id, calendar, etag, sequence }), etag)
}

// Both come out of the same function, so equal calendars print alike.
function isSame({ etag: _, ...current }: Calendar, next: Calendar): boolean {
  return JSON.stringify(current) === JSON.stringify(next)
}
