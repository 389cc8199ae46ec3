import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, it } from 'vitest'
import type { Transaction } from '#/storage/port.ts'
import { none } from '#/storage/sql/statement.ts'
import { engines } from '../support/engines.ts'
import {
  addConversion,
  addCounter,
  addNamed,
  addNote,
  addUnlessThere,
  conversionRows,
  countNotes,
  increment,
  namedRows,
  noteIds,
  readCounter,
  setNote,
  setNoteAgain,
  takeNumbers,
  valueOfNote,
} from './notes.ts'

for (const engine of engines) {
  const skip = engine.unavailable !== undefined

  describe(`transactions on ${engine.name}`, { skip }, () => {
    it('discards what a failed transaction wrote', async () => {
      await using database = await engine.open()
      const failing = database.transaction(async (tx) => {
        await tx.run(addNote, { id: 'a' })
        throw new Error('power cut')
      })
      await assert.rejects(failing, /power cut/)
      assert.deepEqual(await noteIds(database), [])
    })

    it('keeps the neighbors of a failed transaction', async () => {
      await using database = await engine.open()
      const outcomes = await Promise.allSettled(
        ['a', 'b', 'c', 'd'].map((id) =>
          database.transaction(async (tx) => {
            await tx.run(addNote, { id })
            if (id === 'b') throw new Error('only mine')
            return id
          }),
        ),
      )
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
      )
      assert.deepEqual(await noteIds(database), ['a', 'c', 'd'])
    })

    it.for([
      { why: 'a row is there', change: {}, added: 0 },
      // SQLite accepts it.
      ...(engine.kind === 'postgres'
        ? [{ why: 'the database refuses a row', change: { name: 'named-\0' }, added: 'refused' }]
        : []),
    ])('inserts the rows of the others if $why', async ({ change, added }) => {
      await using database = await engine.open()
      await database.transaction((tx) => tx.run(addNamed, { name: 'named-d', value: 'there' }))
      const ids = [...'abcdefghijklm']
      const outcomes = await Promise.all(
        ids.map(async (id) => {
          const body = async (tx: Transaction) => {
            const row = { name: `named-${id}`, value: id, ...(id === 'd' && change) }
            const count = await tx.run(addUnlessThere, row)
            if (id === 'k') assert.ok((await namedRows(tx)).some(({ value }) => value === id))
            return count
          }
          return database.transaction(body, { locks: 'row' }).catch(() => 'refused')
        }),
      )
      assert.deepEqual(
        outcomes,
        ids.map((id) => (id === 'd' ? added : 1)),
      )
      assert.deepEqual(
        (await namedRows(database)).map(({ value }) => value),
        ids.map((id) => (id === 'd' ? 'there' : id)),
      )
    })

    it('keeps the neighbors of one that fails if all lock the same row first', async () => {
      await using database = await engine.open()
      const fails = new Set(['b', 'e', 'k'])
      const ids = [...'abcdefghijklm']
      for (const round of ['', '2']) {
        const outcomes = await Promise.allSettled(
          ids.map((id) =>
            database.transaction(
              async (tx) => {
                await tx.run(addNote, { id: id + round })
                // The database refuses one of them, and the others refuse themselves.
                if (id === 'e') await tx.run(addNote, { id: `a${round}` })
                if (fails.has(id)) throw new Error('only mine')
              },
              { locks: 'row' },
            ),
          ),
        )
        assert.deepEqual(
          ids.filter((_, index) => outcomes[index]!.status === 'rejected'),
          ['b', 'e', 'k'],
        )
      }
      const kept = ids.filter((id) => !fails.has(id)).flatMap((id) => [id, `${id}2`])
      assert.deepEqual(await noteIds(database), kept.sort())
    })

    it('continues after one that is refused before it has written, among others of the same row', async () => {
      await using database = await engine.open()
      const outcomes = await Promise.allSettled(
        ['a', 'b', 'c', 'd'].map((id) =>
          database.transaction(
            async (tx) => {
              const before = await noteIds(tx)
              if (id === 'c') throw new Error(before.join(' '))
              await tx.run(addNote, { id })
            },
            { locks: 'row' },
          ),
        ),
      )
      assert.match(String((outcomes[2] as PromiseRejectedResult).reason), /a b/)
      assert.deepEqual(await noteIds(database), ['a', 'b', 'd'])
    })

    it('keeps the neighbors of a transaction that a constraint has rejected', async () => {
      await using database = await engine.open()
      const add = (id: string) => database.transaction((tx) => tx.run(addNote, { id }))
      const outcomes = await Promise.allSettled(['a', 'a', 'b'].map(add))
      const rejected = outcomes.filter(({ status }) => status === 'rejected')
      assert.equal(rejected.length, 1)
      assert.deepEqual(await noteIds(database), ['a', 'b'])
    })

    it('sees what it has written last, and keeps it', async () => {
      await using database = await engine.open()
      await database.transaction(async (tx) => {
        await tx.run(addNote, { id: 'a' })
        for (const value of ['1', '2']) await tx.runLast(setNote, 'a', { id: 'a', value })
        assert.equal(await valueOfNote(tx, 'a'), '2')
        await tx.runLast(setNote, 'a', { id: 'a', value: '3' })
      })
      assert.equal(await valueOfNote(database, 'a'), '3')
    })

    it('keeps what the last one that succeeded has written last', async () => {
      await using database = await engine.open()
      await database.transaction((tx) => tx.run(addNote, { id: 'a' }))
      const writes = ['1', '2', '3'].map((value) =>
        database.transaction(async (tx) => {
          await tx.first(readCounter, none)
          await tx.runLast(setNote, 'a', { id: 'a', value })
          if (value === '3') throw new Error('only mine')
        }),
      )
      await Promise.allSettled(writes)
      assert.match((await valueOfNote(database, 'a')) ?? '', /^[12]$/)
    })

    it('sees what a neighbor of the same row has written last', async () => {
      await using database = await engine.open()
      await database.transaction((tx) => tx.run(addNote, { id: 'a' }))
      const seen = await Promise.all(
        [...'123456'].map((value) =>
          database.transaction(
            async (tx) => {
              const before = await valueOfNote(tx, 'a')
              await tx.runLast(setNote, 'a', { id: 'a', value })
              return before
            },
            { locks: 'row' },
          ),
        ),
      )
      assert.deepEqual(seen, ['', ...'12345'])
      assert.equal(await valueOfNote(database, 'a'), '6')
    })

    it('keeps what was written last of the same row by those that did not fail', async () => {
      await using database = await engine.open()
      await database.transaction((tx) => tx.run(addNote, { id: 'a' }))
      for (const round of ['x', 'y']) {
        const outcomes = await Promise.allSettled(
          [...'123456'].map((value) =>
            database.transaction(
              async (tx) => {
                await tx.runLast(setNote, 'a', { id: 'a', value: round + value })
                if (value === '3' || value === '6') throw new Error('only mine')
              },
              { locks: 'row' },
            ),
          ),
        )
        assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 2)
        assert.equal(await valueOfNote(database, 'a'), `${round}5`)
      }
    })

    it('writes last in full if the shortcut changes nothing', async () => {
      await using database = await engine.open()
      await database.transaction((tx) => tx.run(addNote, { id: 'a' }))
      for (const value of ['1', '2', '3', '4']) {
        await database.transaction((tx) =>
          tx.runLast(setNote, 'a', { id: 'a', value }, setNoteAgain),
        )
        assert.equal(await valueOfNote(database, 'a'), value)
      }
    })

    it('discards what a failed transaction wrote last', async () => {
      await using database = await engine.open()
      await database.transaction((tx) => tx.run(addNote, { id: 'a' }))
      const failing = database.transaction(async (tx) => {
        await tx.runLast(setNote, 'a', { id: 'a', value: '1' })
        throw new Error('power cut')
      })
      await assert.rejects(failing, /power cut/)
      assert.equal(await valueOfNote(database, 'a'), '')
    })

    it('commits every member of concurrent writes, and returns its own value to each', async () => {
      await using database = await engine.open()
      const ids = Array.from({ length: 600 }, (_, index) => String(index).padStart(3, '0'))
      const answers = await Promise.all(
        ids.map((id) =>
          database.transaction(async (tx) => {
            await tx.run(addNote, { id })
            return id
          }),
        ),
      )
      assert.deepEqual(answers, ids)
      assert.deepEqual(await noteIds(database), ids)
    })

    it('sees its own rows inside and shows them to others only after the commit', async () => {
      await using database = await engine.open()
      const [inside, outside] = await database.transaction(async (tx) => {
        await tx.run(addNote, { id: 'a' })
        const outside = database.first(countNotes, none)
        const own = await tx.first(countNotes, none)
        return [own?.total, (await outside)?.total]
      })
      assert.deepEqual([inside, outside], [1, 0])
      assert.equal((await database.first(countNotes, none))?.total, 1)
    })

    it('loses no increment when many change one counter', async () => {
      await using database = await engine.open()
      await database.transaction((tx) => tx.run(addCounter, none))
      await Promise.all(
        Array.from({ length: 100 }, () =>
          database.transaction(async (tx) => {
            const before = await tx.first(readCounter, none)
            await tx.run(increment, { value: String(Number(before?.value) + 1) })
          }),
        ),
      )
      const counter = await database.transaction((tx) => tx.first(readCounter, none))
      assert.equal(counter?.value, '100')
    })

    it('returns how many rows a statement has changed', async () => {
      await using database = await engine.open()
      const changed = await database.transaction(async (tx) => {
        await tx.run(addCounter, none)
        return [await tx.run(increment, { value: '7' }), await tx.run(addNote, { id: 'a' })]
      })
      assert.deepEqual(changed, [1, 1])
    })

    it('writes many rows at once, or none of them', async () => {
      await using database = await engine.open()
      const rows = Array.from({ length: 333 }, (_, index) => ({ id: String(1000 + index) }))
      await database.transaction((tx) => tx.runEach(addNote, rows))
      assert.deepEqual(
        await noteIds(database),
        rows.map(({ id }) => id),
      )
      const twice = [{ id: '1' }, { id: '2' }, { id: '1' }]
      await assert.rejects(database.transaction((tx) => tx.runEach(addNote, twice)))
      assert.equal((await noteIds(database)).length, 333)
    })

    it('writes many rows unchanged, with any content', async () => {
      await using database = await engine.open()
      const plain = ['', ' ', '"\\"', '{1,2}', "it's", 'NULL', '\u{1f4d6}', 'a\nb\t']
      const marked = [...plain, '\x01', 'a\x02b']
      for (const [count, texts] of [
        [1, plain],
        [8, plain],
        [30, marked],
        [1001, plain],
      ] as const) {
        const rows = Array.from({ length: count }, (_, index) => ({
          name: `named-${count}-${1000 + index}`,
          value: texts[index % texts.length]!,
        }))
        const before = await namedRows(database)
        const changed = await database.transaction((tx) => tx.runEach(addNamed, rows))
        assert.equal(changed, count)
        const known = new Set(before.map(({ name }) => name))
        const added = (await namedRows(database)).filter(({ name }) => !known.has(name))
        assert.deepEqual(added, rows)
      }
      const numbers = Array.from({ length: 20 }, (_, at) => ({
        id: at % 3 === 0 ? '' : `c${at}`,
        clickedAt: at % 2 === 0 ? null : 2 ** 53 - 1 - at,
        at,
      }))
      await database.transaction((tx) => tx.runEach(addConversion, numbers))
      assert.deepEqual(
        [...(await conversionRows(database))],
        numbers.map(({ id, clickedAt }) => ({ id, clickedAt })),
      )
    })

    it('takes unique numbers without waiting for other transactions', async () => {
      await using database = await engine.open()
      await database.transaction((tx) => tx.reserve(takeNumbers, { count: 1 }))
      const taken = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          database.transaction(async (tx) => {
            const { last } = (await tx.reserve(takeNumbers, { count: 3 }))!
            await tx.run(addNote, { id: String(index) })
            return last
          }),
        ),
      )
      const sorted = taken.toSorted((one, other) => one - other)
      assert.deepEqual(
        sorted.map((last) => last - sorted[0]!),
        Array.from({ length: 20 }, (_, index) => 3 * index),
      )
    })

    it('takes no numbers any more once it has written', {
      skip: skip || engine.kind === 'sqlite',
    }, async () => {
      await using database = await engine.open()
      const late = database.transaction(async (tx) => {
        await tx.run(addNote, { id: 'a' })
        return tx.reserve(takeNumbers, { count: 1 })
      })
      await assert.rejects(late, /before anything is written/)
      assert.deepEqual(await noteIds(database), [])
    })

    it('refuses work on a handle whose block has ended', async () => {
      await using database = await engine.open()
      const leaked = await database.transaction(async (tx) => tx)
      await assert.rejects(leaked.run(addNote, { id: 'late' }), /ended/)
      await assert.rejects(leaked.first(countNotes, none), /ended/)
      await assert.rejects(leaked.notify('late'), /ended/)
      assert.throws(() => leaked.afterCommit(() => {}), /ended/)
      assert.deepEqual(await noteIds(database), [])
    })

    it('refuses to write outside a transaction by asking for rows', {
      skip: skip || engine.kind === 'postgres',
    }, async () => {
      await using database = await engine.open()
      await assert.rejects(database.first(addNote, { id: 'sly' }), /needs a transaction/)
      assert.deepEqual(await noteIds(database), [])
    })

    it('refuses arguments that are missing or neither text, number nor null', async () => {
      await using database = await engine.open()
      for (const id of [undefined, true, 5n, {}, new Uint8Array(1)]) {
        const add = database.transaction((tx) => tx.run(addNote, { id } as never))
        await assert.rejects(add, /argument "id"/)
      }
      assert.deepEqual(await noteIds(database), [])
    })

    it('fails a body that waits for something other than its transaction', {
      skip: skip || engine.mayYield !== undefined,
    }, async () => {
      await using database = await engine.open()
      let late: Promise<unknown> = Promise.resolve()
      const outcomes = await Promise.allSettled([
        database.transaction((tx) => tx.run(addNote, { id: 'before' })),
        database.transaction(async (tx) => {
          await tx.run(addNote, { id: 'yielding' })
          await nextTurn()
          late = tx.run(addNote, { id: 'late' })
          await late
        }),
        database.transaction((tx) => tx.run(addNote, { id: 'after' })),
      ])
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      )
      await nextTurn()
      await assert.rejects(late, /awaited something other/)
      assert.deepEqual(await noteIds(database), ['after', 'before'])
    })
  })

  describe(`effects after a commit on ${engine.name}`, { skip }, () => {
    it('run after the commit and before the caller continues', async () => {
      await using database = await engine.open()
      const order: string[] = []
      await database.transaction(async (tx) => {
        tx.afterCommit(() => order.push('effect'))
        await tx.run(addNote, { id: 'a' })
        order.push('body')
      })
      order.push('caller')
      assert.deepEqual(order, ['body', 'effect', 'caller'])
    })

    it('do not run for a transaction that failed', async () => {
      await using database = await engine.open()
      let ran = false
      const failing = database.transaction(async (tx) => {
        tx.afterCommit(() => {
          ran = true
        })
        throw new Error('refused')
      })
      await assert.rejects(failing, /refused/)
      assert.equal(ran, false)
    })

    it('cannot undo the commit by failing', async () => {
      await using database = await engine.open()
      await database.transaction(async (tx) => {
        tx.afterCommit(() => {
          throw new Error('too late')
        })
        await tx.run(addNote, { id: 'a' })
      })
      assert.deepEqual(await noteIds(database), ['a'])
    })
  })
}
