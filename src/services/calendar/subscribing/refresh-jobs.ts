import { retryDelayMs } from '#/jobs/backoff.ts'
import { type JobContext, type JobKind, type NewJob, retriesOfRecurringJobs } from '#/jobs/job.ts'
import { ApiError } from '#/kernel/errors.ts'
import type { CalendarDependencies } from '../dependencies.ts'
import type { ContextOf } from '../objects/calendar-objects.ts'
import type { RefreshOutcome, SubscriptionRow } from '../store/ical/subscriptions.ts'
import { type DownloadFeed, FeedError } from './feed-download.ts'

const refreshKind = 'calendar.subscriptionRefresh'

const duePerTransaction = 100
const errorLengthMax = 500

/** How long a feed is left alone after failed attempts. */
const failureBackoff = { firstMs: 15 * 60_000, factor: 2, capMs: 86_400_000, jitter: 0.2 }

interface RefreshPayload {
  readonly calendarId: string
}

/** The job that reads the feed of a calendar. */
export const refreshJob = (calendarId: string): NewJob => ({
  kind: refreshKind,
  payload: { calendarId } satisfies RefreshPayload,
  key: calendarId,
})

interface RefreshDependencies extends CalendarDependencies {
  readonly download: DownloadFeed
  readonly contextOf: ContextOf
}

const jobDefaults = {
  ...retriesOfRecurringJobs,
  timeoutMs: 1_800_000,
} as const

/** The jobs of subscriptions: to read one feed, and to find those that are to be read again. */
export const subscriptionJobs = (
  dependencies: RefreshDependencies,
): readonly [JobKind<RefreshPayload>, JobKind] => [
  {
    kind: refreshKind,
    ...jobDefaults,
    run: ({ calendarId }, context) => refresh(dependencies, calendarId, context),
  },
  {
    kind: 'calendar.subscriptionsDue',
    pattern: '*/5 * * * *',
    ...jobDefaults,
    run: (_payload, context) => enqueueDue(dependencies, context),
  },
]

async function enqueueDue(
  { database, subscriptions, subscriptionLimits, enqueue }: RefreshDependencies,
  { clock, signal }: JobContext,
): Promise<void> {
  const waitMsMax = Math.max(subscriptionLimits.refreshMs, failureBackoff.capMs)
  let found = duePerTransaction
  while (found === duePerTransaction && !signal.aborted) {
    found = await database.transaction(async (tx) => {
      const nowMs = clock.nowMs()
      const latestMs = nowMs + waitMsMax
      const due = await subscriptions.due(tx, { nowMs, latestMs, limit: duePerTransaction })
      const refreshAtMs = nowMs + subscriptionLimits.refreshMs
      for (const { calendarId } of due) {
        await subscriptions.postpone(tx, { calendarId, refreshAtMs })
        await enqueue(tx, refreshJob(calendarId))
      }
      return due.length
    })
  }
}

/** Reads a feed and applies what has changed in it. What is wrong with a feed is recorded for its user. */
async function refresh(
  dependencies: RefreshDependencies,
  calendarId: string,
  { clock, signal }: JobContext,
): Promise<void> {
  const { database, subscriptions, subscriptionLimits } = dependencies
  const row = await subscriptions.find(database, calendarId)
  if (row === undefined) return
  const attemptedAtMs = clock.nowMs()
  let outcome: RefreshOutcome
  try {
    outcome = {
      ...(await refreshSubscription(dependencies, row, signal)),
      refreshAtMs: attemptedAtMs + subscriptionLimits.refreshMs,
      attemptedAtMs,
      refreshedAtMs: attemptedAtMs,
      failures: 0,
      error: null,
    }
  } catch (error) {
    if (!(error instanceof FeedError) && !(error instanceof ApiError && error.status < 500)) {
      throw error
    }
    const failures = row.failures + 1
    outcome = {
      ...row,
      refreshAtMs: attemptedAtMs + retryDelayMs(failureBackoff, failures, dependencies.randomBytes),
      attemptedAtMs,
      failures,
      error: error.message.slice(0, errorLengthMax).toWellFormed().replaceAll('\0', ''),
    }
  }
  await database.transaction((tx) => subscriptions.record(tx, calendarId, outcome))
}

type Refreshed = Pick<RefreshOutcome, 'skipped' | 'etag' | 'lastModified'>

async function refreshSubscription(
  { download, importedEventsMax: eventsMax, contextOf, calendars, database }: RefreshDependencies,
  row: SubscriptionRow,
  signal: AbortSignal,
): Promise<Refreshed> {
  const { skipped, etag, lastModified } = row
  const loaded = await download(row.address, row, signal)
  if (loaded.isSame) return { skipped, etag, lastModified }
  // Loaded on first use, because they bring a library.
  const { feedContent } = await import('./feed-objects.ts')
  const { applyFeed } = await import('./apply-feed.ts')
  const content = await feedContent(loaded.text, { eventsMax })
  const calendar = await calendars.find(row.calendarId)
  if (calendar === undefined) return { skipped, etag, lastModified }
  const email = await calendars.ownerEmail(database, calendar.ownerId)
  const owner = { userId: calendar.ownerId, email }
  return { ...loaded.version, ...(await applyFeed({ contextOf, owner, signal }, row, content)) }
}
