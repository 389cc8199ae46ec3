import type { Database, Snapshot, TableRow } from '#/storage/port.ts'
import { none, statement } from '#/storage/statement.ts'

/** What is wrong with the rows of this service: empty when all is well. */
export function calendarProblems(database: Database): Promise<string[]> {
  return database.snapshot(async (snapshot) => {
    const problems: string[] = []
    const sequences = new Map<number, number>()
    for await (const row of snapshot.rows('calendars')) {
      sequences.set(Number(row.key), Number(row.sequence))
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
    return [...problems, ...(await eventProblems(snapshot, sequences))]
  })
}

function isSound(wire: unknown, { id, etag }: { id?: unknown; etag?: unknown }): boolean {
  const calendar = read(wire)
  return calendar?.id === id && calendar?.etag === etag
}

/** What is wrong with the events of the calendars that have reached the given numbers, by key. */
async function eventProblems(
  snapshot: Snapshot,
  sequences: ReadonlyMap<number, number>,
): Promise<string[]> {
  const problems: string[] = []
  const swept = await sweptKeys(snapshot)
  for await (const row of snapshot.rows('calendar_events')) {
    const key = Number(row.calendar_key)
    const reached = sequences.get(key)
    if (!isSoundEvent(row)) problems.push(`The event ${row.id} does not agree with its text.`)
    if (reached === undefined && !swept.has(key)) {
      problems.push(`The event ${row.id} is on no calendar.`)
    }
    if (reached !== undefined && Number(row.sequence) > reached) {
      problems.push(`The event ${row.id} has a number that its calendar has not reached.`)
    }
  }
  for (const { id } of await snapshot.all(withoutSeries, none)) {
    problems.push(`The exception ${id} has no series.`)
  }
  return problems
}

function isSoundEvent({ id, sequence, presence, wire }: TableRow): boolean {
  const event = read(wire)
  // An etag ends with the number of the change, in ten digits and a quote.
  const isSameVersion = Number(String(event?.etag).slice(-11, -1)) === Number(sequence)
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

const usersWithoutPrimary = statement<object, { email: string }>(
  `select email from users u
   where not exists (select 1 from calendars c where c.owner_id = u.id and c.is_primary = 1)`,
)

const withoutOwnersRule = statement<object, { id: string }>(
  `select c.id from calendars c join users u on u.id = c.owner_id
   where not exists (select 1 from calendar_acl a
     where a.calendar_id = c.id and a.rule_id = 'user:' || u.email and a.role = 'owner')`,
)

const withoutOwnersEntry = statement<object, { id: string }>(
  `select c.id from calendars c
   where not exists (select 1 from calendar_list l
     where l.user_id = c.owner_id and l.calendar_id = c.id and l.is_deleted = 0)`,
)

const sweepsToCome = statement<object, { payload: string }>(
  "select payload from jobs where kind = 'calendar.sweep'",
)

const withoutSeries = statement<object, { id: string }>(
  `select e.id from calendar_events e join calendars c on c.key = e.calendar_key
   where e.kind = 'exception' and e.presence <> 'gone' and not exists (
     select 1 from calendar_events m
     where m.calendar_key = e.calendar_key and m.id = e.master_id
       and m.kind = 'series' and m.presence = 'live')`,
)
