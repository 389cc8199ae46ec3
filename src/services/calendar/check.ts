import { users } from '#/auth/tables.ts'
import { jobs } from '#/jobs/tables.ts'
import type { Database, Snapshot, TableRow } from '#/storage/port.ts'
import { limit, sql } from '#/storage/sql/sql.ts'
import { none, query } from '#/storage/sql/statement.ts'
import { originalId, type SourceId } from './attendees/organizer-event.ts'
import { answersSpreadMax } from './attendees/reconciliation.ts'
import { numberIn } from './event/etag.ts'
import type { InternalProperties } from './event/internal-properties.ts'
import type { Event } from './schemas/event.ts'
import { type Stored, storedOn } from './store/storage-usage.ts'
import { calendarAcl, calendarEvents, calendarList, calendars } from './store/tables.ts'

interface CalendarFindings {
  /** What is wrong with the rows of this service: empty when all is well. */
  readonly problems: readonly string[]
  /** Events with copies that are behind, and that no job brings up to date. */
  readonly behind: readonly CopyBehind[]
}

interface CopyBehind {
  readonly source: SourceId
  /** The calendar that has the copy. */
  readonly calendarId: string
}

/** Looks at all rows of this service. */
export function inspectCalendars(database: Database): Promise<CalendarFindings> {
  return database.snapshot(async (snapshot) => {
    const problems: string[] = []
    const changeNumbers = new Map<number, number>()
    for await (const row of snapshot.rows('calendars')) {
      changeNumbers.set(Number(row.key), Number(row.change_number))
      if (!isSound(row.wire, row))
        problems.push(`The calendar ${row.id} does not agree with its text.`)
    }
    for (const { email } of await snapshot.all(usersWithoutPrimary, none)) {
      problems.push(`The user ${email} has no primary calendar.`)
    }
    for (const { id } of await snapshot.all(withoutOwnersRule, none)) {
      problems.push(`The calendar ${id} has no rule for its owner.`)
    }
    for (const { id } of await snapshot.all(withoutOwnersEntry, none)) {
      problems.push(`The calendar ${id} is not on the list of its owner.`)
    }
    problems.push(...(await usageProblems(snapshot)))
    problems.push(...(await eventProblems(snapshot, changeNumbers)))
    const copies = await inspectCopies(snapshot)
    return { ...copies, problems: [...problems, ...copies.problems] }
  })
}

/** What was counted on calendars that have not changed since then has to be there. */
async function usageProblems(snapshot: Snapshot): Promise<string[]> {
  const problems: string[] = []
  for (const { id, key, events, bytes } of await snapshot.all(countedUsage, none)) {
    const stored = await storedOn(snapshot, key)
    if (stored.events === events && stored.bytes === bytes) continue
    problems.push(
      `The calendar ${id} holds ${stored.events} events of ${stored.bytes} bytes; ${events} of ${bytes} were counted.`,
    )
  }
  return problems
}

function isSound(wire: unknown, { id, etag }: { id?: unknown; etag?: unknown }): boolean {
  const calendar = read(wire)
  return calendar?.id === id && calendar?.etag === etag
}

/** What is wrong with the events of the calendars that have reached the given numbers, by key. */
async function eventProblems(
  snapshot: Snapshot,
  changeNumbers: ReadonlyMap<number, number>,
): Promise<string[]> {
  const problems: string[] = []
  const swept = await sweptKeys(snapshot)
  for await (const row of snapshot.rows('calendar_events')) {
    const key = Number(row.calendar_key)
    const reached = changeNumbers.get(key)
    if (!isSoundEvent(row)) problems.push(`The event ${row.id} does not agree with its text.`)
    if (reached === undefined && !swept.has(key)) {
      problems.push(`The event ${row.id} is on no calendar.`)
    }
    if (reached !== undefined && Number(row.change_number) > reached) {
      problems.push(`The event ${row.id} has a number that its calendar has not reached.`)
    }
  }
  for (const { id } of await snapshot.all(withoutSeries, none)) {
    problems.push(`The exception ${id} has no series.`)
  }
  return problems
}

const copiesPerPage = 500

/**
 * Copies that there are belong to an event that there is, and name the same people and responses,
 * unless a job has yet to bring them up to date.
 */
async function inspectCopies(snapshot: Snapshot): Promise<CalendarFindings> {
  const problems: string[] = []
  const behind: CopyBehind[] = []
  const followed = await reconciledIds(snapshot)
  let after: { key: number; id: string } = { key: -1, id: '' }
  for (;;) {
    const page = await snapshot.all(copiesWithOriginals, { ...after, limit: copiesPerPage })
    for (const copy of page) {
      const id = originalId(copy.masterId ?? copy.id)
      if (agrees(copy) || followed.has(id)) continue
      const isBehind =
        (internalOf(copy).upTo ?? 0) < (copy.changeNumber ?? Number.POSITIVE_INFINITY)
      if (isBehind) behind.push({ source: { key: copy.copyOf, id }, calendarId: copy.calendarId })
      problems.push(
        isBehind
          ? `A copy of the event ${copy.id} is behind it. A server brings it up to date.`
          : `A copy of the event ${copy.id} does not agree with it.`,
      )
    }
    const last = page.at(-1)
    if (last === undefined || page.length < copiesPerPage) return { problems, behind }
    after = last
  }
}

/** The events whose copies a job has yet to bring up to date. */
async function reconciledIds(snapshot: Snapshot): Promise<ReadonlySet<unknown>> {
  const jobs = await snapshot.all(reconciliationsToCome, none)
  return new Set(jobs.map(({ payload }) => read(payload)?.id))
}

