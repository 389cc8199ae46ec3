import { type JobContext, type JobKind, retriesOfRecurringJobs } from '#/jobs/job.ts'
import { repeatTransaction } from '#/storage/repeat-transaction.ts'
import { isMoveTombstone, originalId, type SourceId } from '../attendees/organizer-event.ts'
import type { CalendarStores } from '../dependencies.ts'
import type { EventKey } from '../store/events.ts'

const rowsMax = 500

export interface SweepPayload {
  /** The key of a calendar that was deleted or cleared. */
  readonly calendarKey: number
}

interface SweepContext extends CalendarStores {
  /** Reconciles the copies that some calendars have of an event. */
  readonly follow: (
    source: SourceId,
    calendarIds: readonly string[],
    signal: AbortSignal,
  ) => Promise<void>
}

/**
 * The job that removes the events of deleted and cleared calendars: first the attendee copies, then the
 * events themselves.
 */
export const sweep = (context: SweepContext): JobKind<SweepPayload> => ({
  kind: 'calendar.sweep',
  attemptsMax: 10,
  backoff: { firstMs: 10_000, factor: 3, capMs: 600_000, jitter: 0.5 },
  timeoutMs: 3_600_000,
  leaseMs: 10_000,
  run: async ({ calendarKey }, { database, signal }: JobContext) => {
    const { calendars, eventRemoval } = context
    if (await calendars.hasKey(database, calendarKey)) return
    await cancelOrphans(context, calendarKey, signal)
    await repeatTransaction({ database, signal, rowsMax }, (tx) =>
      eventRemoval.sweep(tx, calendarKey, rowsMax),
    )
    await database.transaction((tx) => eventRemoval.sweepParts(tx, calendarKey))
  },
})

/** How many copies are looked up at a time. */
const copiesPerPage = 200

const firstPage = (copyOf: number) => ({ copyOf, afterKey: 0, afterId: '', limit: copiesPerPage })

const pageAfter = (page: ReturnType<typeof firstPage>, { calendarKey, id }: EventKey) => ({
  ...page,
  afterKey: calendarKey,
  afterId: id,
})

/** Cancels the attendee copies of all events of a removed calendar, one calendar at a time. */
async function cancelOrphans(
  context: SweepContext,
  key: number,
  signal: AbortSignal,
): Promise<void> {
  const { calendars, database, copies: attendeeCopies, follow } = context
  let page = firstPage(key)
  while (true) {
    const copies = await attendeeCopies.listOrganizedBy(database, page)
    if (copies.length === 0) break
    const byEvent = Map.groupBy(copies, ({ id, masterId }) => originalId(masterId ?? id))
    for (const [id, ofEvent] of byEvent) {
      signal.throwIfAborted()
      const keys = [...new Set(ofEvent.map(({ calendarKey }) => calendarKey))]
      await follow({ key, id }, await calendars.idsOfKeys(database, keys), signal)
    }
    page = pageAfter(page, copies.at(-1)!)
  }
  await requireNone(context, key)
}

/**
 * Detaches copies on calendars that are removed as well. The tombstones of moves stay; any other copy that is
 * left fails the job, which is then retried.
 */
async function requireNone({ calendars, database, copies }: SweepContext, key: number) {
  let page = firstPage(key)
  while (true) {
    const left = await copies.listOrganizedBy(database, page)
    if (left.length === 0) return
    for (const copy of left) {
      const calendar = await calendars.findByKey(database, copy.calendarKey)
      if (calendar === undefined) await database.transaction((tx) => copies.detach(tx, [copy]))
      else if (!isMoveTombstone(copy, calendar.id)) {
        throw new Error(`copies of calendar ${key} are left on ${calendar.id}`)
      }
    }
    page = pageAfter(page, left.at(-1)!)
  }
}

/** The job that removes tombstones that no sync token is old enough to ask for. */
export const tombstonePurge = ({
  rules,
  lists,
  eventRemoval,
  holders,
  objects,
  inboxes,
  syncTokenLifetimeMs,
}: CalendarStores): JobKind => ({
  kind: 'calendar.tombstonePurge',
  pattern: '43 3 * * *',
  ...retriesOfRecurringJobs,
  timeoutMs: 3_600_000,
  run: async (_payload: unknown, { database, clock, signal }: JobContext) => {
    const before = clock.nowMs() - syncTokenLifetimeMs
    await database.transaction(async (tx) => {
      await rules.purge(tx, before)
      await lists.purge(tx, before)
    })
    await repeatTransaction({ database, signal, rowsMax }, (tx) =>
      eventRemoval.purge(tx, { before, limit: rowsMax }),
    )
    await database.transaction(async (tx) => {
      await objects.purge(tx, before)
      await inboxes.purge(tx, before)
      await holders.purge(tx)
    })
  },
})
