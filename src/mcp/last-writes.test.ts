import { expect, it } from 'vitest'
import type { User, Written } from '#/contract/operation.ts'
import { silentLog } from '#/kernel/log.ts'
import type { Transaction } from '#/storage/port.ts'
import { LastWrites } from './last-writes.ts'

type Context = ConstructorParameters<typeof LastWrites>[0]

const caller = { userId: 'u', clientId: 'c' } as User
const undoOf = ({ id, etag }: Written) => ({
  operation: 'calendar.events.delete',
  params: { eventId: id },
  ifMatch: etag,
})
const first = { id: 'a', etag: '"1"' }
const second = { id: 'b', etag: '"2"' }

/** A table of one row. */
function table() {
  let row: { summary: string; undo: string } | undefined
  let transactions = 0
  const run = async (_: unknown, args: { summary?: string; former?: string; undo: string }) => {
    if (args.summary !== undefined) row = { summary: args.summary, undo: args.undo }
    else if (row?.undo === args.former) row = { ...row!, undo: args.undo }
    return 1
  }
  const keys: string[] = []
  const runLast = async (statement: unknown, key: string, args: { undo: string }) => {
    keys.push(key)
    await run(statement, args)
  }
  const tx = { run, runLast } as unknown as Transaction
  const database = {
    transaction: async (body: (handle: Transaction) => Promise<unknown>) => {
      transactions++
      await body(tx)
    },
    all: async () => (row === undefined ? [] : [row]),
  }
  let count = 0
  const writes = new LastWrites({
    database,
    clock: { nowMs: () => 0 },
    log: silentLog,
    randomBytes: (size: number) => Buffer.alloc(size, ++count),
  } as unknown as Context)
  return { tx, writes, keys, transactions: () => transactions }
}

it('stores what undoes a write in the transaction of the write', async () => {
  const { tx, writes, transactions } = table()
  const begun = writes.begin(caller, { summary: 'first', undo: undoOf })
  begun.noteWritten(first)
  await begun.store(tx)
  expect(await writes.of(caller)).toEqual({ summary: 'first', undo: undoOf(first) })
  await begun.finish(first)
  expect(transactions()).toBe(0)
})

it('stores what undoes the version in the reply', async () => {
  const { tx, writes } = table()
  const begun = writes.begin(caller, { summary: 'first', undo: undoOf })
  begun.noteWritten(first)
  await begun.store(tx)
  const answered = { ...first, etag: '"9"' }
  await begun.finish(answered)
  expect(await writes.of(caller)).toEqual({ summary: 'first', undo: undoOf(answered) })
})

it('refuses to undo a write that is known only from its reply until the reply has come', async () => {
  const { tx, writes } = table()
  const begun = writes.begin(caller, { summary: 'first', undo: undoOf })
  await begun.store(tx)
  await expect(writes.of(caller)).rejects.toThrow('was interrupted')
  await begun.finish(first)
  expect(await writes.of(caller)).toEqual({ summary: 'first', undo: undoOf(first) })
})

it('does not replace what undoes a later write', async () => {
  const { tx, writes } = table()
  const [early, late] = ['first', 'second'].map((summary) =>
    writes.begin(caller, { summary, undo: undoOf }),
  )
  await early!.store(tx)
  late!.noteWritten(second)
  await late!.store(tx)
  await early!.finish(first)
  expect(await writes.of(caller)).toEqual({ summary: 'second', undo: undoOf(second) })
})

it.each([
  ['cannot be undone', undefined],
  ['would need a very long call', { operation: 'x', params: { text: 'x'.repeat(1_000_001) } }],
])('forgets the last write if the next one %s', async (_, undo) => {
  const { tx, writes } = table()
  for (const plan of [
    { summary: 'first', undo: { operation: 'x' } },
    { summary: 'second', undo },
  ]) {
    const begun = writes.begin(caller, plan)
    await begun.store(tx)
    await begun.finish({})
  }
  expect(await writes.of(caller)).toBeUndefined()
})

it('overwrites only writes of the same client that commit with it', async () => {
  const { tx, writes, keys } = table()
  const callers = [caller, caller, { ...caller, clientId: 'd' }, { ...caller, userId: 'v' }]
  for (const each of callers) await writes.begin(each, { summary: '', undo: undoOf }).store(tx)
  expect(keys[1]).toBe(keys[0])
  expect(new Set(keys).size).toBe(3)
})
