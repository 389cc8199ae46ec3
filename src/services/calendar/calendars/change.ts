import { Stored } from '#/contract/operation.ts'
import type { CalendarDefaults } from '../domain/calendar.ts'
import { chosenTimeZone } from '../domain/user-settings.ts'
import type { CalendarGiven } from '../operation.ts'
import type { Calendar } from '../schemas/calendar.ts'

type Given = Pick<CalendarGiven, 'store' | 'caller' | 'requireMatch' | 'newLabelId'>

/** Changes the calendar that the call names; a change that changes nothing leaves no trace. */
export async function changedCalendar(
  { store, caller, requireMatch, newLabelId }: Given,
  change: (current: Calendar, defaults: CalendarDefaults) => Calendar,
): Promise<Stored<Calendar>> {
  const { byId: settings } = await store.settings.of(caller.userId)
  return store.write(async (tx, { calendar: row }) => {
    requireMatch(row.etag)
    const current = JSON.parse(row.wire) as Calendar
    const timeZone = chosenTimeZone(settings)
    const next = change(current, { timeZone, newLabelId, isResource: row.isResource === 1 })
    if (isSame(current, next)) return new Stored<Calendar>(row.wire, row.etag)
    const { wire, etag } = await store.calendars.change(tx, row, next)
    return new Stored<Calendar>(wire, etag)
  })
}

// Both come out of the same function, so equal calendars print alike.
function isSame({ etag: _, ...current }: Calendar, next: Calendar): boolean {
  return JSON.stringify(current) === JSON.stringify(next)
}
