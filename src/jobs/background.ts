import type { Clock } from '#/kernel/clock.ts'
import type { Log } from '#/kernel/log.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { PlatformSettings } from '#/kernel/settings/settings.ts'
import type { Tracer } from '#/kernel/tracing/tracer.ts'
import type { Database } from '#/storage/port.ts'
import type { Enqueue } from './enqueue.ts'
import type { JobKind } from './job.ts'
import type { Mails } from './mail/mails.ts'
import { mailPurge } from './mail/purge.ts'
import { mailSend } from './mail/send.ts'
import { SmtpTransport } from './mail/smtp-transport.ts'
import { channelPurge } from './push/channels/purge.ts'
import { channelSweep } from './push/channels/sweep.ts'
import { channelWarning } from './push/channels/warning.ts'
import { Dispatcher } from './push/dispatcher.ts'
import type { OutgoingContext } from './push/outgoing.ts'
import type { PushOutlet } from './push/source.ts'
import { WebhookTransport } from './push/webhook-transport.ts'
import { Timetable } from './timetable.ts'
import { JobWorker } from './worker.ts'

/** The background work of a part of the server. */
export interface Work {
  readonly jobs?: readonly JobKind[]
  /** Long-running jobs, which get a worker of their own so that other jobs do not wait for them. */
  readonly longJobs?: { readonly jobs: readonly JobKind[]; readonly concurrency: number }
  readonly push?: PushOutlet
}

interface BackgroundContext {
  readonly settings: PlatformSettings
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly randomBytes: RandomBytes
  readonly enqueue: Enqueue
  readonly mails: Mails
  readonly tracer?: Tracer | undefined
  /** The root URL in the User-Agent of push notifications. */
  readonly origin: () => string
}

/** Opens the background work of a server: jobs, the timetable, mail, and push notifications. */
export function openBackground(context: BackgroundContext, works: readonly Work[]) {
  const { settings, database, clock, log, randomBytes, mails, origin: sender } = context
  const common = { database, clock, log, randomBytes }
  const deliveries = new Counts()
  const mailAttempts = new Counts()
  const { smtpUrl: url, mode } = settings
  const transport = url === '' ? undefined : new SmtpTransport({ url, mode })
  const dispatchers = works
    .flatMap(({ push }) => push ?? [])
    .map((push) =>
      openDispatcher(push, { ...settings, ...common, sender, onDelivery: deliveries.add }),
    )
  const jobs = [
    mailSend({ transport, log, onAttempt: mailAttempts.add }) as JobKind,
    mailPurge(settings),
    channelPurge,
    channelSweep(dispatchers),
    channelWarning({ ...settings, mails, log }),
    ...works.flatMap((work) => work.jobs ?? []),
  ]
  const longJobs = works.flatMap((work) => work.longJobs ?? [])
  const kindsOf = (kinds: readonly JobKind[]) => kinds.map(({ kind }) => kind)
  const allKinds = kindsOf([...jobs, ...longJobs.flatMap((long) => long.jobs)])
  const workers = [{ jobs, concurrency: settings.jobsConcurrency }, ...longJobs].map(
    (taken) =>
      new JobWorker({
        ...common,
        kinds: taken.jobs,
        kindsElsewhere: allKinds.filter((kind) => !kindsOf(taken.jobs).includes(kind)),
        concurrency: taken.concurrency,
        drainMs: settings.drainTimeoutMs,
        tracer: context.tracer,
      }),
  )
  const timetable = new Timetable({
    ...common,
    enqueue: context.enqueue,
    entries: jobs.flatMap(({ kind, pattern }) =>
      pattern === undefined ? [] : { name: kind, pattern, kind },
    ),
  })
  return {
    /** Enqueues the job of an entry of the timetable; returns whether there is such an entry. */
    runEntry: (name: string) => timetable.run(name),
    part: {
      metrics: [
        {
          name: 'almanac_push_deliveries_total',
          help: 'Attempts of this process to deliver push notifications, by outcome.',
          kind: 'counter',
          label: 'outcome',
          value: () => deliveries.counts,
        },
        {
          name: 'almanac_mails_total',
          help: 'Attempts of this process to send mail, by the state of the mail afterwards.',
          kind: 'counter',
          label: 'state',
          value: () => mailAttempts.counts,
        },
      ] as const,
      async start(): Promise<void> {
        await timetable.start()
        for (const worker of workers) await worker.start()
        for (const dispatcher of dispatchers) await dispatcher.start()
      },
      forget(incarnation: string): void {
        void timetable.adopt().catch((err) => log.warn('could not update the timetable', { err }))
        for (const dispatcher of dispatchers) void dispatcher.renew(incarnation)
      },
      async stop(): Promise<void> {
        await timetable.stop()
        for (const worker of workers) await worker.stop()
        for (const dispatcher of dispatchers) await dispatcher.stop()
        transport?.close()
      },
    },
  }
}

/** Counts by a name. */
class Counts {
  readonly counts = new Map<string, number>()

  readonly add = (name: string): void => {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
  }
}

interface DispatcherContext extends Omit<OutgoingContext, 'stops' | 'transport'> {
  readonly webhookReplyBytesMax: number
}

/** Opens a dispatcher and subscribes it to the changes that this process makes. */
function openDispatcher(
  { source, stops, targets, onChange }: PushOutlet,
  context: DispatcherContext,
): Dispatcher {
  const transport = new WebhookTransport({
    rules: targets,
    timeoutMs: context.webhookTimeoutMs,
    replyBytesMax: context.webhookReplyBytesMax,
    connectionsPerHostMax: 2 * context.webhookPerHostMax,
  })
  const dispatcher = new Dispatcher({ ...context, source, stops, transport })
  onChange((collection) => dispatcher.note(collection))
  return dispatcher
}
