import type { JobContext, JobKind, NewJob } from '#/jobs/job.ts'
import { remindOfChosen } from './chosen.ts'
import { remindOfDefaults } from './defaults.ts'
import { Pass, type ReminderParts } from './pass.ts'
import { endProgress, noteClockSet, Overtaken, settledProgress } from './progress.ts'

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
