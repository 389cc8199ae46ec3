import type { JobContext, JobKind, NewJob } from '#/jobs/job.ts'
import { cancelOrphans, orphansPerTransaction } from '../attendees/orphans.ts'
import type { CalendarParts } from '../operation.ts'

const kind = 'calendar.sweep'
const eventsPerTransaction = 500

interface SweepPayload {
  readonly calendarKey: number
}

/** Asks for what is kept under a key to be removed, once nothing leads to it any more. */
export const sweepJob = (calendarKey: number): NewJob => ({
  kind,
  payload: { calendarKey } satisfies SweepPayload,
})

/**
 * The job that removes what deleted and cleared calendars have left behind, bit by bit: first the
 * copies that others have of it, then the events themselves.
 */
export const sweep = (parts: Pick<CalendarParts, 'calendars' | 'events' | 'clock'>): JobKind => ({
  kind,
  attemptsMax: 10,
  backoff: { firstMs: 10_000, factor: 3, capMs: 600_000, jitter: 0.5 },
  timeoutMs: 3_600_000,
  leaseMs: 60_000,
  run: async (payload: unknown, { database, signal }: JobContext) => {
    const { calendarKey } = payload as SweepPayload
    const { calendars, events } = parts
    if (await calendars.hasKey(database, calendarKey)) return
    let cancelled = orphansPerTransaction
    while (cancelled === orphansPerTransaction && !signal.aborted) {
      cancelled = await database.transaction((tx) => cancelOrphans(parts, tx, calendarKey))
    }
    let swept = eventsPerTransaction
    while (swept === eventsPerTransaction && !signal.aborted) {
      swept = await database.transaction((tx) =>
        events.sweep(tx, calendarKey, eventsPerTransaction),
      )
    }
  },
})
