import type { JobContext, JobKind } from '#/jobs/job.ts'
import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import { none, statement } from '#/storage/statement.ts'
import type { Stored } from './store/storage-usage.ts'

const kind = 'calendar.usageCount'
const calendarsPerPage = 200
/** Few enough for a server that does nothing else while an embedded database counts them. */
const eventsPerPage = 2_000

/** The job that counts what is on calendars that have changed since they were counted. */
export const usageCount: JobKind = {
  kind,
  attemptsMax: 3,
  backoff: { firstMs: 10_000, factor: 3, capMs: 60_000, jitter: 0.5 },
  timeoutMs: 3_600_000,
  leaseMs: 60_000,
  run: (_payload: unknown, { database, clock, signal }: JobContext) =>
    countChanged(database, { clock, signal }),
}

export const usageCountTimes = { name: kind, pattern: '*/10 * * * *', kind }

async function countChanged(
  database: Database,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  await database.transaction((tx) => tx.run(removeOfMissing, none))
  let after = -1
  for (;;) {
    const calendars = await database.all(listChanged, { after, limit: calendarsPerPage })
    const counts: Count[] = []
    for (const { key, sequence } of calendars) {
      if (signal.aborted) return
      counts.push({ key, sequence, ...(await storedOn(database, key)), nowMs: clock.nowMs() })
    }
    await database.transaction(async (tx) => {
      for (const count of counts) await tx.run(put, count)
    })
    if (calendars.length < calendarsPerPage) return
    after = calendars.at(-1)!.key
  }
}

/** What is on a calendar, deleted events apart. */
export async function storedOn(
  reader: Pick<Database, 'first'>,
  calendarKey: number,
): Promise<Stored> {
  let [after, events, bytes] = ['', 0, 0]
  for (;;) {
    const page = (await reader.first(countPage, { calendarKey, after, limit: eventsPerPage }))!
    events += page.events
    bytes += page.bytes
    if (page.found < eventsPerPage) return { events, bytes }
    after = page.last!
  }
}

interface Count extends Stored {
  readonly key: number
  readonly sequence: number
  readonly nowMs: number
}

interface Page extends Stored {
  readonly found: number
  readonly last: string | null
}

// The number is read before the events: what changes meanwhile is counted again.
const listChanged = statement<{ after: number; limit: number }, { key: number; sequence: number }>(
  `select c.key, c.sequence from calendars c left join calendar_usage u on u.calendar_key = c.key
   where c.key > :after and (u.sequence is null or u.sequence <> c.sequence)
   order by c.key limit :limit`,
)

const countPage = statement<{ calendarKey: number; after: string; limit: number }, Page>(
  `select count(*) as found, coalesce(sum(is_there), 0) as events,
     coalesce(sum(is_there * length), 0) as bytes, max(id) as last
   from (select id, case when presence = 'gone' then 0 else 1 end as is_there,
       octet_length(wire) as length
     from calendar_events where calendar_key = :calendarKey and id > :after
     order by id limit :limit) page`,
)

const put = statement<Count>(
  `insert into calendar_usage (calendar_key, sequence, events, bytes, counted_at)
   values (:key, :sequence, :events, :bytes, :nowMs)
   on conflict (calendar_key) do update set sequence = excluded.sequence, events = excluded.events,
     bytes = excluded.bytes, counted_at = excluded.counted_at`,
)

const removeOfMissing = statement<typeof none>(
  `delete from calendar_usage
   where not exists (select 1 from calendars c where c.key = calendar_usage.calendar_key)`,
)
