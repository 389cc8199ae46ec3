import { auditChain, auditChainTimes, auditPurge, auditPurgeTimes } from '#/audit/jobs.ts'
import { signInPurge, signInPurgeTimes } from '#/auth/sign-in-purge.ts'
import { tokenPurge, tokenPurgeTimes } from '#/auth/token-purge.ts'
import type { Core } from '#/core.ts'
import { enqueueWith } from '#/jobs/enqueue.ts'
import type { JobKind } from '#/jobs/job.ts'
import { Mails } from '#/jobs/mail/mails.ts'
import { mailPurge, mailPurgeTimes } from '#/jobs/mail/purge.ts'
import { mailSend } from '#/jobs/mail/send.ts'
import { SmtpTransport } from '#/jobs/mail/smtp-transport.ts'
import { Dispatcher } from '#/jobs/push/dispatcher.ts'
import { channelPurge, channelPurgeTimes } from '#/jobs/push/purge.ts'
import { WebhookTransport } from '#/jobs/push/transport.ts'
import { channelWarning, channelWarningTimes } from '#/jobs/push/warning.ts'
import { Timetable } from '#/jobs/timetable.ts'
import { JobWorker } from '#/jobs/worker.ts'
import { secureRandomBytes } from '#/kernel/randomness.ts'
import { quotaPurge, quotaPurgeTimes } from '#/quota/purge.ts'
import { importEnding, importEndingTimes } from '#/services/ads/platform/import-ending.ts'
import { reportWriting } from '#/services/ads/reports/report-job.ts'
import { reportPurge, reportPurgeTimes } from '#/services/ads/reports/report-purge.ts'
import { shelfSweep } from '#/services/books/shelf-sweep.ts'
import { calendarMail } from '#/services/calendar/mail/calendar-mail.ts'
import { calendarSource } from '#/services/calendar/push/calendar-source.ts'
import { reminders, remindersTimes } from '#/services/calendar/reminders/reminders.ts'
import { usageCount, usageCountTimes } from '#/services/calendar/store/storage-usage.ts'
import { tombstonePurge, tombstonePurgeTimes } from '#/services/calendar/writing/tombstone-purge.ts'
import { adoptClock } from '#/services/workbench/clock-setting.ts'

/** What the server does by itself: jobs, and what is due at certain times. */
export function openBackground(core: Core, origin: () => string) {
  const { database, clock, log, tokens, settings, calendar, books } = core
  const randomBytes = secureRandomBytes
  const enqueue = enqueueWith({ clock, randomBytes })
  const mails = new Mails({ ...settings, clock, enqueue })
  const { smtpUrl: url, mode } = settings
  const transport = url === '' ? undefined : new SmtpTransport({ url, mode })
  const kinds: JobKind[] = [
    auditChain,
    auditPurge(settings),
    quotaPurge,
    tokenPurge(tokens),
    signInPurge(clock),
    tombstonePurge(calendar),
    usageCount,
    calendar.reconciler.sweep as JobKind,
    calendar.reconciler.kind as JobKind,
    shelfSweep(books),
    calendarMail({ ...calendar, mails, origin }),
    ...reminders({
      ...settings,
      ...calendar,
      mails,
      origin,
      presentMs: async () => {
        if (settings.mode === 'dev') await adoptClock(database, clock)
        return clock.nowMs()
      },
      reminderLateMs: settings.reminderLateMinutes * 60_000,
    }),
    mailSend({ transport, log }),
    mailPurge(settings),
    channelPurge,
    channelWarning({ ...settings, mails, log }),
    reportPurge(core.ads),
    importEnding(core.ads),
  ]
  // Reports take long; they have places of their own, so that nothing else waits for them.
  const writing = reportWriting({ ...core.ads, timeoutMs: 2 * settings.reportTimeoutMs })
  const entries = [
    auditChainTimes,
    auditPurgeTimes,
    quotaPurgeTimes,
    tokenPurgeTimes,
    signInPurgeTimes,
    tombstonePurgeTimes,
    remindersTimes,
    mailPurgeTimes,
    channelPurgeTimes,
    reportPurgeTimes,
    importEndingTimes,
    ...(calendar.usage.isLimited ? [usageCountTimes] : []),
    ...(settings.channelWarningHours > 0 ? [channelWarningTimes] : []),
  ]
  return {
    worker: new JobWorker({
      database,
      clock,
      log,
      randomBytes,
      kinds,
      kindsElsewhere: [writing.kind],
      concurrency: settings.jobsConcurrency,
      drainMs: settings.drainTimeoutMs,
    }),
    reportWorker: new JobWorker({
      database,
      clock,
      log,
      randomBytes,
      kinds: [writing],
      kindsElsewhere: kinds.map(({ kind }) => kind),
      concurrency: settings.reportsConcurrency,
      drainMs: settings.drainTimeoutMs,
    }),
    timetable: new Timetable({ database, clock, log, enqueue, entries }),
    transport,
  }
}

/** What tells receivers of changes; it hears of those that this process makes. */
export function openDispatcher(core: Core, sender: () => string): Dispatcher {
  const { settings, calendar } = core
  const dispatcher = new Dispatcher({
    ...core,
    ...settings,
    randomBytes: secureRandomBytes,
    source: calendarSource(calendar),
    stops: calendar.channelStops,
    transport: new WebhookTransport({
      rules: calendar.watching.targets,
      timeoutMs: settings.webhookTimeoutMs,
      replyBytesMax: settings.webhookReplyBytesMax,
      connectionsPerHostMax: 2 * settings.webhookPerHostMax,
    }),
    sender,
  })
  calendar.changes.onChange((collection) => dispatcher.note(collection))
  return dispatcher
}
