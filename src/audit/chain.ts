import { createHash } from 'node:crypto'
import type { Database, Transaction } from '#/storage/port.ts'
import { none } from '#/storage/sql/statement.ts'
import type { AuditEntry } from './entry.ts'
import {
  addHead,
  append,
  type ChainedEntry,
  type ChainHead,
  findHead,
  findWaiting,
  lockHead,
  moveHead,
  noteRemoval,
  pageAfter,
  removeUpTo,
  takeCounted,
  takePending,
} from './store.ts'

const entriesPerTransaction = 500
const transactionsMax = 1000
const problemsMax = 20
export const minuteMs = 60_000

/** The hash of an entry, which depends on all entries before it. */
export function chainHash(before: string, number: number, entry: AuditEntry): string {
  const text = JSON.stringify([
    before,
    number,
    entry.at,
    entry.action,
    entry.outcome,
    entry.reason,
    entry.actorType,
    entry.actorId,
    entry.actor,
    entry.object,
    entry.clientId,
    entry.address,
    entry.times,
    entry.details,
  ])
  return createHash('sha256').update(text).digest('hex')
}

/** Moves everything that is committed, and all counts of minutes that are over, to the end of the chain. */
export async function chainWaiting(database: Database, nowMs: number): Promise<void> {
  const minute = Math.floor(nowMs / minuteMs)
  for (let count = 0; count < transactionsMax; count++) {
    if ((await database.first(findWaiting, { minute })) === undefined) return
    await database.transaction((tx) => chainSome(tx, minute), { isAside: true })
  }
}

async function chainSome(tx: Transaction, minute: number): Promise<void> {
  const head = await lockedHead(tx)
  const limit = entriesPerTransaction
  const taken = [
    ...(await tx.all(takePending, { limit })),
    ...(await tx.all(takeCounted, { minute, limit })),
  ].sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1))
  if (taken.length === 0) return
  const chained = chainedAfter(head, taken)
  await tx.runEach(append, chained, { areDistinct: true })
  await tx.run(moveHead, chained.at(-1)!)
}

/** Entries with the places that they get after the last one. */
export function chainedAfter(
  { number, hash }: Pick<ChainHead, 'number' | 'hash'>,
  entries: readonly AuditEntry[],
): ChainedEntry[] {
  let last = { number, hash }
  return entries.map((entry) => {
    const next = last.number + 1
    last = { number: next, hash: chainHash(last.hash, next, entry) }
    return { ...entry, ...last }
  })
}

/** Only a row that exists can be locked. */
async function lockedHead(tx: Transaction): Promise<ChainHead> {
  await tx.run(addHead, none)
  return (await tx.first(lockHead, none))!
}

/** Removes entries from the beginning that are older; the hash of the last one stays. */
export async function removeOldEntries(database: Database, beforeMs: number): Promise<void> {
  for (let count = 0; count < transactionsMax; count++) {
    const removed = await database.transaction((tx) => removeSome(tx, beforeMs), { isAside: true })
    if (removed < entriesPerTransaction) return
  }
}

async function removeSome(tx: Transaction, beforeMs: number): Promise<number> {
  const { removedNumber: after } = await lockedHead(tx)
  const oldest = await tx.all(pageAfter, { after, limit: entriesPerTransaction })
  const firstToKeep = oldest.findIndex(({ at }) => at >= beforeMs)
  const old = firstToKeep === -1 ? oldest : oldest.slice(0, firstToKeep)
  const last = old.at(-1)
  if (last === undefined) return 0
  await tx.run(removeUpTo, last)
  await tx.run(noteRemoval, last)
  return old.length
}

/** What does not fit together in the audit log: empty when all is well. */
export function auditProblems(database: Database): Promise<string[]> {
  return database.snapshot(async (snapshot) => {
    const head = await snapshot.first(findHead, none)
    const problems: string[] = []
    let last = { number: head?.removedNumber ?? 0, hash: head?.removedHash ?? '' }
    for (;;) {
      const page = await snapshot.all(pageAfter, {
        after: last.number,
        limit: entriesPerTransaction,
      })
      for (const entry of page) {
        const problem = linkProblem(last, entry)
        if (problem !== undefined) problems.push(problem)
        if (problems.length >= problemsMax) return problems
        last = entry
      }
      if (page.length < entriesPerTransaction) break
    }
    const end = { number: head?.number ?? 0, hash: head?.hash ?? '' }
    if (last.number !== end.number) {
      problems.push(`The audit log ends with entry ${last.number} instead of ${end.number}.`)
    } else if (last.hash !== end.hash) {
      problems.push(`Entry ${last.number} of the audit log, its last one, was changed.`)
    }
    return problems
  })
}

/** The problem of an entry, given the entry before it. */
export function linkProblem(
  before: Pick<ChainedEntry, 'number' | 'hash'>,
  entry: ChainedEntry,
): string | undefined {
  const { number } = entry
  const expected = before.number + 1
  if (number !== expected) {
    return number === expected + 1
      ? `Entry ${expected} of the audit log is missing.`
      : `Entries ${expected} to ${number - 1} of the audit log are missing.`
  }
  if (entry.hash === chainHash(before.hash, number, entry)) return undefined
  return `Entry ${number} of the audit log was changed, or the one before it.`
}
