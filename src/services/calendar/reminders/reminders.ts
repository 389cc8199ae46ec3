import type { JobContext, JobKind, NewJob } from '#/jobs/job.ts'
import type { NewMail } from '#/jobs/mail/mail.ts'
import type { Mails } from '#/jobs/mail/mails.ts'
import type { Transaction } from '#/storage/port.ts'
import type { CalendarRow } from '../calendar/calendar-row.ts'
import type { CalendarDependencies } from '../dependencies.ts'
import { sendCustomReminders, sendDefaultReminders } from './due-reminders.ts'
import type { Occurrence, StartWindow } from './occurrences.ts'
import {
  endProgress,
  noteClockSet,
  Overtaken,
  type SettledProgress,
  settleProgress,
  writeUnlessOvertaken,
} from './progress.ts'
import { dueMail, type Recipient, recipientOf } from './reminder-mail.ts'

interface ReminderDependencies
  extends Pick<
    CalendarDependencies,
    'database' | 'calendars' | 'roles' | 'lists' | 'settings' | 'models'
  > {
  readonly mails: Mails
  /** The base URL for links. */
  readonly origin: () => string
  /** The current time for all processes, even if one of them has just set the clock. */
  readonly presentMs: () => Promise<number>
  /** How late a reminder may be sent. */
  readonly reminderLateMs: number
  /** Maximum reminders per user and pass; the rest is dropped. */
  readonly remindersAtOnceMax: number
}

export const clockSetKind = 'calendar.clockSet'

interface ClockSet {
  readonly atMs: number
}

/** The job that checks reminders after the clock was set. */
export const clockSetJob = (atMs: number): NewJob => ({
  kind: clockSetKind,
  payload: { atMs } satisfies ClockSet,
  dueAtMs: 0,
})

/** Passes of other processes can overtake this one, but each of them makes progress. */
const passesMax = 100

const jobDefaults = {
  attemptsMax: 5,
  backoff: { firstMs: 5_000, factor: 3, capMs: 60_000, jitter: 0.5 },
  timeoutMs: 3_600_000,
  leaseMs: 60_000,
} as const

/** The jobs that send due reminders by mail: every minute, and after the clock was set. */
export function reminders(
  dependencies: ReminderDependencies,
): readonly [JobKind, JobKind<ClockSet>] {
  const passes = new Passes(dependencies)
  return [
    {
      kind: 'calendar.reminders',
      pattern: '* * * * *',
      ...jobDefaults,
      run: async (_payload, context) => {
        // A pending pass will find everything.
        if (!passes.hasPending) await passes.next(context)
      },
    },
    {
      kind: clockSetKind,
      ...jobDefaults,
      run: async ({ atMs }, context) => {
        await noteClockSet(dependencies.database, atMs)
        await passes.next(context)
      },
    },
  ]
}

/** The passes of this process, one at a time. */
class Passes {
  readonly #dependencies: ReminderDependencies
  #current: Promise<void> = Promise.resolve()
  #pending: Promise<void> | undefined

  constructor(dependencies: ReminderDependencies) {
    this.#dependencies = dependencies
  }

  get hasPending(): boolean {
    return this.#pending !== undefined
  }

  /** Resolves at the end of a pass that starts after this call. */
  next(context: JobContext): Promise<void> {
    this.#pending ??= this.#after(this.#current, context)
    return this.#pending
  }

  async #after(before: Promise<void>, context: JobContext): Promise<void> {
    await before.catch(() => {})
    this.#current = this.#pending!
    this.#pending = undefined
    await passThrough(this.#dependencies, context)
  }
}

async function passThrough(
  dependencies: ReminderDependencies,
  { signal }: JobContext,
): Promise<void> {
  for (let passes = 1; ; passes++) {
    signal.throwIfAborted()
    try {
      const progress = await settleProgress(dependencies)
      const pass = new Pass(dependencies, progress)
      await sendCustomReminders(pass, signal)
      await sendDefaultReminders(pass, signal)
      return await endProgress(dependencies.database, progress)
    } catch (error) {
      if (!(error instanceof Overtaken) || passes === passesMax) throw error
    }
  }
}

interface DueReminder {
  readonly calendar: CalendarRow
  readonly userId: string
  readonly occurrence: Occurrence
  readonly minutes: number
}

/**
 * How far passes overlap, because a write may commit late. The id of its mail keeps a reminder from
 * being sent twice.
 */
const overlapMs = 120_000
/** Few enough not to delay requests. */
const writesPerTransaction = 25
const minuteMs = 60_000

/** One search for due reminders, which writes their mails in small transactions. */
export class Pass {
  readonly dependencies: ReminderDependencies
  readonly nowMs: number
  readonly #text: string
  readonly #afterMs: number
  readonly #recipients = new Map<string, Recipient | undefined>()
  readonly #counts = new Map<string, number>()
  #mails: NewMail[] = []
  #writes: ((tx: Transaction) => Promise<unknown>)[] = []

  constructor(dependencies: ReminderDependencies, { text, throughMs, nowMs }: SettledProgress) {
    this.dependencies = dependencies
    this.nowMs = nowMs
    this.#text = text
    this.#afterMs = Math.max(throughMs - overlapMs, nowMs - dependencies.reminderLateMs)
  }

  /** The start times of events whose reminders that many minutes before are due. */
  startsFor(minutes: number): StartWindow {
    const beforeMs = minutes * minuteMs
    return { afterMs: this.#afterMs + beforeMs, untilMs: this.nowMs + beforeMs }
  }

  /** Whether the user is below the limit of reminders per pass. */
  hasRoomFor(userId: string): boolean {
    return this.#countOf(userId) < this.dependencies.remindersAtOnceMax
  }

  async remind(due: DueReminder): Promise<void> {
    if (!this.hasRoomFor(due.userId)) return
    const recipient = await this.#recipientOf(due)
    const mail = recipient && dueMail(due, recipient, this.dependencies.origin())
    if (mail === undefined) return
    this.#counts.set(due.userId, this.#countOf(due.userId) + 1)
    this.#mails.push(mail)
    await this.#flushMany()
  }

  /** Adds a write to the transaction of the mails so far, or to a later one. */
  async queueWrite(write: (tx: Transaction) => Promise<unknown>): Promise<void> {
    this.#writes.push(write)
    await this.#flushMany()
  }

  #countOf(userId: string): number {
    return this.#counts.get(userId) ?? 0
  }

  async #flushMany(): Promise<void> {
    if (this.#mails.length + this.#writes.length >= writesPerTransaction) await this.flush()
  }

  async flush(): Promise<void> {
    const [mails, writes] = [this.#mails, this.#writes]
    this.#mails = []
    this.#writes = []
    this.#recipients.clear()
    if (mails.length + writes.length === 0) return
    await writeUnlessOvertaken(this.dependencies.database, this.#text, async (tx) => {
      for (const mail of mails) await this.dependencies.mails.put(tx, mail)
      for (const write of writes) await write(tx)
    })
  }

  async #recipientOf({ calendar, userId }: DueReminder): Promise<Recipient | undefined> {
    const key = `${calendar.key} ${userId}`
    if (!this.#recipients.has(key)) {
      this.#recipients.set(key, await recipientOf(this.dependencies, calendar, userId))
    }
    return this.#recipients.get(key)
  }
}
