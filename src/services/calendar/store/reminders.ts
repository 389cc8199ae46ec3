import type { Reader, Transaction } from '#/storage/port.ts'
import { meta } from '#/storage/schema/tables.ts'
import { insertInto, limit, sql } from '#/storage/sql/sql.ts'
import { command, none, query } from '#/storage/sql/statement.ts'
import { ofKey, withEventId, withId, withKey } from './buckets.ts'
import { type EventRow, eventColumns } from './events.ts'
import { calendarEvents, calendarList, calendars } from './tables.ts'

/** An event with custom reminders, and when to check it next. */
export type CustomRow = EventRow & { readonly remindAt: number }

interface CustomPage {
  readonly now: number
  /** The place of the last event of the page before. */
  readonly afterTime: number
  readonly afterKey: number
  readonly afterId: string
  readonly limit: number
}

/** An entry of a calendar list with default reminders by mail. */
export interface DefaultsRow {
  readonly userId: string
  readonly calendarId: string
}

interface DuePage {
  readonly now: number
  /** The place of the last entry of the page before. */
  readonly afterTime: number
  readonly afterUser: string
  readonly afterCalendar: string
  readonly limit: number
}

interface CalendarEntriesPage {
  readonly calendarId: string
  readonly afterUser: string
  readonly limit: number
}

/** A calendar that has changed since the default reminders of its readers were checked. */
export interface ChangedCalendar {
  readonly id: string
  readonly key: number
  readonly changeNumber: number
}

interface StartsPage {
  readonly calendarKey: number
  readonly isAllDay: 0 | 1
  /** As rows store times; the first bound is exclusive, the last one inclusive. */
  readonly startsAfter: number
  readonly startsUntil: number
  /** The place of the last event of the page before. */
  readonly afterStart: number
  readonly afterEnd: number
  readonly afterId: string
  readonly limit: number
}

interface SeriesPage {
  readonly calendarKey: number
  readonly endsAfter: number
  readonly afterStart: number
  readonly afterId: string
  readonly limit: number
}

export const reminderRows = {
  /** Events with custom reminders whose check is due. */
  custom: (reader: Reader, page: CustomPage) => reader.all(listCustom, page),

  /** Entries with default reminders by mail whose check is due. */
  dueEntries: (reader: Reader, page: DuePage) => reader.all(listDueEntries, page),

  /** Calendars with default reminders by mail that have changed since their check. */
  changedCalendars: (reader: Reader, page: { after: number; limit: number }) =>
    reader.all(listChangedCalendars, page),

  /** Entries with default reminders by mail of a calendar. */
  entriesOf: (reader: Reader, page: CalendarEntriesPage) => reader.all(listEntriesOf, page),

  /** Single events and exceptions, by start. */
  starting: (reader: Reader, page: StartsPage) => reader.all(listStarting, page),

  /** The start of the next single event or exception. */
  nextStart: async (
    reader: Reader,
    after: Pick<StartsPage, 'calendarKey' | 'isAllDay' | 'startsAfter'>,
  ) => (await reader.first(findNextStart, after))?.startMs,

  /** Series that have not ended. */
  series: (reader: Reader, page: SeriesPage) => reader.all(listSeries, page),

  /** Sets when to check an event next, unless it has changed meanwhile. */
  scheduleEvent: (
    tx: Transaction,
    { calendarKey, id, changeNumber }: EventRow,
    remindAt: number | null,
  ) => tx.run(setEventTime, { calendarKey, id, changeNumber, remindAt }),

  /** The same for an entry. From then on changes of its calendar, as it was at this check, are noticed. */
  scheduleEntry: async (
    tx: Transaction,
    entry: { userId: string; calendarId: string; changeNumber: number },
    next: { remindAt: number; calendarChangeNumber: number },
  ) => {
    const { remindAt, calendarChangeNumber: changeNumber } = next
    await tx.run(setEntryTime, { ...entry, remindAt })
    await tx.run(noticeChanges, { calendarId: entry.calendarId, changeNumber })
  },

  /** Notes that all entries of a calendar were checked, unless it has changed meanwhile. */
  noteChecked: (tx: Transaction, { key, changeNumber }: ChangedCalendar) =>
    tx.run(setChecked, { key, changeNumber }),

  /** Makes some of the later checks due now, and returns how many. */
  makeDue: async (tx: Transaction, { now, limit }: { now: number; limit: number }) =>
    (await tx.run(makeEventsDue, { now, limit })) + (await tx.run(makeEntriesDue, { now, limit })),
}

const listCustom = query<CustomPage, CustomRow>(
  (args) => sql`select ${eventColumns}, remind_at as "remindAt" from ${calendarEvents}
   where remind_at <= ${args.now} and (remind_at, calendar_key, id) > (${args.afterTime}, ${args.afterKey}, ${args.afterId})
   order by remind_at, calendar_key, id ${limit(args.limit)}`,
)

const listDueEntries = query<DuePage, DefaultsRow & { remindAt: number }>(
  (args) => sql`
    select user_id as "userId", calendar_id as "calendarId", remind_at as "remindAt"
   from ${calendarList}
   where remind_at <= ${args.now}
     and (remind_at, user_id, calendar_id) > (${args.afterTime}, ${args.afterUser}, ${args.afterCalendar})
   order by remind_at, user_id, calendar_id ${limit(args.limit)}`,
)

