import { mailedMinutes } from '../event/event-reminders.ts'
import { ownIn } from '../event/personal-properties.ts'
import { earliestMs, latestMs } from '../reading/in-window.ts'
import { calendarIn } from '../store/calendars.ts'
import type { EventRow } from '../store/events.ts'
import { type ChosenRow, reminderRows } from '../store/reminders.ts'
import { nextStartOf, occurrencesIn } from './occurrences.ts'
import type { Pass } from './reminders.ts'

const rowsPerPage = 100
const minuteMs = 60_000
/** A calendar that gets another zone can have its midnights so much earlier. */
const zonesApartMs = 26 * 60 * minuteMs
/** How soon another zone is noticed where it could matter. */
const zoneNoticedMs = 60 * minuteMs

/** Reminds of events that have reminders of their own, and notes when to look at these again. */
export async function remindOfChosen(pass: Pass, signal: AbortSignal): Promise<void> {
  const { database } = pass.parts
  let last = { afterTime: earliestMs, afterKey: 0, afterId: '' }
  for (;;) {
    const page = { now: pass.nowMs, limit: rowsPerPage, ...last }
    const rows = await reminderRows.chosen(database, page)
    for (const row of rows) await lookAt(pass, row)
    await pass.flush()
    signal.throwIfAborted()
    if (rows.length < rowsPerPage) return
    const { remindAt: afterTime, calendarKey: afterKey, id: afterId } = rows.at(-1)!
    last = { afterTime, afterKey, afterId }
  }
}

async function lookAt(pass: Pass, row: ChosenRow): Promise<void> {
  const { database, calendars, models } = pass.parts
  const calendar = await calendars.findByKey(database, row.calendarKey)
  if (calendar === undefined) return lookAgain(pass, row, null)
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
  await lookAgain(pass, row, row.isAllDay === 1 ? beforeZones(nextMs, pass.nowMs) : nextMs)
}

const lookAgain = (pass: Pass, row: EventRow, remindAt: number | null): Promise<void> =>
  pass.thereupon((tx) => reminderRows.lookAtEvent(tx, row, remindAt))

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

/** When to look at a reminder of whole days, which another zone of its calendar makes due earlier. */
function beforeZones(dueMs: number, nowMs: number): number {
  if (dueMs === latestMs) return latestMs
  const earlyMs = dueMs - zonesApartMs
  return earlyMs > nowMs ? earlyMs : Math.min(dueMs, nowMs + zoneNoticedMs)
}
