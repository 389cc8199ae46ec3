import { wireMoment } from '#/contract/moment.ts'
import { withoutAbsent } from '../event/event-content.ts'
import type { Subscription } from '../schemas/subscription.ts'
import type { SubscriptionRow } from '../store/ical/subscriptions.ts'

/** A subscription as its owner sees it. */
export const subscriptionReply = (row: SubscriptionRow, summary?: string): Subscription =>
  withoutAbsent({
    kind: 'almanac#subscription',
    calendarId: row.calendarId,
    address: row.address,
    summary,
    created: wireMoment(row.createdAtMs),
    lastAttempt: row.attemptedAtMs === null ? undefined : wireMoment(row.attemptedAtMs),
    lastRefresh: row.refreshedAtMs === null ? undefined : wireMoment(row.refreshedAtMs),
    nextRefresh: wireMoment(row.refreshAtMs),
    error: row.error ?? undefined,
    skippedEvents: row.skipped,
  })
