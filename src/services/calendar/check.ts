import { users } from '#/auth/tables.ts'
import { jobs, promptJobs } from '#/jobs/tables.ts'
import type { Database, Snapshot, TableRow } from '#/storage/port.ts'
import { limit, sql } from '#/storage/sql/sql.ts'
import { none, query } from '#/storage/sql/statement.ts'
import { originalId, type SourceId } from './attendees/organizer-event.ts'
import { answersSpreadMax } from './attendees/reconciliation.ts'
import { numberIn } from './event/etag.ts'
import type { InternalProperties } from './event/internal-properties.ts'
import type { Event } from './schemas/event.ts'
import { inSameBucket, ofKey, withKey } from './store/buckets.ts'
import { type Stored, storedOn } from './store/storage-usage.ts'
import { calendarAcl, calendarEvents, calendarList, calendars } from './store/tables.ts'

interface CalendarFindings {
  /** What is wrong with the rows of this service; empty if nothing is. */
  readonly problems: readonly string[]
  /** Events with copies that are behind, and that no job will update. */
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
    const page = await snapshot.all(listCopies, { ...after, limit: copiesPerPage })
    for (const copy of await withOriginals(snapshot, page)) {
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

/** Copies with the events that they follow, unless the organizer's calendar was deleted. */
async function withOriginals(
  snapshot: Snapshot,
  copies: readonly StoredCopy[],
): Promise<CopyWithOriginal[]> {
  const found: CopyWithOriginal[] = []
  for (const [calendarKey, ofOrganizer] of Map.groupBy(copies, ({ copyOf }) => copyOf)) {
    if ((await snapshot.first(findCalendar, { key: calendarKey })) === undefined) continue
    const ids = ofOrganizer.flatMap(({ id, masterId }) => [
      id,
      ...(masterId === null ? [] : [masterId]),
    ])
    const originals = await snapshot.all(listOriginals, {
      calendarKey,
      ids: JSON.stringify(ids.map(originalId)),
    })
    const byId = new Map(originals.map((original) => [original.id, original]))
    for (const copy of ofOrganizer) found.push(withOriginal(copy, byId))
  }
  return found
}

function withOriginal(copy: StoredCopy, byId: ReadonlyMap<string, Original>): CopyWithOriginal {
  const own = byId.get(originalId(copy.id))
  const event = own?.presence === 'tombstone' ? undefined : own
  const ofSeries = copy.masterId === null ? undefined : byId.get(originalId(copy.masterId))
  const series = copy.kind === 'exception' ? ofSeries : undefined
  const hasOwnTimes =
    event === undefined &&
    series !== undefined &&
    copy.startMs !== null &&
    (copy.startMs !== series.startMs ||
      copy.endMs !== series.endMs ||
      copy.isAllDay !== series.isAllDay)
  const { wire = null, changeNumber = null } = event ?? series ?? {}
  return { ...copy, original: wire, changeNumber, hasOwnTimes: hasOwnTimes ? 1 : 0 }
}

/** The events whose copies a job has yet to bring up to date. */
async function reconciledIds(snapshot: Snapshot): Promise<ReadonlySet<unknown>> {
  const queued = await snapshot.all(reconciliationsToCome, none)
  const prompt = await snapshot.all(promptJobsToCome, { kind: 'calendar.reconcile' })
  return new Set([...queued, ...prompt].map(({ payload }) => read(payload)?.id))
}

const internalOf = ({ internal }: CopyWithOriginal): InternalProperties =>
  (read(internal) ?? {}) as InternalProperties

/** A copy, and when the series that it belongs to starts and ends on the same calendar. */
interface StoredCopy {
  readonly key: number
  /** The calendar that has the copy. */
  readonly calendarId: string
  readonly id: string
  readonly masterId: string | null
  readonly copyOf: number
  readonly kind: string
  readonly internal: string
  readonly wire: string
  readonly startMs: number | null
  readonly endMs: number | null
  readonly isAllDay: 0 | 1 | null
}

interface Original {
  readonly id: string
  readonly wire: string
  readonly presence: string
  readonly changeNumber: number
  readonly startMs: number
  readonly endMs: number
  readonly isAllDay: 0 | 1
}

interface CopyWithOriginal extends StoredCopy {
  /** The number of the organizer's event. */
  readonly changeNumber: number | null
  /** The organizer's event, or the series of an instance without an exception. */
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
  const queued = await snapshot.all(sweepsToCome, none)
  const prompt = await snapshot.all(promptJobsToCome, { kind: 'calendar.sweep' })
  return new Set([...queued, ...prompt].map(({ payload }) => read(payload)?.calendarKey))
}

function read(text: unknown): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(String(text)) as Record<string, unknown>
  } catch {
    return undefined
  }
}

