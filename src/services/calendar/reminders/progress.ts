import type { Database, Transaction } from '#/storage/port.ts'
import {
  addProgress,
  lockedProgressText,
  progressText,
  putProgress,
  type ReminderProgress,
  reminderRows,
} from '../store/reminders.ts'

/** Another pass has moved on meanwhile, so that what this one has found may be old. */
export class Overtaken extends Error {
  constructor() {
    super('Another pass over the reminders has come between.')
    this.name = 'Overtaken'
  }
}

/** What a pass begins with. */
export interface SettledProgress extends Pick<ReminderProgress, 'throughMs' | 'turns'> {
  /** The progress as it is kept. */
  readonly text: string
  readonly nowMs: number
}

interface Context {
  readonly database: Database
  /** The time as all processes have it, also when one of them has just set the clock. */
  readonly presentMs: () => Promise<number>
}

/** A clock that is set right may go back by so much; a clock that goes back further was turned. */
const driftMsMax = 120_000
const rowsPerTransaction = 250

/** Notes since when reminders are due here, at the start of a server or of a new state. */
export const beginProgress = (database: Database, nowMs: number): Promise<void> =>
  database.transaction((tx) => addProgress(tx, { throughMs: nowMs, turns: 0 }))

/** Notes that the clock was set: passes that go by the time before are over, and time may repeat. */
export const noteClockSet = (database: Database, atMs: number): Promise<void> =>
  database.transaction(async (tx) => {
    const { isTurnedBack, ...progress } = await lockedProgress(tx, atMs)
    const isBack = isTurnedBack || reachOf(progress) > atMs
    await putProgress(tx, {
      ...progress,
      throughMs: Math.min(progress.throughMs, atMs),
      turns: progress.turns + 1,
      ...(isBack && { isTurnedBack: true }),
    })
  })

/** Where to begin, once everything that is to come is where a pass finds it. */
export async function settledProgress(context: Context): Promise<SettledProgress> {
  const { database, presentMs } = context
  const text = await progressText(database)
  // Asked for after the progress, so that a clock that is set meanwhile is noticed by the latter.
  const nowMs = await presentMs()
  if (text === undefined) await beginProgress(database, nowMs)
  else {
    const progress = progressIn(text)
    const { throughMs, turns, isTurnedBack } = progress
    const reachMs = reachOf(progress)
    if (isTurnedBack) await lookAtEverything(database, { text, throughMs, turns, nowMs })
    else if (reachMs > nowMs + driftMsMax) await noteClockSet(database, nowMs)
    else if (reachMs >= nowMs - driftMsMax) return { text, throughMs, turns, nowMs }
    else {
      await guarded(database, text, (tx) => putProgress(tx, { throughMs, towardsMs: nowMs, turns }))
    }
  }
  return settledProgress(context)
}

/** Notes that all is done that was due by now. */
export const endProgress = (
  database: Database,
  { text, throughMs, turns, nowMs }: SettledProgress,
): Promise<void> =>
  guarded(database, text, (tx) => putProgress(tx, { throughMs: Math.max(throughMs, nowMs), turns }))

/** Runs what a pass writes, unless another one has come between. */
export const guarded = <T>(
  database: Database,
  text: string,
  body: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  database.transaction(async (tx) => {
    if ((await lockedProgressText(tx)) !== text) throw new Overtaken()
    return body(tx)
  })

async function lookAtEverything(
  database: Database,
  { text, throughMs, turns, nowMs }: SettledProgress,
): Promise<void> {
  const some = { now: nowMs, limit: rowsPerTransaction }
  const hasten = () => guarded(database, text, (tx) => reminderRows.hasten(tx, some))
  while ((await hasten()) > 0);
  await guarded(database, text, (tx) => putProgress(tx, { throughMs, turns }))
}

async function lockedProgress(tx: Transaction, nowMs: number): Promise<ReminderProgress> {
  const text = await lockedProgressText(tx)
  if (text !== undefined) return progressIn(text)
  await addProgress(tx, { throughMs: nowMs, turns: 0 })
  return progressIn((await lockedProgressText(tx))!)
}

/** What is later than that is as it was written. */
const reachOf = ({ throughMs, towardsMs = throughMs }: ReminderProgress) =>
  Math.max(throughMs, towardsMs)

const progressIn = (text: string) => JSON.parse(text) as ReminderProgress
