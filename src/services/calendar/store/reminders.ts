import type { Reader, Transaction } from '#/storage/port.ts'
import { none, statement } from '#/storage/statement.ts'
import { type EventRow, eventColumns } from './events.ts'

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
  readonly remindAt: number
  /** The calendar's change number at the last check. */
  readonly remindSequence: number
  readonly calendarSequence: number
}

interface DefaultsPage {
  readonly afterUser: string
  readonly afterCalendar: string
  readonly limit: number
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

  /** Entries with default reminders by mail. */
  defaults: (reader: Reader, page: DefaultsPage) => reader.all(listDefaults, page),

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
    { calendarKey, id, sequence }: EventRow,
    remindAt: number | null,
  ) => tx.run(setEventTime, { calendarKey, id, sequence, remindAt }),

  /** The same for an entry, with the change number of its calendar at this check. */
  scheduleEntry: (
    tx: Transaction,
    entry: { userId: string; calendarId: string; sequence: number },
    next: { remindAt: number; calendarSequence: number },
  ) => tx.run(setEntryTime, { ...entry, ...next }),

  /** Makes some of the later checks due now, and returns how many. */
  makeDue: async (tx: Transaction, { now, limit }: { now: number; limit: number }) =>
    (await tx.run(makeEventsDue, { now, limit })) + (await tx.run(makeEntriesDue, { now, limit })),
}

const listCustom = statement<CustomPage, CustomRow>(
  `select ${eventColumns}, remind_at as "remindAt" from calendar_events
   where remind_at <= :now and (remind_at, calendar_key, id) > (:afterTime, :afterKey, :afterId)
   order by remind_at, calendar_key, id limit :limit`,
)

const listDefaults = statement<DefaultsPage, DefaultsRow>(
  `select l.user_id as "userId", l.calendar_id as "calendarId", l.remind_at as "remindAt",
     l.remind_sequence as "remindSequence", c.sequence as "calendarSequence"
   from calendar_list l join calendars c on c.id = l.calendar_id
   where l.remind_at is not null and (l.user_id, l.calendar_id) > (:afterUser, :afterCalendar)
   order by l.user_id, l.calendar_id limit :limit`,
)

const listStarting = statement<StartsPage, EventRow>(
  `select ${eventColumns} from calendar_events
   where calendar_key = :calendarKey and kind <> 'series' and is_all_day = :isAllDay
     and start_ms > :startsAfter and start_ms <= :startsUntil and presence = 'live'
     and (start_ms, end_ms, id) > (:afterStart, :afterEnd, :afterId)
   order by start_ms, end_ms, id limit :limit`,
)

const findNextStart = statement<
  Pick<StartsPage, 'calendarKey' | 'isAllDay' | 'startsAfter'>,
  { startMs: number }
>(
  `select start_ms as "startMs" from calendar_events
   where calendar_key = :calendarKey and kind <> 'series' and is_all_day = :isAllDay
     and start_ms > :startsAfter and presence = 'live'
   order by start_ms limit 1`,
)

const listSeries = statement<SeriesPage, EventRow>(
  `select ${eventColumns} from calendar_events
   where calendar_key = :calendarKey and kind = 'series' and presence = 'live'
     and end_ms > :endsAfter and (start_ms, id) > (:afterStart, :afterId)
   order by start_ms, id limit :limit`,
)

const setEventTime = statement<{
  calendarKey: number
  id: string
  sequence: number
  remindAt: number | null
}>(
  `update calendar_events set remind_at = :remindAt
   where calendar_key = :calendarKey and id = :id and sequence = :sequence`,
)

const setEntryTime = statement<{
  userId: string
  calendarId: string
  sequence: number
  remindAt: number
  calendarSequence: number
}>(
  `update calendar_list set remind_at = :remindAt, remind_sequence = :calendarSequence
   where user_id = :userId and calendar_id = :calendarId and sequence = :sequence
     and remind_at is not null`,
)

const makeEventsDue = statement<{ now: number; limit: number }>(
  `update calendar_events set remind_at = :now where (calendar_key, id) in (
     select calendar_key, id from calendar_events where remind_at > :now limit :limit)`,
)

const makeEntriesDue = statement<{ now: number; limit: number }>(
  `update calendar_list set remind_at = :now where (user_id, calendar_id) in (
     select user_id, calendar_id from calendar_list where remind_at > :now limit :limit)`,
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

const find = statement<typeof none, { value: string }>(
  `select value from meta where name = 'reminders'`,
)

const lock = statement<typeof none, { value: string }>(
  ({ forUpdate }) => `select value from meta where name = 'reminders' ${forUpdate}`,
)

const add = statement<{ value: string }>(
  `insert into meta (name, value) values ('reminders', :value) on conflict (name) do nothing`,
)

const put = statement<{ value: string }>(`update meta set value = :value where name = 'reminders'`)
