import { almanacApi } from '#/contract/almanac-api.ts'
import { string } from '#/contract/schema.ts'
import { notFound } from '#/kernel/errors.ts'
import { calendarIn } from '../calendar/calendar-row.ts'
import { operation } from '../operation.ts'
import { Subscription } from '../schemas/subscription.ts'
import { canWriteCalendars } from '../scopes.ts'
import { refreshJob } from '../subscribing/refresh-jobs.ts'
import { subscriptionReply } from '../subscribing/subscribe.ts'

export const refresh = operation(
  {
    id: 'calendar.subscriptions.refresh',
    api: almanacApi,
    http: 'POST /users/me/subscriptions/{calendarId}/refresh',
    summary: 'Schedules the refresh of a subscription, at most once a minute.',
    params: { calendarId: string({ about: 'The id of a calendar that follows a feed.' }) },
    reply: Subscription,
    scopes: canWriteCalendars,
    access: { calendarId: 'dataOwner' },
  },
  ({ store, subscriptions, clock, enqueue }) =>
    store.write(async (tx, { calendar }) => {
      const row = await subscriptions.find(tx, calendar.id)
      if (row === undefined) throw notFound()
      const earliestMs = (row.attemptedAtMs ?? 0) + betweenAttemptsMs
      const refreshAtMs = Math.max(clock.nowMs(), earliestMs)
      await enqueue(tx, { ...refreshJob(calendar.id), dueAtMs: refreshAtMs })
      return subscriptionReply({ ...row, refreshAtMs }, calendarIn(calendar).summary)
    }),
)

const betweenAttemptsMs = 60_000
