import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { archiveToBuffer, restoreFromBuffer } from '#/storage/archive/archive.ts'
import type { Database } from '#/storage/port.ts'
import { engines } from '../support/engines.ts'
import { addNote, noteIds } from './notes.ts'

/** Collects what a channel says and lets a test wait for the next payload. */
async function collect(database: Database, channel: string) {
  const heard: string[] = []
  const waiting: (() => void)[] = []
  const stop = await database.listen(channel, (payload) => {
    heard.push(payload)
    for (const wake of waiting.splice(0)) wake()
  })
  const until = async (count: number) => {
    while (heard.length < count) await new Promise<void>((wake) => waiting.push(wake))
  }
  return { heard, until, stop }
}

/** The same rules hold behind a pooler, where nobody can listen. */
const polling = { postgres: { isPooled: true, preparesStatements: false, pollMs: 20 } }

const waysToHear = engines.flatMap((engine) => [
  { ...engine, tuning: {} },
  ...(engine.kind === 'postgres'
    ? [{ ...engine, name: `${engine.name} by polling`, tuning: polling }]
    : []),
])

for (const { tuning, ...engine } of waysToHear) {
  const skip = engine.unavailable !== undefined
  describe(`notifications on ${engine.name}`, { skip }, () => {
    it('reach every listener of the channel after the commit, with their payload', async () => {
      await using database = await engine.open(tuning)
      const one = await collect(database, 'news')
      const two = await collect(database, 'news')
      const other = await collect(database, 'gossip')
      await database.transaction(async (tx) => {
        await tx.notify('news', 'first')
        await tx.run(addNote, { id: 'a' })
        assert.deepEqual(one.heard, [])
      })
      await Promise.all([one.until(1), two.until(1)])
      assert.deepEqual([one.heard, two.heard, other.heard], [['first'], ['first'], []])
    })

    it('of a failed transaction are not sent', async () => {
      await using database = await engine.open(tuning)
      const { heard, until } = await collect(database, 'news')
      const failing = database.transaction(async (tx) => {
        await tx.notify('news', 'untrue')
        throw new Error('refused')
      })
      await assert.rejects(failing, /refused/)
      await database.transaction((tx) => tx.notify('news', 'true'))
      await until(1)
      assert.deepEqual(heard, ['true'])
    })

    it('do not reach a listener that has stopped', async () => {
      await using database = await engine.open(tuning)
      const stopped = await collect(database, 'news')
      const listening = await collect(database, 'news')
      await stopped.stop()
      await database.transaction((tx) => tx.notify('news', 'late'))
      await listening.until(1)
      assert.deepEqual(stopped.heard, [])
    })
  })

  const alone = engine.isForOneProcess !== undefined
  describe(`two processes on ${engine.name}`, { skip: skip || alone }, () => {
    it('see each other’s commits and notifications', async () => {
      await using place = await engine.place()
      await using here = await place.open(tuning)
      await using there = await place.open(tuning)
      const { heard, until } = await collect(there, 'news')
      await here.transaction(async (tx) => {
        await tx.run(addNote, { id: 'a' })
        await tx.notify('news', 'a')
      })
      await until(1)
      assert.deepEqual(heard, ['a'])
      assert.deepEqual(await noteIds(there), ['a'])
    })

    it('start together on an empty database, and only one of them migrates', async () => {
      await using place = await engine.place({ isEmpty: true })
      const opened = await Promise.all(Array.from({ length: 4 }, () => place.open(tuning)))
      assert.deepEqual(
        opened.map(({ epoch }) => epoch),
        [1, 1, 1, 1],
      )
      assert.equal(new Set(opened.map(({ incarnation }) => incarnation)).size, 1)
      for (const database of opened) await database[Symbol.asyncDispose]()
    })

    it('both notice a restore that one of them made', async () => {
      await using place = await engine.place()
      await using here = await place.open(tuning)
      await using there = await place.open(tuning)
      const { incarnation: before } = here
      assert.equal(there.incarnation, before)
      const epochs = await collect(there, 'almanac_epoch')
      await restoreFromBuffer(here, await archiveToBuffer(here))
      await epochs.until(1)
      // The other process reads the epoch when it is told, which takes it a moment.
      while (there.epoch === 1) await there.ready()
      assert.deepEqual([here.epoch, there.epoch], [2, 2])
      assert.notEqual(here.incarnation, before)
      assert.equal(there.incarnation, here.incarnation)
    })
  })
}