const listCopies = query<{ key: number; id: string; limit: number }, StoredCopy>(
  (args) => sql`select c.calendar_key as key, k.id as "calendarId", c.id, c.master_id as "masterId",
     c.kind, c.copy_of as "copyOf", c.internal, c.wire, s.start_ms as "startMs", s.end_ms as "endMs",
     s.is_all_day as "isAllDay"
   from ${calendarEvents} c
     join ${calendars} k on k.key = c.calendar_key${inSameBucket(sql`k`, sql`c`)}
     left join ${calendarEvents} s on s.calendar_key = c.calendar_key and s.id = c.master_id${inSameBucket(sql`s`, sql`c`)}
   where c.copy_of is not null and c.presence = 'live'
     and (c.calendar_key > ${args.key} or (c.calendar_key = ${args.key} and c.id > ${args.id}))
   order by c.calendar_key, c.id ${limit(args.limit)}`,
)

const listOriginals = query<{ calendarKey: number; ids: string }, Original>(
  (
    { calendarKey, ids },
    { inTexts },
  ) => sql`select id, wire, presence, change_number as "changeNumber",
     start_ms as "startMs", end_ms as "endMs", is_all_day as "isAllDay"
   from ${calendarEvents} where ${withKey(calendarKey)} and id ${inTexts(ids)}`,
)

const findCalendar = query<{ key: number }, { id: string }>(
  ({ key }) => sql`select id from ${calendars} where ${ofKey(key)}`,
)

const countedUsage = query<typeof none, Stored & { id: string; key: number }>(
  () => sql`select id, key, counted_events as events, counted_bytes as bytes
   from ${calendars} where is_counted = 1`,
)

const usersWithoutPrimary = query<object, { email: string }>(
  () => sql`select email from ${users}
   where id not in (select owner_id from ${calendars} where is_primary = 1)`,
)

const withoutOwnersRule = query<object, { id: string }>(
  () => sql`select c.id from ${calendars} c join ${users} u on u.id = c.owner_id
   where not exists (select 1 from ${calendarAcl} a
     where a.calendar_id = c.id and a.rule_id = 'user:' || u.email and a.role = 'owner'${inSameBucket(sql`a`, sql`c`)})`,
)

const withoutOwnersEntry = query<object, { id: string }>(
  () => sql`select id from ${calendars}
   where (owner_id, id) not in (select user_id, calendar_id from ${calendarList} where is_deleted = 0)`,
)

const reconciliationsToCome = query<object, { payload: string }>(
  () => sql`select payload from ${jobs} where kind = 'calendar.reconcile' and state <> 'dead'`,
)

const sweepsToCome = query<object, { payload: string }>(
  () => sql`select payload from ${jobs} where kind = 'calendar.sweep'`,
)

const promptJobsToCome = query<{ kind: string }, { payload: string }>(
  ({ kind }) => sql`select payload from ${promptJobs} where kind = ${kind}`,
)

const withoutSeries = query<object, { id: string }>(
  () => sql`select e.id from ${calendarEvents} e join ${calendars} c on c.key = e.calendar_key${inSameBucket(sql`e`, sql`c`)}
   where e.kind = 'exception' and e.presence <> 'tombstone' and not exists (
     select 1 from ${calendarEvents} m
     where m.calendar_key = e.calendar_key and m.id = e.master_id
       and m.kind = 'series' and m.presence = 'live'${inSameBucket(sql`m`, sql`e`)})`,
)
