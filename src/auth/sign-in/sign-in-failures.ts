import type { Transaction } from '#/storage/port.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { hashOf } from '../credentials/secrets.ts'
import { networkOf } from '../network.ts'
import { signInFailures } from '../tables.ts'

/** A subject that is delayed after failures. */
export interface Subject {
  readonly key: string
  /** The number of failures without a delay. */
  readonly freeFailures: number
  readonly delayMsMax: number
  /** Whether one person made all attempts, so that a correct password resets the failures. */
  readonly isOwn: boolean
}

const minuteMs = 60_000
const firstDelayMs = 1_000
const memoryMs = 24 * 60 * minuteMs

/**
 * The key of an account. It is hashed, because users sometimes enter their password instead of the address.
 */
export const accountKey = (email: string): string => hashOf(email.trim().toLowerCase())

/** An account and a network, so that attempts from elsewhere do not lock out the owner. */
export const pairSubject = (email: string, address: string): Subject => ({
  key: `account:${accountKey(email)}:${networkOf(address)}`,
  freeFailures: 5,
  delayMsMax: 15 * minuteMs,
  isOwn: true,
})

/** A known device of an account, which attempts from elsewhere do not delay. */
export const deviceSubject = (email: string, deviceId: string): Subject => ({
  key: `account:${accountKey(email)}:device:${deviceId}`,
  freeFailures: 5,
  delayMsMax: 15 * minuteMs,
  isOwn: true,
})

/** An account, against attempts from many networks. */
export const accountSubject = (email: string): Subject => ({
  key: `account:${accountKey(email)}`,
  freeFailures: 100,
  delayMsMax: minuteMs,
  isOwn: false,
})

/** A network, against attempts on many accounts. Many people may share one address. */
export const networkSubject = (address: string): Subject => ({
  key: `network:${networkOf(address)}`,
  freeFailures: 50,
  delayMsMax: 15 * minuteMs,
  isOwn: false,
})

/**
 * The second factor of an account. Attempts require the password, so that nobody else can lock out the owner.
 * A new password does not reset these failures: it may have been set by someone who reads the mail of the
 * owner.
 */
export const secondFactorSubject = (email: string): Subject => ({
  key: `factor:${accountKey(email)}`,
  freeFailures: 5,
  delayMsMax: 15 * minuteMs,
  isOwn: true,
})

/** Requests for a password link: per network, and per account. */
export const resetSubjects = (email: string, address: string): readonly Subject[] => [
  { key: `reset:${networkOf(address)}`, freeFailures: 20, delayMsMax: 60 * minuteMs, isOwn: false },
  { key: `reset:${accountKey(email)}`, freeFailures: 3, delayMsMax: 60 * minuteMs, isOwn: false },
]

/** The delay after a number of failures: 1 s, 2 s, 4 s and so on after the free ones. */
export function delayMsAfter(failures: number, { freeFailures, delayMsMax }: Subject): number {
  const costly = failures - freeFailures
  return costly < 1 ? 0 : Math.min(firstDelayMs * 2 ** (costly - 1), delayMsMax)
}

/**
 * Locks the failures of a subject until the transaction ends; returns them and when the next attempt is
 * allowed.
 */
export async function lockFailures(tx: Transaction, subject: Subject, nowMs: number) {
  // Only an existing row can be locked.
  await tx.run(add, { subject: subject.key, lastAt: nowMs })
  const row = await tx.first(lock, { subject: subject.key })
  if (row === undefined || Math.abs(nowMs - row.lastAt) > memoryMs) {
    return { failures: 0, blockedUntil: 0 }
  }
  // A longer wait than the maximum delay means that the clock was set back.
  const wasSetBack = row.blockedUntil > nowMs + subject.delayMsMax
  return { failures: row.failures, blockedUntil: wasSetBack ? 0 : row.blockedUntil }
}

/** Counts a failure and returns the new number. */
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

/** Uncounts an attempt that succeeded, and removes the delay unless others have failed since. */
export const takeBackFailure = (tx: Transaction, subject: Subject, counted: number) =>
  tx.run(takeBack, { subject: subject.key, counted })

export const forgetFailures = (tx: Transaction, subject: Subject) =>
  tx.run(remove, { subject: subject.key })

/** Resets all failures of an account, from all networks. */
export const forgetFailuresOfAccount = (tx: Transaction, email: string) => {
  const key = `account:${accountKey(email)}`
  return tx.run(removeOfAccount, { key, prefix: `${key}:`, prefixLength: key.length + 1 })
}

export const forgetOldFailures = (tx: Transaction, nowMs: number) =>
  tx.run(removeOld, { before: nowMs - memoryMs, after: nowMs + memoryMs })

interface FailureRow {
  readonly failures: number
  readonly blockedUntil: number
  readonly lastAt: number
}

const add = command<{ subject: string; lastAt: number }>(({ subject, lastAt }) =>
  insertInto(
    signInFailures,
    { subject, failures: sql`0`, blocked_until: sql`0`, last_at: lastAt },
    sql`on conflict (subject) do nothing`,
  ),
)

const lock = query<{ subject: string }, FailureRow>(
  ({ subject }, { forUpdate }) => sql`
    select failures, blocked_until as "blockedUntil", last_at as "lastAt"
     from ${signInFailures} where subject = ${subject} ${forUpdate}`,
)

const set = command<{ subject: string } & FailureRow>(
  ({ failures, blockedUntil, lastAt, subject }) => sql`update ${signInFailures}
   set failures = ${failures}, blocked_until = ${blockedUntil}, last_at = ${lastAt}
   where subject = ${subject}`,
)

const takeBack = command<{ subject: string; counted: number }>(
  ({ counted, subject }) => sql`update ${signInFailures} set failures = failures - 1,
     blocked_until = case when failures = ${counted} then 0 else blocked_until end
   where subject = ${subject} and failures > 0`,
)

const remove = command<{ subject: string }>(
  ({ subject }) => sql`delete from ${signInFailures} where subject = ${subject}`,
)

const removeOfAccount = command<{ key: string; prefix: string; prefixLength: number }>(
  ({ key, prefixLength, prefix }) => sql`delete from ${signInFailures}
   where subject = ${key} or substr(subject, 1, ${prefixLength}) = ${prefix}`,
)

// Times in the future are from before the clock was set back.
const removeOld = command<{ before: number; after: number }>(
  ({ before, after }) =>
    sql`delete from ${signInFailures} where last_at < ${before} or last_at > ${after}`,
)
