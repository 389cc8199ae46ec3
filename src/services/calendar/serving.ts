import type { JobKind } from '#/jobs/job.ts'
import { Seal } from '#/kernel/seal.ts'
import type { PlatformSettings } from '#/kernel/settings/settings.ts'
import type { Platform, ServedService, ServerPlatform } from '#/services/service.ts'
import type { CalendarDependencies } from './dependencies.ts'
import { calendarMail, calendarMailKind } from './mail/calendar-mail.ts'
import { ExternalMail } from './mail/external-mail.ts'
import { calendarContext } from './operation.ts'
import { calendarSource } from './push/calendar-source.ts'
import { LostEntries } from './push/lost-entries.ts'
import { readModelMetrics } from './read-model/read-model.ts'
import { beginProgress } from './reminders/progress.ts'
import { clockSetJob, clockSetKind, reminders } from './reminders/reminders.ts'
import type { CalendarSettings } from './service-settings.ts'
import { usageCount } from './store/storage-usage.ts'
import { feedDownloads } from './subscribing/feed-download.ts'
import { subscriptionJobs } from './subscribing/refresh-jobs.ts'
import { tombstonePurge } from './writing/sweep.ts'

interface ServedContext {
  readonly context: ReturnType<typeof calendarContext>
}

interface CalendarServer extends Platform, ServerPlatform {
  readonly settings: PlatformSettings & CalendarSettings
}

/** Runs the calendar service in a server. */
export async function serveCalendar(
  calendar: CalendarDependencies,
  server: CalendarServer,
): Promise<Omit<ServedService, 'service' | 'context'> & ServedContext> {
  const { settings, clock, log, mails, origin } = server
  const { database, channels, streams } = calendar
  const secret = await server.secret()
  channels.useSeal(new Seal(secret, 'almanac channels', server.randomBytes))
  calendar.feeds.useSeal(new Seal(secret, 'almanac feeds', server.randomBytes))
  const lostEntries = new LostEntries({ ...calendar, log }, () => streams.userIds)
  const externalMail = new ExternalMail({
    allowances: server.allowances,
    perDayMax: settings.externalMailPerDay,
  })
  const contextOf = calendarContext({ ...calendar, externalMail })
  const { feedBytesMax } = calendar.subscriptionLimits
  const download = feedDownloads({ rules: calendar.watching.targets, feedBytesMax })
  return {
    basePath: settings.calendarBasePath,
    context: contextOf,
    jobs: [
      tombstonePurge(calendar),
      calendar.usage.isLimited ? usageCount : { ...usageCount, pattern: undefined },
      ...(subscriptionJobs({ ...calendar, contextOf, download }) as readonly JobKind[]),
      calendar.reconciler.sweep as JobKind,
      calendar.reconciler.kind as JobKind,
      calendarMail({ ...calendar, mails, origin }) as JobKind,
      ...reminders({
        ...calendar,
        mails,
        origin,
        presentMs: server.presentMs,
        reminderLateMs: settings.reminderLateMinutes * 60_000,
        remindersAtOnceMax: settings.remindersAtOnceMax,
      }),
    ],
    mailKinds: [calendarMailKind, clockSetKind],
    clockJobs: (atMs) => [clockSetJob(atMs)],
    push: {
      source: calendarSource(calendar),
      stops: calendar.channelStops,
      targets: calendar.watching.targets,
      onChange: (listener) => calendar.changes.onChange(listener),
    },
    metrics: readModelMetrics(calendar.readModel),
    prepare: () => beginProgress(database, clock.nowMs()),
    start: async () => {
      await lostEntries.start()
      await streams.start()
    },
    endStreams: () => streams.endAll(),
    forget: () => streams.endAll(),
    stop: () => lostEntries.stop(),
  }
}
