import { expect, it } from 'vitest'
import { SettableClock } from '#/kernel/clock.ts'
import type { Database, Transaction } from '#/storage/port.ts'
import { TokenUses } from './token-uses.ts'

const hourMs = 3_600_000

/** A database whose writes are done when the test says so. */
function scene() {
  const clock = new SettableClock()
  const written: string[][] = []
  const ends: ((error?: Error) => void)[] = []
  const transaction = async (work: (tx: Transaction) => Promise<void>) => {
    const hashes: string[] = []
    const run = async (_: unknown, { hash }: { hash: string }) => void hashes.push(hash)
    await work({ run } as unknown as Transaction)
    written.push(hashes)
    await new Promise<void>((resolve, reject) => {
      ends.push((error) => (error === undefined ? resolve() : reject(error)))
    })
  }
  const uses = new TokenUses({ database: { transaction } as unknown as Database, clock })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return { clock, uses, written, ends, settle }
}

it('records a use unless one of the last hour is recorded', async () => {
  const { clock, uses, written, ends, settle } = scene()
  const nowMs = clock.nowMs()
  uses.note('a', nowMs - hourMs + 60_000)
  await settle()
  expect(written).toEqual([])
  uses.note('a', nowMs - hourMs - 60_000)
  await settle()
  ends[0]!()
  await settle()
  uses.note('b', null)
  await settle()
  expect(written).toEqual([['a'], ['b']])
})

it('writes uses that occur during a write together, also after a failure', async () => {
  const { uses, written, ends, settle } = scene()
  uses.note('a', null)
  await settle()
  for (const hash of ['c', 'b', 'c']) uses.note(hash, null)
  ends[0]!(new Error('The database is read-only.'))
  await settle()
  expect(written).toEqual([['a'], ['b', 'c']])
})
