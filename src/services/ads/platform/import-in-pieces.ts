import { setTimeout as delay } from 'node:timers/promises'
import { base64url } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Database, Transaction } from '#/storage/port.ts'
import type { ImportRow, Imports } from '../store/imports.ts'
import { BadRecords } from './bad-records.ts'
import type { KindName } from './kinds.ts'
import { writeRecords } from './writing/writing.ts'
import type { BadRecord, Located, WritingContext } from './writing/writing-batch.ts'

export interface PiecesContext extends WritingContext {
  readonly database: Database
  readonly imports: Imports
  /** More rows than this are written in pieces. */
  readonly importRowsMax: number
  readonly randomBytes: RandomBytes
}

const piecesPerTransaction = 4
const piecesDroppedAtOnce = 50

/** The maximum time between checks of a process that waits for the lock of an embedded database. */
const breathMs = 26

/** An import that was not touched for this long is abandoned. */
const leftAfterMs = 3_600_000

/**
 * Imports more rows than one transaction can without blocking all other writers. The rows are first staged in
 * pieces, which changes nothing visible. Once all are staged, the import is certain: the rows are written in
 * batches, and the next import continues one that was interrupted. So an import happens completely or not at
 * all.
 */
export async function importInPieces(
  context: PiecesContext,
  kind: KindName,
  batches: Iterable<readonly Located[]>,
): Promise<BadRecords> {
  const { database, imports, clock } = context
  const id = base64url(12, context.randomBytes)
  const touch = async (tx: Transaction, isWhole: 0 | 1) => {
    const isThere = await imports.touch(tx, { id, isWhole, touchedAt: clock.nowMs() })
    if (!isThere) throw new Error('This import was abandoned, because no process continued it.')
  }
  const touchedAt = clock.nowMs()
  await database.transaction((tx) => imports.begin(tx, { id, kind, touchedAt }))
  let number = 0
  for (const batch of batches) {
    const piece = { importId: id, number: ++number, records: JSON.stringify(batch) }
    await database.transaction(async (tx) => {
      await touch(tx, 0)
      await imports.addPiece(tx, piece)
    })
  }
  await database.transaction((tx) => touch(tx, 1))
  await writePieces(context, id)
  return database.transaction(async (tx) => {
    const row = await imports.lock(tx, id)
    await imports.drop(tx, id)
    return badOf(row)
  })
}

const badOf = (row: ImportRow | undefined) =>
  row === undefined
    ? new BadRecords()
    : new BadRecords({ count: row.badCount, first: JSON.parse(row.bad) as BadRecord[] })

/** Completes interrupted imports: those with all pieces are written, the others are discarded. */
export async function endImports(context: PiecesContext): Promise<void> {
  const { database, imports, clock } = context
  for (const { id, isWhole, touchedAt } of await imports.all(database)) {
    if (isWhole === 1) await writePieces(context, id)
    if (touchedAt < clock.nowMs() - leftAfterMs) await forget(context, id)
  }
}

async function writePieces(context: PiecesContext, id: string): Promise<void> {
  const { database } = context
  while (await database.transaction((tx) => writeSome(context, tx, id))) {
    if (database.engine === 'sqlite') await delay(breathMs)
  }
}

/** Writes a part, and returns whether there may be more. Concurrent callers take turns. */
async function writeSome(context: PiecesContext, tx: Transaction, id: string): Promise<boolean> {
  const { imports, clock } = context
  const row = await imports.lock(tx, id)
  if (row === undefined) return false
  const pieces = await imports.firstPieces(tx, { importId: id, limit: piecesPerTransaction })
  if (pieces.length === 0) return false
  const bad = badOf(row)
  for (const { records } of pieces) {
    const located = JSON.parse(records) as Located[]
    for (const each of await writeRecords(context, tx, row.kind as KindName, located)) bad.add(each)
  }
  await imports.dropPieces(tx, { importId: id, last: pieces.at(-1)!.number })
  const progress = { badCount: bad.count, bad: JSON.stringify(bad.first), touchedAt: clock.nowMs() }
  await imports.tellBad(tx, { id, ...progress })
  return true
}

async function forget({ database, imports }: PiecesContext, importId: string): Promise<void> {
  const dropSome = () =>
    database.transaction(async (tx) => {
      const limit = piecesDroppedAtOnce
      const last = (await imports.firstPieces(tx, { importId, limit })).at(-1)?.number
      if (last !== undefined) await imports.dropPieces(tx, { importId, last })
      else await imports.drop(tx, importId)
      return last !== undefined
    })
  while (await dropSome()) await delay(breathMs)
}
