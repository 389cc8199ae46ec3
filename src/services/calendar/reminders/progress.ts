import type { Database, Transaction } from '#/storage/port.ts'
import {
  addProgress,
  lockedProgressText,
  progressText,
  putProgress,
  type ReminderProgress,
  reminderRows,
} from '../store/reminders.ts'

/** Another pass has made progress meanwhile, so what this one has found may be stale. */
export class Overtaken extends Error {
  constructor() {
    super('Another pass over the reminders has come between.')
    this.name = 'Overtaken'
  }
}

/** The state that a pass starts from. */
export interface SettledProgress extends Pick<ReminderProgress, 'throughMs' | 'turns'> {
  /** The progress as stored. */
  readonly text: string
  readonly nowMs: number
}

interface Context {
  readonly database: Database
  /** The current time for all processes, even if one of them has just set the clock. */
  readonly presentMs: () => Promise<number>
}

/** A clock that is corrected may go back by this much; beyond, it counts as set back. */
const driftMsMax = 120_000
const rowsPerTransaction = 250

/** Stores the initial progress when a server or a new state starts. */
export const beginProgress = (database: Database, nowMs: number): Promise<void> =>
  database.transaction((tx) => addProgress(tx, { throughMs: nowMs, turns: 0 }))

/** Records that the clock was set. This overtakes running passes, and time may repeat. */
export const noteClockSet = (database: Database, atMs: number): Promise<void> =>
  database.transaction(async (tx) => {
    const { isTurnedBack, ...progress } = await lockProgress(tx, atMs)
    const isBack = isTurnedBack || reachOf(progress) > atMs
    await putProgress(tx, {
      ...progress,
      throughMs: Math.min(progress.throughMs, atMs),
      turns: progress.turns + 1,
      ...(isBack && { isTurnedBack: true }),
    })
  })

/** Brings the progress into a state that a pass can start from, and returns it. */
export async function settleProgress(context: Context): Promise<SettledProgress> {
  const { database, presentMs } = context
  const text = await progressText(database)
  // Read after the progress, so that setting the clock meanwhile is noticed.
  const nowMs = await presentMs()
  if (text === undefined) await beginProgress(database, nowMs)
  else {
    const progress = progressIn(text)
    const { throughMs, turns, isTurnedBack } = progress
    const reachMs = reachOf(progress)
    if (isTurnedBack) await recheckEverything(database, { text, throughMs, turns, nowMs })
    else if (reachMs > nowMs + driftMsMax) await noteClockSet(database, nowMs)
    else if (reachMs >= nowMs - driftMsMax) return { text, throughMs, turns, nowMs }
    else {
      await writeUnlessOvertaken(database, text, (tx) =>
        putProgress(tx, { throughMs, towardsMs: nowMs, turns }),
      )
    }
  }
  return settleProgress(context)
}

/** Records that everything due by now has been handled. */
export const endProgress = (
  database: Database,
  { text, throughMs, turns, nowMs }: SettledProgress,
): Promise<void> =>
  writeUnlessOvertaken(database, text, (tx) =>
    putProgress(tx, { throughMs: Math.max(throughMs, nowMs), turns }),
  )

/** Runs the write of a pass, unless another pass has overtaken it. */
export const writeUnlessOvertaken = <T>(
  database: Database,
  text: string,
  body: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  database.transaction(async (tx) => {
    if ((await lockedProgressText(tx)) !== text) throw new Overtaken()
    return body(tx)
  })

async function recheckEverything(
  database: Database,
  { text, throughMs, turns, nowMs }: SettledProgress,
): Promise<void> {
  const batch = { now: nowMs, limit: rowsPerTransaction }
  const makeDue = () =>
    writeUnlessOvertaken(database, text, (tx) => reminderRows.makeDue(tx, batch))
  while ((await makeDue()) > 0);
  await writeUnlessOvertaken(database, text, (tx) => putProgress(tx, { throughMs, turns }))
}

async function lockProgress(tx: Transaction, nowMs: number): Promise<ReminderProgress> {
  const text = await lockedProgressText(tx)
  if (text !== undefined) return progressIn(text)
  await addProgress(tx, { throughMs: nowMs, turns: 0 })
  return progressIn((await lockedProgressText(tx))!)
}

/** The latest time that passes may have handled. */
const reachOf = ({ throughMs, towardsMs = throughMs }: ReminderProgress) =>
  Math.max(throughMs, towardsMs)

const progressIn = (text: string) => JSON.parse(text) as ReminderProgress
