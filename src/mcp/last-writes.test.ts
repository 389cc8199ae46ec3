import { expect, it } from 'vitest'
import type { User } from '#/contract/operation.ts'
import { silentLog } from '#/kernel/log.ts'
import type { Transaction } from '#/storage/port.ts'
import { LastWrites } from './last-writes.ts'

type Context = ConstructorParameters<typeof LastWrites>[0]

const caller = { userId: 'u', clientId: 'c' } as User
const undo = { operation: 'calendar.events.delete', params: { eventId: 'a' } }

/** A table of one row, which processes share. */
function table() {
  let row: { summary: string; undo: string } | undefined
  const run = async (_: unknown, args: { summary?: string; mark?: string; undo?: string }) => {
    if (args.summary !== undefined) row = { summary: args.summary, undo: args.undo! }
    else if (row !== undefined && row.undo === args.mark) {
      row = args.undo === undefined ? undefined : { ...row, undo: args.undo }
    }
    return 1
  }
  const effects: (() => void)[] = []
  const tx = { run, afterCommit: (effect: () => void) => effects.push(effect) }
  const transaction = async (body: (handle: Transaction) => Promise<unknown>) => {
    await body(tx as unknown as Transaction)
    for (const effect of effects.splice(0)) effect()
  }
  const database = { transaction, all: async () => (row === undefined ? [] : [row]) }
  let count = 0
  const openProcess = () =>
    new LastWrites(
      {
        database,
        clock: { nowMs: () => 0 },
        log: silentLog,
        randomBytes: (size: number) => Buffer.alloc(size, ++count),
      } as unknown as Context,
      () => new Promise((resolve) => setImmediate(resolve)),
    )
  /** Begins a write and commits its mark. */
  const begin = async (writes: LastWrites, summary: string) => {
    const begun = writes.begin(caller, summary)
    await transaction(begun.mark)
    return begun
  }
  return { openProcess, begin }
}

it('knows the last write before it is stored, and stores it for other processes', async () => {
  const { openProcess, begin } = table()
  const writes = openProcess()
  for (const summary of ['first', 'second']) {
    const begun = await begin(writes, summary)
    begun.finish(undo)
  }
  expect(await writes.of(caller)).toEqual({ summary: 'second', undo })
  await writes.flush()
  expect(await openProcess().of(caller)).toEqual({ summary: 'second', undo })
})

it('keeps the last write if the next one fails', async () => {
  const { openProcess, begin } = table()
  const writes = openProcess()
  const begun = await begin(writes, 'first')
  begun.finish(undo)
  writes.begin(caller, 'second').abandon()
  expect(await writes.of(caller)).toEqual({ summary: 'first', undo })
})

it('forgets the last write if the next one cannot be undone', async () => {
  const { openProcess, begin } = table()
  const writes = openProcess()
  const begun = await begin(writes, 'first')
  begun.finish(undefined)
  expect(await writes.of(caller)).toBeUndefined()
  await writes.flush()
  expect(await openProcess().of(caller)).toBeUndefined()
})

it('waits for the process that has written, and gives up if it has ended', async () => {
  const { openProcess, begin } = table()
  const writes = openProcess()
  const begun = await begin(writes, 'first')
  const waiting = openProcess().of(caller)
  begun.finish(undo)
  await writes.flush()
  expect(await waiting).toEqual({ summary: 'first', undo })
  await begin(writes, 'second')
  await expect(openProcess().of(caller)).rejects.toThrow('has restarted')
})
