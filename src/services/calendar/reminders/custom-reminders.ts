import { mailedMinutes } from '../event/event-reminders.ts'
import { ownIn } from '../event/personal-properties.ts'
import { earliestMs, latestMs } from '../reading/in-window.ts'
import { calendarIn } from '../store/calendars.ts'
import type { EventRow } from '../store/events.ts'
import { type CustomRow, reminderRows } from '../store/reminders.ts'
import { nextStartOf, occurrencesIn } from './occurrences.ts'
import type { Pass } from './reminders.ts'

const rowsPerPage = 100
const minuteMs = 60_000
/** By how much a change of a calendar's zone can move its midnights. */
const zonesApartMs = 26 * 60 * minuteMs
/** How often to check when a change of zone could make a reminder due. */
const zoneChangeNoticedMs = 60 * minuteMs

/** Sends due reminders of events with custom reminders, and schedules their next check. */
export async function sendCustomReminders(pass: Pass, signal: AbortSignal): Promise<void> {
  const { database } = pass.parts
  let last = { afterTime: earliestMs, afterKey: 0, afterId: '' }
  for (;;) {
    const page = { now: pass.nowMs, limit: rowsPerPage, ...last }
    const rows = await reminderRows.custom(database, page)
    for (const row of rows) await checkEvent(pass, row)
    await pass.flush()
    signal.throwIfAborted()
    if (rows.length < rowsPerPage) return
    const { remindAt: afterTime, calendarKey: afterKey, id: afterId } = rows.at(-1)!
    last = { afterTime, afterKey, afterId }
  }
}

async function checkEvent(pass: Pass, row: CustomRow): Promise<void> {
  const { database, calendars, models } = pass.parts
  const calendar = await calendars.findByKey(database, row.calendarKey)
  if (calendar === undefined) return scheduleNextCheck(pass, row, null)
  const zone = calendarIn(calendar).timeZone ?? 'UTC'
  const context = { reader: database, models }
  let nextMs = latestMs
  for (const [minutes, userIds] of usersByMinutes(row)) {
    const window = pass.startsFor(minutes)
    for await (const occurrence of occurrencesIn(context, { row, zone }, window)) {
      if (!userIds.some((userId) => pass.hasRoomFor(userId))) break
      for (const userId of userIds) await pass.remind({ calendar, userId, occurrence, minutes })
    }
    const startMs = nextStartOf(context, { row, zone }, window.untilMs)
    if (startMs !== undefined) nextMs = Math.min(nextMs, startMs - minutes * minuteMs)
  }
  await scheduleNextCheck(
    pass,
    row,
    row.isAllDay === 1 ? checkTimeOfAllDay(nextMs, pass.nowMs) : nextMs,
  )
}

const scheduleNextCheck = (pass: Pass, row: EventRow, remindAt: number | null): Promise<void> =>
  pass.queueWrite((tx) => reminderRows.scheduleEvent(tx, row, remindAt))

function usersByMinutes({ own }: EventRow): Map<number, string[]> {
  const users = new Map<number, string[]>()
  for (const [userId, { overrides = [] }] of Object.entries(ownIn(own).reminders ?? {})) {
    for (const minutes of mailedMinutes(overrides)) {
      const before = users.get(minutes)
      if (before === undefined) users.set(minutes, [userId])
      else before.push(userId)
    }
  }
  return users
}

/** When to check an all-day event next: early enough to notice that its calendar changed zones. */
function checkTimeOfAllDay(dueMs: number, nowMs: number): number {
  if (dueMs === latestMs) return latestMs
  const earlyMs = dueMs - zonesApartMs
  return earlyMs > nowMs ? earlyMs : Math.min(dueMs, nowMs + zoneChangeNoticedMs)
}
