import type { JobContext, JobKind, NewJob } from '#/jobs/job.ts'
import type { NewMail } from '#/jobs/mail/mail.ts'
import type { Mails } from '#/jobs/mail/mails.ts'
import type { Transaction } from '#/storage/port.ts'
import type { CalendarParts } from '../operation.ts'
import type { CalendarRow } from '../store/calendars.ts'
import { remindOfChosen } from './chosen.ts'
import { remindOfDefaults } from './defaults.ts'
import type { Occurrence, StartWindow } from './occurrences.ts'
import {
  endProgress,
  guarded,
  noteClockSet,
  Overtaken,
  type SettledProgress,
  settledProgress,
} from './progress.ts'
import { dueMail, type Recipient, recipientOf } from './reminder-mail.ts'

interface ReminderParts
  extends Pick<
    CalendarParts,
    'database' | 'calendars' | 'roles' | 'lists' | 'settings' | 'models'
  > {
  readonly mails: Mails
  /** The address of this server, for links. */
  readonly origin: () => string
  /** The time as all processes have it, also when one of them has just set the clock. */
  readonly presentMs: () => Promise<number>
  /** How long after its time a reminder is still sent. */
  readonly reminderLateMs: number
  /** Most reminders that a pass has for one user; what is more is dropped. */
  readonly remindersAtOnceMax: number
}

const minutelyKind = 'calendar.reminders'
export const clockSetKind = 'calendar.clockSet'

interface ClockSet {
  readonly atMs: number
}

/** Asks for a look at what is due now that the clock shows another time, whichever it was before. */
export const clockSetJob = (atMs: number): NewJob => ({
  kind: clockSetKind,
  payload: { atMs } satisfies ClockSet,
  dueAtMs: 0,
})

export const remindersTimes = { name: minutelyKind, pattern: '* * * * *', kind: minutelyKind }

/** Other processes pass as well, and each of them gets on. */
const passesMax = 100

const inCommon = {
  attemptsMax: 5,
  backoff: { firstMs: 5_000, factor: 3, capMs: 60_000, jitter: 0.5 },
  timeoutMs: 3_600_000,
  leaseMs: 60_000,
} as const

/** The jobs that mail the reminders that have fallen due: every minute, and when the clock was set. */
export function reminders(parts: ReminderParts): readonly [JobKind, JobKind<ClockSet>] {
  const passes = new Passes(parts)
  return [
    {
      kind: minutelyKind,
      ...inCommon,
      run: async (_payload, context) => {
        // A pass that has not begun will see all that another one would see.
        if (!passes.isOneToCome) await passes.next(context)
      },
    },
    {
      kind: clockSetKind,
      ...inCommon,
      run: async ({ atMs }, context) => {
        await noteClockSet(parts.database, atMs)
        await passes.next(context)
      },
    },
  ]
}

/** The passes of this process, one at a time. */
class Passes {
  readonly #parts: ReminderParts
  #present: Promise<void> = Promise.resolve()
  #toCome: Promise<void> | undefined

  constructor(parts: ReminderParts) {
    this.#parts = parts
  }

  get isOneToCome(): boolean {
    return this.#toCome !== undefined
  }

  /** Resolves when a pass is over that begins after this was called. */
  next(context: JobContext): Promise<void> {
    this.#toCome ??= this.#after(this.#present, context)
    return this.#toCome
  }

  async #after(before: Promise<void>, context: JobContext): Promise<void> {
    await before.catch(() => {})
    this.#present = this.#toCome!
    this.#toCome = undefined
    await passThrough(this.#parts, context)
  }
}

async function passThrough(parts: ReminderParts, { signal }: JobContext): Promise<void> {
  for (let passes = 1; ; passes++) {
    signal.throwIfAborted()
    try {
      const progress = await settledProgress(parts)
      const pass = new Pass(parts, progress)
      await remindOfChosen(pass, signal)
      await remindOfDefaults(pass, signal)
      return await endProgress(parts.database, progress)
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
 * How far back a pass looks behind the one before. A write takes its time before it commits; what is
 * found a second time is known by the id of its mail.
 */
const overlapMs = 120_000
/** Few enough that requests get their turn in between. */
const writesPerTransaction = 25
const minuteMs = 60_000

/** Finds what has fallen due since the last time, and writes it in bits. */
export class Pass {
  readonly parts: ReminderParts
  readonly nowMs: number
  readonly #text: string
  readonly #afterMs: number
  readonly #recipients = new Map<string, Recipient | undefined>()
  readonly #counts = new Map<string, number>()
  #mails: NewMail[] = []
  #moves: ((tx: Transaction) => Promise<unknown>)[] = []

  constructor(parts: ReminderParts, { text, throughMs, nowMs }: SettledProgress) {
    this.parts = parts
    this.nowMs = nowMs
    this.#text = text
    this.#afterMs = Math.max(throughMs - overlapMs, nowMs - parts.reminderLateMs)
  }

  /** When something starts whose reminder is due. */
  startsFor(minutes: number): StartWindow {
    const beforeMs = minutes * minuteMs
    return { afterMs: this.#afterMs + beforeMs, untilMs: this.nowMs + beforeMs }
  }

  /** Whether the user can be reminded of still more. */
  hasRoomFor(userId: string): boolean {
    return this.#countOf(userId) < this.parts.remindersAtOnceMax
  }

  async remind(due: DueReminder): Promise<void> {
    if (!this.hasRoomFor(due.userId)) return
    const recipient = await this.#recipientOf(due)
    const mail = recipient && dueMail(due, recipient, this.parts.origin())
    if (mail === undefined) return
    this.#counts.set(due.userId, this.#countOf(due.userId) + 1)
    this.#mails.push(mail)
    await this.#flushMany()
  }

  /** What is to be written together with the mails so far, or after them. */
  async thereupon(move: (tx: Transaction) => Promise<unknown>): Promise<void> {
    this.#moves.push(move)
    await this.#flushMany()
  }

  #countOf(userId: string): number {
    return this.#counts.get(userId) ?? 0
  }

  async #flushMany(): Promise<void> {
    if (this.#mails.length + this.#moves.length >= writesPerTransaction) await this.flush()
  }

  async flush(): Promise<void> {
    const [mails, moves] = [this.#mails, this.#moves]
    this.#mails = []
    this.#moves = []
    this.#recipients.clear()
    if (mails.length + moves.length === 0) return
    await guarded(this.parts.database, this.#text, async (tx) => {
      for (const mail of mails) await this.parts.mails.put(tx, mail)
      for (const move of moves) await move(tx)
    })
  }

  async #recipientOf({ calendar, userId }: DueReminder): Promise<Recipient | undefined> {
    const key = `${calendar.key} ${userId}`
    if (!this.#recipients.has(key)) {
      this.#recipients.set(key, await recipientOf(this.parts, calendar, userId))
    }
    return this.#recipients.get(key)
  }
}