const listChangedCalendars = query<{ after: number; limit: number }, ChangedCalendar>(
  (args) => sql`select id, key, change_number as "changeNumber" from ${calendars}
   where reminders = 'due' and key > ${args.after} order by key ${limit(args.limit)}`,
)

const listEntriesOf = query<CalendarEntriesPage, DefaultsRow>(
  (args) => sql`select user_id as "userId", calendar_id as "calendarId" from ${calendarList}
   where calendar_id = ${args.calendarId} and remind_at is not null and user_id > ${args.afterUser}
   order by user_id ${limit(args.limit)}`,
)

const listStarting = query<StartsPage, EventRow>(
  (args) => sql`select ${eventColumns} from ${calendarEvents}
   where ${withKey(args.calendarKey)} and kind <> 'series' and is_all_day = ${args.isAllDay}
     and start_ms > ${args.startsAfter} and start_ms <= ${args.startsUntil} and presence = 'live'
     and (start_ms, end_ms, id) > (${args.afterStart}, ${args.afterEnd}, ${args.afterId})
   order by start_ms, end_ms, id ${limit(args.limit)}`,
)

const findNextStart = query<
  Pick<StartsPage, 'calendarKey' | 'isAllDay' | 'startsAfter'>,
  { startMs: number }
>(
  ({ calendarKey, isAllDay, startsAfter }) => sql`
   select start_ms as "startMs" from ${calendarEvents}
   where ${withKey(calendarKey)} and kind <> 'series' and is_all_day = ${isAllDay}
     and start_ms > ${startsAfter} and presence = 'live'
   order by start_ms limit 1`,
)

const listSeries = query<SeriesPage, EventRow>(
  (args) => sql`select ${eventColumns} from ${calendarEvents}
   where ${withKey(args.calendarKey)} and kind = 'series' and presence = 'live'
     and end_ms > ${args.endsAfter} and (start_ms, id) > (${args.afterStart}, ${args.afterId})
   order by start_ms, id ${limit(args.limit)}`,
)

const setEventTime = command<{
  calendarKey: number
  id: string
  changeNumber: number
  remindAt: number | null
}>(
  ({ remindAt, calendarKey, id, changeNumber }) => sql`
   update ${calendarEvents} set remind_at = ${remindAt}
   where ${withEventId(calendarKey, id)} and change_number = ${changeNumber}`,
)

const setEntryTime = command<{
  userId: string
  calendarId: string
  changeNumber: number
  remindAt: number
}>(
  ({ remindAt, userId, calendarId, changeNumber }) => sql`
   update ${calendarList} set remind_at = ${remindAt}
   where user_id = ${userId} and calendar_id = ${calendarId} and change_number = ${changeNumber}
     and remind_at is not null`,
)

const noticeChanges = command<{ calendarId: string; changeNumber: number }>(
  ({ calendarId, changeNumber }) => sql`update ${calendars}
   set reminders = case when change_number = ${changeNumber} then 'checked' else 'due' end
   where ${withId(calendarId)} and reminders = 'none'`,
)

const setChecked = command<{ key: number; changeNumber: number }>(
  ({ key, changeNumber }) => sql`update ${calendars} set reminders = 'checked'
   where ${ofKey(key)} and change_number = ${changeNumber}`,
)

const makeEventsDue = command<{ now: number; limit: number }>(
  (args) => sql`update ${calendarEvents} set remind_at = ${args.now} where (calendar_key, id) in (
     select calendar_key, id from ${calendarEvents} where remind_at > ${args.now} ${limit(args.limit)})`,
)

const makeEntriesDue = command<{ now: number; limit: number }>(
  (args) => sql`update ${calendarList} set remind_at = ${args.now} where (user_id, calendar_id) in (
     select user_id, calendar_id from ${calendarList} where remind_at > ${args.now} ${limit(args.limit)})`,
)

/** How far reminders have been sent. */
export interface ReminderProgress {
  /** Reminders due until then have been handled. */
  readonly throughMs: number
  /** An unfinished pass may have handled reminders due until then. */
  readonly towardsMs?: number
  /** How often the clock was set. */
  readonly turns: number
  /** The clock was set back, so upcoming reminders have to be found again. */
  readonly isTurnedBack?: true
}

/** The progress as text; a pass compares it to detect that another pass has overtaken it. */
export const progressText = async (reader: Reader): Promise<string | undefined> =>
  (await reader.first(find, none))?.value

/** The same, locked until the transaction ends. */
export const lockedProgressText = async (tx: Transaction): Promise<string | undefined> =>
  (await tx.first(lock, none))?.value

/** Stores the initial progress, unless there is one. */
export async function addProgress(tx: Transaction, progress: ReminderProgress): Promise<void> {
  await tx.run(add, { value: JSON.stringify(progress) })
}

export async function putProgress(tx: Transaction, progress: ReminderProgress): Promise<void> {
  await tx.run(put, { value: JSON.stringify(progress) })
}

const find = query<typeof none, { value: string }>(
  () => sql`select value from ${meta} where name = 'reminders'`,
)

const lock = query<typeof none, { value: string }>(
  (_, { forUpdate }) => sql`select value from ${meta} where name = 'reminders' ${forUpdate}`,
)

const add = command<{ value: string }>(({ value }) =>
  insertInto(meta, { name: sql`'reminders'`, value }, sql`on conflict (name) do nothing`),
)

const put = command<{ value: string }>(
  ({ value }) => sql`update ${meta} set value = ${value} where name = 'reminders'`,
)
