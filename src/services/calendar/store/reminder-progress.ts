import type { Reader, Transaction } from '#/storage/port.ts'
import { none, statement } from '#/storage/statement.ts'

/** How far reminders have been mailed. */
export interface ReminderProgress {
  /** What was due then or earlier is done with. */
  readonly throughMs: number
  /** Until when a pass that has not ended may have dealt with some of it. */
  readonly towardsMs?: number
  /** How often the clock was set. */
  readonly turns: number
  /** The clock was turned back, so that what is to come has to be found again. */
  readonly isTurnedBack?: true
}

/** The progress as text, by which a pass knows that no other one has come between. */
export const progressText = async (reader: Reader): Promise<string | undefined> =>
  (await reader.first(find, none))?.value

/** The same, kept from changing until the transaction ends. */
export const lockedProgressText = async (tx: Transaction): Promise<string | undefined> =>
  (await tx.first(lock, none))?.value

/** Notes where to begin, unless that is known. */
export async function addProgress(tx: Transaction, progress: ReminderProgress): Promise<void> {
  await tx.run(add, { value: JSON.stringify(progress) })
}

export async function putProgress(tx: Transaction, progress: ReminderProgress): Promise<void> {
  await tx.run(put, { value: JSON.stringify(progress) })
}

const find = statement<typeof none, { value: string }>(
  `select value from meta where name = 'reminders'`,
)

const lock = statement<typeof none, { value: string }>(
  ({ forUpdate }) => `select value from meta where name = 'reminders' ${forUpdate}`,
)

const add = statement<{ value: string }>(
  `insert into meta (name, value) values ('reminders', :value) on conflict (name) do nothing`,
)

const put = statement<{ value: string }>(`update meta set value = :value where name = 'reminders'`)
