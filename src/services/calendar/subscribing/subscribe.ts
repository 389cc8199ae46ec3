import { wireMoment } from '#/contract/moment.ts'
import type { User } from '#/contract/operation.ts'
import { invalidField, requiredField } from '#/kernel/errors.ts'
import type { TargetRules } from '#/kernel/outgoing/target-rules.ts'
import { draftCalendar } from '../calendar/calendar.ts'
import { createCalendar } from '../calendar/provision.ts'
import { chosenTimeZone } from '../calendar/user-settings.ts'
import type { CalendarDependencies } from '../dependencies.ts'
import { quotaExceeded } from '../errors.ts'
import { withoutAbsent } from '../event/event-content.ts'
import type { Subscription } from '../schemas/subscription.ts'
import type { SubscriptionRow } from '../store/ical/subscriptions.ts'
import { refreshJob } from './refresh-jobs.ts'

const addressLengthMax = 2_000

export interface SubscriptionDraft {
  readonly owner: Pick<User, 'userId' | 'email'>
  /** Empty if it was not created by a client. */
  readonly clientId: string
  readonly address: string | undefined
  readonly summary: string | undefined
}

/** Creates a calendar that follows a feed, which a job reads after the commit. */
export async function subscribe(
  context: CalendarDependencies,
  { owner: { userId, email }, clientId, address, summary = '' }: SubscriptionDraft,
): Promise<SubscriptionRow> {
  const { calendars, subscriptions, clock, subscriptionLimits } = context
  const target = feedTarget(address, context.watching.targets)
  const { byId: settings } = await context.settings.of(userId)
  const isNamed = summary.trim() !== ''
  const calendar = draftCalendar(
    { id: context.newSubscribedId(), dataOwner: email },
    { summary: isNamed ? summary : target.host },
    { timeZone: chosenTimeZone(settings) },
  )
  const nowMs = clock.nowMs()
  const row: SubscriptionRow = {
    calendarId: calendar.id!,
    address: target.href,
    isNamed: isNamed ? 1 : 0,
    createdAtMs: nowMs,
    refreshAtMs: nowMs + subscriptionLimits.refreshMs,
    attemptedAtMs: null,
    refreshedAtMs: null,
    failures: 0,
    error: null,
    skipped: 0,
    etag: null,
    lastModified: null,
  }
  return context.database.transaction(async (tx) => {
    await createCalendar(context, tx, {
      calendar,
      owner: { id: userId, email },
      clientId,
      nowMs,
      key: context.newCalendarKey(row.calendarId),
    })
    // The user's list is locked, so calendars can't be created concurrently.
    await calendars.requireAtMost(tx, userId, context.calendarsPerUserMax)
    await subscriptions.add(tx, row)
    const { perUserMax } = subscriptionLimits
    const { length } = await subscriptions.listOf(tx, userId)
    if (perUserMax > 0 && length > perUserMax) {
      throw quotaExceeded(`A user can have at most ${perUserMax} subscriptions.`)
    }
    await context.enqueue(tx, refreshJob(row.calendarId))
    return row
  })
}

const faults = {
  notAnAddress: 'The address of a feed has to be a web address without a password.',
  notHttps: 'The address of a feed has to begin with https:// or webcal://.',
  notPublic: 'The address of a feed has to be a public one.',
  port: 'Feeds are not read from this port of an address.',
  host: 'This server does not read feeds from this host.',
} as const

/** The address of a feed, under the same rules as the addresses of webhooks. */
function feedTarget(address: string | undefined, rules: TargetRules): URL {
  const text = address?.trim() ?? ''
  if (text === '') throw requiredField('Missing address.')
  if (text.length > addressLengthMax) {
    throw invalidField(`The address of a feed has at most ${addressLengthMax} characters.`)
  }
  const target = text.replace(/^webcals?:/i, 'https:')
  const fault = rules.faultOf(target)
  if (fault !== undefined) throw invalidField(faults[fault])
  const url = new URL(target)
  url.hash = ''
  return url
}

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
