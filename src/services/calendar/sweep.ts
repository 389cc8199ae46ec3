import type { JobContext, JobKind, NewJob } from '#/jobs/job.ts'
import type { CalendarParts } from './operation.ts'

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

/** The job that removes what deleted and cleared calendars have left behind, bit by bit. */
export const sweep = ({
  calendars,
  events,
}: Pick<CalendarParts, 'calendars' | 'events'>): JobKind => ({
  kind,
  attemptsMax: 10,
  backoff: { firstMs: 10_000, factor: 3, capMs: 600_000, jitter: 0.5 },
  timeoutMs: 3_600_000,
  leaseMs: 60_000,
  run: async (payload: unknown, { database, signal }: JobContext) => {
    const { calendarKey } = payload as SweepPayload
    if (await calendars.hasKey(database, calendarKey)) return
    let swept = eventsPerTransaction
    while (swept === eventsPerTransaction && !signal.aborted) {
      swept = await database.transaction((tx) =>
        events.sweep(tx, calendarKey, eventsPerTransaction),
      )
    }
  },
})
