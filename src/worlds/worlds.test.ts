import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { silentLog } from '#/kernel/log.ts'
import type { WorldRecord, WorldStore } from './world.ts'
import { Worlds } from './worlds.ts'

const closeMs = 60_000
const lifetimeMs = 3_600_000

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

/** Worlds whose store is in memory and whose sites only note that they were opened and closed. */
async function startWorlds({ openMax = 10, msToNextJob = undefined as number | undefined } = {}) {
  const records = new Map<string, WorldRecord>()
  const open = new Set<string>()
  const opened: string[] = []
  const store: WorldStore = {
    isShared: false,
    create: async (record) => void records.set(record.id, record),
    update: async (record) => void records.set(record.id, record),
    location: () => ({ dataDir: '', databaseUrl: '' }),
    list: async () => [...records.values()],
    remove: async (id) => void records.delete(id),
    removeLeftovers: async () => {},
    close: async () => {},
  }
  const worlds = new Worlds<string>({
    store,
    open: async ({ id }) => {
      open.add(id)
      opened.push(id)
      return {
        placed: id,
        msToNextJob: async () => msToNextJob,
        close: async () => void open.delete(id),
      }
    },
    randomBytes: (count) => new Uint8Array(count).map(() => Math.floor(Math.random() * 256)),
    nowMs: () => Date.now(),
    log: silentLog,
    limits: { worldsMax: 3, openMax, worldCloseMs: closeMs, worldLifetimeMs: lifetimeMs },
  })
  await worlds.start()
  const create = (id?: string) => worlds.create({ id }, async (_, record) => record.id)
  const enter = async (id: string) => {
    const response = new EventEmitter()
    await worlds.enter(id, response as ServerResponse)
    return () => response.emit('close')
  }
  return { worlds, records, open, opened, create, enter }
}

describe('worlds', () => {
  it('close a world that is not in use, and open it for the next request', async () => {
    const { open, opened, create, enter } = await startWorlds()
    await create('blue')
    const leave = await enter('blue')
    await vi.advanceTimersByTimeAsync(2 * closeMs)
    expect([...open]).toEqual(['blue'])
    leave()
    await vi.advanceTimersByTimeAsync(closeMs + 2_000)
    expect([...open]).toEqual([])
    await enter('blue')
    expect(opened).toEqual(['blue', 'blue'])
  })

  it('keep a world open while something is done with it, and close it afterwards', async () => {
    const { worlds, open, create } = await startWorlds()
    await create('blue')
    await vi.advanceTimersByTimeAsync(closeMs + 2_000)
    const { promise, resolve } = Promise.withResolvers<void>()
    const used = worlds.use('blue', async (placed) => {
      await promise
      return placed
    })
    await vi.advanceTimersByTimeAsync(2 * closeMs)
    expect([...open]).toEqual(['blue'])
    resolve()
    expect(await used).toBe('blue')
    await vi.advanceTimersByTimeAsync(closeMs + 2_000)
    expect([...open]).toEqual([])
    await expect(worlds.use('red', async () => {})).rejects.toMatchObject({ status: 404 })
  })

  it('open a closed world when its next job is due', async () => {
    const { open, opened, create } = await startWorlds({ msToNextJob: 10 * closeMs })
    await create('blue')
    await vi.advanceTimersByTimeAsync(closeMs + 2_000)
    expect([...open]).toEqual([])
    await vi.advanceTimersByTimeAsync(10 * closeMs)
    expect(opened).toEqual(['blue', 'blue'])
  })

  it('keep a world open whose next job is due soon', async () => {
    const { open, create } = await startWorlds({ msToNextJob: 5_000 })
    await create('blue')
    await vi.advanceTimersByTimeAsync(closeMs + 2_000)
    expect([...open]).toEqual(['blue'])
  })

  it('delete an unnamed world that was not used for its lifetime', async () => {
    const { records, create } = await startWorlds()
    const unnamed = await create()
    await create('kept')
    await vi.advanceTimersByTimeAsync(lifetimeMs + 2_000)
    expect([...records.keys()]).toEqual(['kept'])
    expect(unnamed).toMatch(/^[a-v0-9]{12}$/)
  })

  it('close the world that was idle for longest when no more may be open', async () => {
    const { open, create, enter } = await startWorlds({ openMax: 2 })
    await create('first')
    await vi.advanceTimersByTimeAsync(10)
    await create('second')
    await vi.advanceTimersByTimeAsync(10)
    await create('third')
    expect([...open]).toEqual(['second', 'third'])
    await enter('second')
    await enter('third')
    await expect(enter('first')).rejects.toMatchObject({ status: 503 })
  })

  it('keep a world that is created while an earlier one of its id is being deleted', async () => {
    const { worlds, records, create, enter } = await startWorlds()
    await create('blue')
    const leave = await enter('blue')
    const deleted = worlds.delete('blue')
    const created = create('blue')
    await vi.advanceTimersByTimeAsync(100)
    leave()
    await vi.advanceTimersByTimeAsync(100)
    await Promise.all([deleted, created])
    expect([worlds.has('blue'), [...records.keys()]]).toEqual([true, ['blue']])
  })

  it('store a world as one with a name only when it is filled', async () => {
    const { worlds, records } = await startWorlds()
    const names = () => [...records.values()].map(({ isNamed }) => isNamed)
    const during = await worlds.create({ id: 'blue' }, async () => names())
    expect([during, names()]).toEqual([[false], [true]])
  })

  it('leave nothing of a world that could not be filled', async () => {
    const { worlds, records, open } = await startWorlds()
    const failing = worlds.create({ id: 'blue' }, async () => {
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect([records.size, open.size, worlds.isEmpty]).toEqual([0, 0, true])
  })
})
