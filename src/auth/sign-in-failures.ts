import type { Transaction } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'
import { networkOf } from './network.ts'
import { hashOf } from './secrets.ts'

/** Who is slowed down after failures: an account, or where attempts come from. */
export interface Subject {
  readonly key: string
  /** Failures that cost no waiting. */
  readonly freeFailures: number
}

const accountFreeFailures = 5
// Behind one address there may be a whole office.
const networkFreeFailures = 50

/** The text is hashed, since people also type their password where the address belongs. */
export const accountSubject = (email: string): Subject => ({
  key: `account:${hashOf(email.trim().toLowerCase())}`,
  freeFailures: accountFreeFailures,
})

export const networkSubject = (address: string): Subject => ({
  key: `network:${networkOf(address)}`,
  freeFailures: networkFreeFailures,
})

const firstDelayMs = 1_000
const delayMsMax = 15 * 60 * 1_000
const memoryMs = 24 * 60 * 60 * 1_000

/** How long nobody may try after so many failures: 1 s, 2 s, 4 s and so on once they cost. */
export function delayMsAfter(failures: number, { freeFailures }: Subject): number {
  const costly = failures - freeFailures
  return costly < 1 ? 0 : Math.min(firstDelayMs * 2 ** (costly - 1), delayMsMax)
}

/** When the subject may try again, kept from changing until the transaction ends; and its failures. */
export async function lockFailures(tx: Transaction, subject: Subject, nowMs: number) {
  // Only a row that exists can be locked.
  await tx.run(add, { subject: subject.key, lastAt: nowMs })
  const row = await tx.first(lock, { subject: subject.key })
  if (row === undefined || row.lastAt < nowMs - memoryMs) return { failures: 0, blockedUntil: 0 }
  return row
}

/** Counts one more, and gives the number that it has. */
export async function countFailure(
  tx: Transaction,
  subject: Subject,
  { failures, nowMs }: { failures: number; nowMs: number },
): Promise<number> {
  const counted = failures + 1
  const blockedUntil = nowMs + delayMsAfter(counted, subject)
  await tx.run(set, { subject: subject.key, failures: counted, blockedUntil, lastAt: nowMs })
  return counted
}

/** Takes a failure back that was none after all, and the waiting unless others have failed since. */
export const takeBackFailure = (tx: Transaction, subject: Subject, counted: number) =>
  tx.run(takeBack, { subject: subject.key, counted })

export const forgetFailures = (tx: Transaction, subject: Subject) =>
  tx.run(remove, { subject: subject.key })

export const forgetOldFailures = (tx: Transaction, nowMs: number) =>
  tx.run(removeOld, { before: nowMs - memoryMs })

interface FailureRow {
  readonly failures: number
  readonly blockedUntil: number
  readonly lastAt: number
}

const add = statement<{ subject: string; lastAt: number }>(
  `insert into sign_in_failures (subject, failures, blocked_until, last_at)
   values (:subject, 0, 0, :lastAt) on conflict (subject) do nothing`,
)

const lock = statement<{ subject: string }, FailureRow>(
  ({ forUpdate }) =>
    `select failures, blocked_until as "blockedUntil", last_at as "lastAt"
     from sign_in_failures where subject = :subject ${forUpdate}`,
)

const set = statement<{ subject: string } & FailureRow>(
  `update sign_in_failures
   set failures = :failures, blocked_until = :blockedUntil, last_at = :lastAt
   where subject = :subject`,
)

const takeBack = statement<{ subject: string; counted: number }>(
  `update sign_in_failures set failures = failures - 1,
     blocked_until = case when failures = :counted then 0 else blocked_until end
   where subject = :subject and failures > 0`,
)

const remove = statement<{ subject: string }>(
  'delete from sign_in_failures where subject = :subject',
)

const removeOld = statement<{ before: number }>(
  'delete from sign_in_failures where last_at < :before',
)
