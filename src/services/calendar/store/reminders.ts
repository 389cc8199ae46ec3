import type { Reader, Transaction } from '#/storage/port.ts'
import { none, statement } from '#/storage/statement.ts'
import { type EventRow, eventColumns } from './events.ts'

/** An event that has reminders of its own, with the time from which to look at it. */
export type ChosenRow = EventRow & { readonly remindAt: number }

interface ChosenPage {
  readonly now: number
  /** The place of the last event of the page before. */
  readonly afterTime: number
  readonly afterKey: number
  readonly afterId: string
  readonly limit: number
}

/** An entry of a calendar list whose default reminders are to be mailed. */
export interface DefaultsRow {
  readonly userId: string
  readonly calendarId: string
  readonly remindAt: number
  /** The number of the calendar's last change when it was last looked at. */
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
  /** In the terms of rows; the first bound does not belong to the range, the last one does. */
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
  /** Events with reminders of their own that are to be looked at by now. */
  chosen: (reader: Reader, page: ChosenPage) => reader.all(listChosen, page),

  /** Entries with default reminders to be mailed, whenever these are due. */
  defaults: (reader: Reader, page: DefaultsPage) => reader.all(listDefaults, page),

  /** What happens once, or differs from its series, by start. */
  starting: (reader: Reader, page: StartsPage) => reader.all(listStarting, page),

  /** When the next of these starts. */
  nextStart: async (
    reader: Reader,
    after: Pick<StartsPage, 'calendarKey' | 'isAllDay' | 'startsAfter'>,
  ) => (await reader.first(findNextStart, after))?.startMs,

  /** Series that are not over. */
  series: (reader: Reader, page: SeriesPage) => reader.all(listSeries, page),

  /** When to look again at an event that is as it was seen. */
  lookAtEvent: (
    tx: Transaction,
    { calendarKey, id, sequence }: EventRow,
    remindAt: number | null,
  ) => tx.run(moveChosen, { calendarKey, id, sequence, remindAt }),

  /** The same for an entry, with the number of its calendar that it was looked at with. */
  lookAtEntry: (
    tx: Transaction,
    entry: { userId: string; calendarId: string; sequence: number },
    next: { remindAt: number; calendarSequence: number },
  ) => tx.run(moveDefaults, { ...entry, ...next }),

  /** Makes some of what is to be looked at later be looked at now, and says how much. */
  hasten: async (tx: Transaction, { now, limit }: { now: number; limit: number }) =>
    (await tx.run(hastenChosen, { now, limit })) + (await tx.run(hastenDefaults, { now, limit })),
}

const listChosen = statement<ChosenPage, ChosenRow>(
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

const moveChosen = statement<{
  calendarKey: number
  id: string
  sequence: number
  remindAt: number | null
}>(
  `update calendar_events set remind_at = :remindAt
   where calendar_key = :calendarKey and id = :id and sequence = :sequence`,
)

const moveDefaults = statement<{
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

const hastenChosen = statement<{ now: number; limit: number }>(
  `update calendar_events set remind_at = :now where (calendar_key, id) in (
     select calendar_key, id from calendar_events where remind_at > :now limit :limit)`,
)

const hastenDefaults = statement<{ now: number; limit: number }>(
  `update calendar_list set remind_at = :now where (user_id, calendar_id) in (
     select user_id, calendar_id from calendar_list where remind_at > :now limit :limit)`,
)

/** How far reminders have been mailed. */
export interface ReminderProgress {
  /** What was due then or earlier is done with. */
  readonly throughMs: number
  /** Until when a pass that has not ended may have dealt with some of it. */
  readonly towardsMs?: number
  /** How often the clock was set. */
  readonly turns: number
  /** The clock was turned back, so that what is to come has to be found again. */
  readonly isTurnedBack?: true
}

/** The progress as text, by which a pass knows that no other one has come between. */
export const progressText = async (reader: Reader): Promise<string | undefined> =>
  (await reader.first(find, none))?.value

/** The same, kept from changing until the transaction ends. */
export const lockedProgressText = async (tx: Transaction): Promise<string | undefined> =>
  (await tx.first(lock, none))?.value

/** Notes where to begin, unless that is known. */
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
