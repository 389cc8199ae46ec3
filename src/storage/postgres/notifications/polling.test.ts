import { expect, it, vi } from 'vitest'
import { silentLog } from '#/kernel/log.ts'
import type { Note } from './notes.ts'
import { Polling } from './polling.ts'

const everyMs = 10
const keptMs = 60_000

/** A database whose notifications a test writes down. */
function openPolling() {
  vi.useFakeTimers()
  const notes: Note[] = []
  const state = { horizon: 100, fails: false }
  const polling = new Polling({
    read: async (tx) => {
      if (state.fails) throw new Error('no answer')
      const found = notes.filter((note) => note.tx! >= tx)
      const { horizon } = state
      return found.length === 0
        ? [{ horizon, tx: null, channel: '', payload: '' }]
        : found.map((note) => ({ ...note, horizon }))
    },
    everyMs,
    keptMs,
    log: silentLog,
  })
  const heard: string[] = []
  return {
    heard,
    state,
    start: () => polling.listen('news', (payload) => heard.push(payload)),
    commit: (tx: number, payload: string) =>
      notes.push({ horizon: 0, tx, channel: 'news', payload }),
    look: (ms = everyMs) => vi.advanceTimersByTimeAsync(ms),
    async [Symbol.asyncDispose]() {
      await polling[Symbol.asyncDispose]()
      vi.useRealTimers()
    },
  }
}

it('hears each notification once', async () => {
  await using database = openPolling()
  await database.start()
  database.commit(100, 'a')
  await database.look()
  await database.look()
  database.state.horizon = 101
  await database.look()
  expect(database.heard).toEqual(['a'])
})

it('hears a transaction that began before another and committed after it', async () => {
  await using database = openPolling()
  await database.start()
  database.commit(101, 'later')
  await database.look()
  database.commit(100, 'earlier')
  database.state.horizon = 102
  await database.look()
  expect(database.heard).toEqual(['later', 'earlier'])
})

it('does not tell what was committed before it began', async () => {
  await using database = openPolling()
  database.commit(50, 'old')
  await database.start()
  await database.look()
  expect(database.heard).toEqual([])
})

it('reports possible changes after it could not poll for too long', async () => {
  await using database = openPolling()
  await database.start()
  database.state.fails = true
  await database.look(2 * keptMs)
  expect(database.heard).toEqual([])
  database.state.fails = false
  await database.look()
  expect(database.heard).toEqual([''])
})

it('reports possible changes when the first poll fails', async () => {
  await using database = openPolling()
  database.state.fails = true
  await database.start()
  database.state.fails = false
  await database.look()
  expect(database.heard).toEqual([''])
})

it('reports possible changes when the transaction counter restarts', async () => {
  await using database = openPolling()
  await database.start()
  database.state.horizon = 7
  await database.look()
  expect(database.heard).toEqual([''])
})
