import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CalendarRow, timeZoneOf } from '../calendar/calendar-row.ts'
import type { EntryChoices } from '../calendar/entry-choices.ts'
import { internalIn } from '../event/internal-properties.ts'
import { mailedMinutes } from '../event/properties/event-reminders.ts'
import { earliestMs, latestMs } from '../reading/time-position.ts'
import type { EventRow } from '../store/events.ts'
import {
  type ChangedCalendar,
  type CustomRow,
  type DefaultsRow,
  reminderRows,
} from '../store/reminders.ts'
import { msPerDay } from '../time/civil-date.ts'
import { instantMsAt } from '../time/zone-offsets.ts'
import { nextStartOf, type Occurrence, occurrencesIn, startOf, termOf } from './occurrences.ts'
import type { Pass } from './reminders.ts'

const rowsPerPage = 100
const minuteMs = 60_000
/** By how much a change of a calendar's zone can move its midnights. */
const zonesApartMs = 26 * 60 * minuteMs
/** How often to check when a change of zone could make a reminder due. */
const zoneChangeNoticedMs = 60 * minuteMs

/** Sends due reminders of events with custom reminders, and schedules their next check. */
export async function sendCustomReminders(pass: Pass, signal: AbortSignal): Promise<void> {
  const { database } = pass.dependencies
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
  const { database, calendars, models } = pass.dependencies
  const calendar = await calendars.findByKey(database, row.calendarKey)
  if (calendar === undefined) return scheduleNextCheck(pass, row, null)
  const zone = timeZoneOf(calendar)
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

function usersByMinutes({ internal }: EventRow): Map<number, string[]> {
  const users = new Map<number, string[]>()
  for (const [userId, { overrides = [] }] of Object.entries(internalIn(internal).reminders ?? {})) {
    for (const minutes of mailedMinutes(overrides)) {
      users.getOrInsertComputed(minutes, () => []).push(userId)
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

/**
 * Sends due reminders that follow from the default reminders of calendars. An entry is checked when its
 * calendar has changed since the last check, and when a reminder is due.
 */
export async function sendDefaultReminders(pass: Pass, signal: AbortSignal): Promise<void> {
  await checkChangedCalendars(pass, signal)
  await checkDueEntries(pass, signal)
}

async function checkChangedCalendars(pass: Pass, signal: AbortSignal): Promise<void> {
  let after = -1
  for (;;) {
    const page = { after, limit: rowsPerPage }
    const changed = await reminderRows.changedCalendars(pass.dependencies.database, page)
    for (const calendar of changed) {
      for await (const entry of entriesOf(pass, calendar)) await checkEntry(pass, entry)
      await pass.queueWrite((tx) => reminderRows.noteChecked(tx, calendar))
    }
    await pass.flush()
    signal.throwIfAborted()
    if (changed.length < rowsPerPage) return
    after = changed.at(-1)!.key
    await nextTurn()
  }
}

async function* entriesOf(
  pass: Pass,
  { id: calendarId }: ChangedCalendar,
): AsyncGenerator<DefaultsRow> {
  let afterUser = ''
  for (;;) {
    const page = { calendarId, afterUser, limit: rowsPerPage }
    const entries = await reminderRows.entriesOf(pass.dependencies.database, page)
    yield* entries
    if (entries.length < rowsPerPage) return
    afterUser = entries.at(-1)!.userId
    await nextTurn()
  }
}

async function checkDueEntries(pass: Pass, signal: AbortSignal): Promise<void> {
  let last = { afterTime: earliestMs, afterUser: '', afterCalendar: '' }
  for (;;) {
    const page = { now: pass.nowMs, limit: rowsPerPage, ...last }
    const entries = await reminderRows.dueEntries(pass.dependencies.database, page)
    for (const entry of entries) await checkEntry(pass, entry)
    await pass.flush()
    signal.throwIfAborted()
    if (entries.length < rowsPerPage) return
    const { remindAt: afterTime, userId: afterUser, calendarId: afterCalendar } = entries.at(-1)!
    last = { afterTime, afterUser, afterCalendar }
    await nextTurn()
  }
}

/** A calendar on a user's list. */
interface ListedCalendar {
  readonly calendar: CalendarRow
  readonly zone: string
  readonly userId: string
  readonly minutes: readonly number[]
}

async function checkEntry(pass: Pass, { userId, calendarId }: DefaultsRow): Promise<void> {
  const { database, calendars, lists } = pass.dependencies
  const entry = await lists.find(database, { userId, calendarId })
  const calendar = await calendars.find(calendarId)
  if (entry === undefined || calendar === undefined) return
  const { defaultReminders = [] } = JSON.parse(entry.choices) as EntryChoices
  const minutes = mailedMinutes(defaultReminders)
  const listed = { calendar, zone: timeZoneOf(calendar), userId, minutes }
  const remindAt = Math.min(
    await remindOfSingleEvents(pass, listed),
    await remindOfSeries(pass, listed),
  )
  await pass.queueWrite((tx) =>
    reminderRows.scheduleEntry(
      tx,
      { userId, calendarId, changeNumber: entry.changeNumber },
      { remindAt, calendarChangeNumber: calendar.changeNumber },
    ),
  )
}

/** Sends due reminders of single events and exceptions; returns when the next one is due. */
async function remindOfSingleEvents(pass: Pass, listed: ListedCalendar): Promise<number> {
  const { calendar, zone, userId, minutes } = listed
  let nextMs = latestMs
  for (const before of minutes) {
    const { untilMs } = pass.startsFor(before)
    for await (const row of startingEvents(pass, listed, before)) {
      if (!pass.hasRoomFor(userId)) break
      const occurrence = { row, id: row.id, startMs: startOf(row, zone) }
      await remind(pass, listed, { occurrence, minutes: before })
    }
    for (const isAllDay of [false, true]) {
      const startMs = await reminderRows.nextStart(pass.dependencies.database, {
        calendarKey: calendar.key,
        isAllDay: isAllDay ? 1 : 0,
        startsAfter: termOf(untilMs, { isAllDay, zone }),
      })
      if (startMs === undefined) continue
      const instantMs = isAllDay ? instantMsAt(zone, startMs) : startMs
      nextMs = Math.min(nextMs, instantMs - before * minuteMs)
    }
  }
  return nextMs
}

async function* startingEvents(
  pass: Pass,
  { calendar, zone }: ListedCalendar,
  before: number,
): AsyncGenerator<EventRow> {
  const { afterMs, untilMs } = pass.startsFor(before)
  for (const isAllDay of [false, true]) {
    const range = {
      calendarKey: calendar.key,
      isAllDay: isAllDay ? 1 : 0,
      startsAfter: termOf(afterMs, { isAllDay, zone }),
      startsUntil: termOf(untilMs, { isAllDay, zone }),
      limit: rowsPerPage,
    } as const
    let last = { afterStart: earliestMs, afterEnd: earliestMs, afterId: '' }
    for (;;) {
      const rows = await reminderRows.starting(pass.dependencies.database, { ...range, ...last })
      yield* rows
      if (rows.length < rowsPerPage) break
      const { startMs: afterStart, endMs: afterEnd, id: afterId } = rows.at(-1)!
      last = { afterStart, afterEnd, afterId }
      await nextTurn()
    }
  }
}

/** The same for instances of series. */
async function remindOfSeries(pass: Pass, listed: ListedCalendar): Promise<number> {
  const { calendar, zone, userId, minutes } = listed
  const { database: reader, models } = pass.dependencies
  let nextMs = latestMs
  for await (const row of seriesOn(pass, calendar)) {
    for (const before of minutes) {
      const window = pass.startsFor(before)
      for await (const occurrence of occurrencesIn({ reader, models }, { row, zone }, window)) {
        if (!pass.hasRoomFor(userId)) break
        await remind(pass, listed, { occurrence, minutes: before })
      }
      const startMs = nextStartOf({ models }, { row, zone }, window.untilMs)
      if (startMs !== undefined) nextMs = Math.min(nextMs, startMs - before * minuteMs)
    }
  }
  return nextMs
}

async function* seriesOn(pass: Pass, { key }: CalendarRow): AsyncGenerator<EventRow> {
  // The stored end of a series may be its last start, and all-day events are stored as UTC midnights.
  const endsAfter = pass.startsFor(0).afterMs - msPerDay
  let last = { afterStart: earliestMs, afterId: '' }
  for (;;) {
    const page = { calendarKey: key, endsAfter, limit: rowsPerPage, ...last }
    const rows = await reminderRows.series(pass.dependencies.database, page)
    yield* rows
    if (rows.length < rowsPerPage) return
    const { startMs: afterStart, id: afterId } = rows.at(-1)!
    last = { afterStart, afterId }
    await nextTurn()
  }
}

/** Custom reminders replace the default ones. */
async function remind(
  pass: Pass,
  { calendar, userId }: ListedCalendar,
  due: { readonly occurrence: Occurrence; readonly minutes: number },
): Promise<void> {
  const { reminders = {} } = internalIn(due.occurrence.row.internal)
  if (reminders[userId] === undefined) await pass.remind({ calendar, userId, ...due })
}