const internalOf = ({ internal }: CopyWithOriginal): InternalProperties =>
  (read(internal) ?? {}) as InternalProperties

interface CopyWithOriginal {
  readonly key: number
  /** The calendar that has the copy. */
  readonly calendarId: string
  readonly id: string
  readonly masterId: string | null
  readonly copyOf: number
  readonly internal: string
  readonly wire: string
  /** The number of the organizer's event. */
  readonly changeNumber: number | null
  /** The organizer's event, or the series of an instance that has nothing of its own. */
  readonly original: string | null
  /** The instance is one of a copy that its attendee has put at other times than the series. */
  readonly hasOwnTimes: 0 | 1
}

function agrees({ wire, original, hasOwnTimes }: CopyWithOriginal): boolean {
  const [copy, event] = [read(wire), read(original)]
  if (event === undefined || event.status === 'cancelled') return false
  const isWhole = copy?.attendeesOmitted !== true
  const isQuiet = (answersOf(event)?.length ?? 0) > answersSpreadMax
  const isSame = JSON.stringify(answersOf(copy)) === JSON.stringify(answersOf(event))
  const isComparable = isWhole && !isQuiet && hasOwnTimes === 0
  return copy?.iCalUID === event.iCalUID && (!isComparable || isSame)
}

function answersOf(event: Readonly<Record<string, unknown>> | undefined) {
  const attendees = event?.attendees as Event['attendees']
  return attendees?.map(({ email, responseStatus }) => [email, responseStatus])
}

function isSoundEvent({
  id,
  change_number: changeNumber,
  presence,
  wire,
  internal,
}: TableRow): boolean {
  const event = read(wire)
  const { personalEtags = {} } = (read(internal) ?? {}) as InternalProperties
  const numbers = [event?.etag, ...Object.values(personalEtags)].map((etag) =>
    numberIn(String(etag)),
  )
  const isSameVersion = Math.max(...numbers) === Number(changeNumber)
  const isCancelled = event?.status === 'cancelled'
  return event?.id === id && isSameVersion && isCancelled === (presence !== 'live')
}

/** The keys under which something may be left, because it is still to be swept. */
async function sweptKeys(snapshot: Snapshot): Promise<Set<unknown>> {
  const jobs = await snapshot.all(sweepsToCome, none)
  return new Set(jobs.map(({ payload }) => read(payload)?.calendarKey))
}

function read(text: unknown): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(String(text)) as Record<string, unknown>
  } catch {
    return undefined
  }
}

const copiesWithOriginals = query<{ key: number; id: string; limit: number }, CopyWithOriginal>(
  (args) => sql`select c.calendar_key as key, k.id as "calendarId", c.id, c.master_id as "masterId",
     c.copy_of as "copyOf", c.internal, c.wire, coalesce(o.wire, m.wire) as original,
     coalesce(o.change_number, m.change_number) as "changeNumber",
     case when o.id is null and (s.start_ms <> m.start_ms or s.end_ms <> m.end_ms
       or s.is_all_day <> m.is_all_day) then 1 else 0 end as "hasOwnTimes"
   from ${calendarEvents} c join ${calendars} k on k.key = c.calendar_key
     join ${calendars} owner on owner.key = c.copy_of
     left join ${calendarEvents} o on o.calendar_key = c.copy_of and o.id = replace(c.id, '_copy', '')
       and o.presence <> 'tombstone'
     left join ${calendarEvents} m on m.calendar_key = c.copy_of and m.id = replace(c.master_id, '_copy', '')
       and c.kind = 'exception'
     left join ${calendarEvents} s on s.calendar_key = c.calendar_key and s.id = c.master_id
   where c.copy_of is not null and c.presence = 'live'
     and (c.calendar_key > ${args.key} or (c.calendar_key = ${args.key} and c.id > ${args.id}))
   order by c.calendar_key, c.id ${limit(args.limit)}`,
)

const countedUsage = query<typeof none, Stored & { id: string; key: number }>(
  () => sql`select id, key, counted_events as events, counted_bytes as bytes
   from ${calendars} where is_counted = 1`,
)

const usersWithoutPrimary = query<object, { email: string }>(
  () => sql`select email from ${users} u
   where not exists (select 1 from ${calendars} c where c.owner_id = u.id and c.is_primary = 1)`,
)

const withoutOwnersRule = query<object, { id: string }>(
  () => sql`select c.id from ${calendars} c join ${users} u on u.id = c.owner_id
   where not exists (select 1 from ${calendarAcl} a
     where a.calendar_id = c.id and a.rule_id = 'user:' || u.email and a.role = 'owner')`,
)

const withoutOwnersEntry = query<object, { id: string }>(
  () => sql`select c.id from ${calendars} c
   where not exists (select 1 from ${calendarList} l
     where l.user_id = c.owner_id and l.calendar_id = c.id and l.is_deleted = 0)`,
)

const reconciliationsToCome = query<object, { payload: string }>(
  () => sql`select payload from ${jobs} where kind = 'calendar.reconcile' and state <> 'dead'`,
)

const sweepsToCome = query<object, { payload: string }>(
  () => sql`select payload from ${jobs} where kind = 'calendar.sweep'`,
)

const withoutSeries = query<object, { id: string }>(
  () => sql`select e.id from ${calendarEvents} e join ${calendars} c on c.key = e.calendar_key
   where e.kind = 'exception' and e.presence <> 'tombstone' and not exists (
     select 1 from ${calendarEvents} m
     where m.calendar_key = e.calendar_key and m.id = e.master_id
       and m.kind = 'series' and m.presence = 'live')`,
)
