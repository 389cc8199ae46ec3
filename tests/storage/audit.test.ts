import { describe, expect, it } from 'vitest'
import { auditProblems, chainWaiting, removeOldEntries } from '#/audit/chain.ts'
import { AuditReader, noFilter } from '#/audit/reading.ts'
import { Attempts, AuditTrail } from '#/audit/trail.ts'
import { forbidden, limitExceeded } from '#/kernel/errors.ts'
import { seededRandomBytes } from '#/kernel/randomness.ts'
import type { Database, Transaction } from '#/storage/port.ts'
import { meta } from '#/storage/schema/tables.ts'
import { insertInto, raw, sql } from '#/storage/sql/sql.ts'
import { adHocCommand, none } from '#/storage/sql/statement.ts'
import { engines, type Tuning } from '../support/engines.ts'
import { TestClock } from './jobs-fixture.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** The audit log on one database, whose clock stands still. */
async function auditOn(open: (tuning: Tuning) => Promise<Database>, seed = 'audit') {
  const clock = new TestClock()
  const attempts = new Attempts({ clock, randomBytes: seededRandomBytes(seed) })
  const database = await open({ completing: attempts.completing })
  const reader = new AuditReader({ database, clock })
  const execute = (text: string) =>
    database.transaction((tx) =>
      tx.run(
        adHocCommand(() => raw(text)),
        none,
      ),
    )
  // The command that has made the schema has noted that.
  await execute('delete from audit_pending')
  return {
    clock,
    database,
    audit: new AuditTrail({ database, attempts }),
    chain: () => chainWaiting(database, clock.nowMs()),
    entries: () => Array.fromAsync(reader.entries(noFilter)),
    reader,
    execute,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

const setMeta = (tx: Transaction, name: string) =>
  tx.run(
    adHocCommand(() => insertInto(meta, { name: raw(`'${name}'`), value: sql`'1'` })),
    none,
  )

for (const engine of engines) {
  describe(`the audit log on ${engine.name}`, { skip: engine.unavailable !== undefined }, () => {
    const fresh = () => auditOn((tuning) => engine.open(tuning))

    it('has one entry for what is carried out, in the transaction that does it', async () => {
      await using log = await fresh()
      const { audit, database } = log
      await audit.carryOut({ action: 'a', actorId: '1' }, async () => {
        await database.transaction((tx) => setMeta(tx, 'one'))
        await database.transaction((tx) => setMeta(tx, 'two'))
      })
      await audit.carryOut({ action: 'side by side' }, () =>
        Promise.all(['three', 'four'].map((n) => database.transaction((tx) => setMeta(tx, n)))),
      )
      await audit.carryOut({ action: 'reads' }, () => 1)
      expect((await log.entries()).map(({ action, number }) => [action, number])).toEqual(
        expect.arrayContaining([
          ['a', expect.any(Number)],
          ['side by side', expect.any(Number)],
          ['reads', expect.any(Number)],
        ]),
      )
      expect(await log.entries()).toHaveLength(3)
      expect(await auditProblems(database)).toEqual([])
    })

    it('keeps the order in which entries of the same millisecond were written', async () => {
      await using log = await fresh()
      const { audit, database } = log
      const actions = Array.from({ length: 40 }, (_, at) => `action ${at}`)
      for (const action of actions) {
        if (action.endsWith('0')) await audit.note({ action })
        else
          await audit.carryOut({ action }, () => database.transaction((tx) => setMeta(tx, action)))
      }
      expect((await log.entries()).map(({ action }) => action)).toEqual(actions)
    })

    it('has the entries of several processes in the order of their times, however many wait', async () => {
      await using log = await fresh()
      const { clock, database } = log
      const processes = ['one', 'other'].map((seed) => {
        const attempts = new Attempts({ clock, randomBytes: seededRandomBytes(seed) })
        return new AuditTrail({ database, attempts })
      })
      const entriesEach = 300
      for (const audit of [...processes, processes[0]!]) {
        clock.advance(1)
        await database.transaction(async (tx) => {
          for (let count = 0; count < entriesEach; count++) await audit.noteIn(tx, { action: 'a' })
        })
      }
      const times = (await log.entries()).map(({ at }) => at)
      expect(times).toHaveLength(3 * entriesEach)
      expect(times).toEqual(times.toSorted((one, other) => one - other))
    })

    it('counts failures by account, network, reason and minute', async () => {
      await using log = await fresh()
      const fail = (object: string, address: string, reason = 'wrongPassword') =>
        log.audit.count({ action: 'auth.signIn', outcome: 'refused', object, address, reason })
      for (let count = 0; count < 5; count++) await fail('users/a', '192.0.2.1')
      await fail('users/a', '192.0.2.2')
      await fail('users/b', '192.0.2.1')
      await fail('users/a', '192.0.2.1', 'locked')
      expect(await log.entries()).toEqual([])
      log.clock.advance(minuteMs)
      await fail('users/a', '192.0.2.1')
      const shown = (await log.entries()).map((one) => [
        one.object,
        one.address,
        one.reason,
        one.times,
      ])
      expect(shown.sort()).toEqual([
        ['users/a', '192.0.2.1', 'locked', 1],
        ['users/a', '192.0.2.1', 'wrongPassword', 5],
        ['users/a', '192.0.2.2', 'wrongPassword', 1],
        ['users/b', '192.0.2.1', 'wrongPassword', 1],
      ])
      log.clock.advance(minuteMs)
      expect(await log.entries()).toHaveLength(5)
      expect(await auditProblems(log.database)).toEqual([])
    })

    const tampering: readonly (readonly [string, string, RegExp])[] = [
      [
        'an edited entry',
        "update audit_log set actor = 'x' where number = 2",
        /^Entry 2 .*changed/,
      ],
      ['an entry that is missing', 'delete from audit_log where number = 2', /^Entry 2 .*missing/],
      ['a beginning that is missing', 'delete from audit_log where number < 3', /^Entries 1 to 2/],
      ['an end that is missing', 'delete from audit_log where number = 4', /ends with entry 3/],
      ['a last hash of its own', "update audit_log set hash = 'x' where number = 4", /^Entry 4/],
      ['a head that was moved', 'update audit_chain set number = 9', /instead of 9/],
    ]

    it('purges a prefix, and continues from its last hash', async () => {
      await using log = await fresh()
      for (const action of ['a', 'b', 'c']) {
        await log.audit.note({ action })
        await log.chain()
        log.clock.advance(dayMs)
      }
      await removeOldEntries(log.database, log.clock.nowMs() - 1.5 * dayMs)
      expect((await log.entries()).map(({ number, action }) => [number, action])).toEqual([
        [3, 'c'],
      ])
      await log.audit.note({ action: 'd' })
      expect((await log.entries()).map(({ number }) => number)).toEqual([3, 4])
      expect(await auditProblems(log.database)).toEqual([])
      await removeOldEntries(log.database, log.clock.nowMs() + dayMs)
      expect(await log.entries()).toEqual([])
      expect(await auditProblems(log.database)).toEqual([])
      await log.execute('update audit_chain set removed_number = 2')
      expect(await auditProblems(log.database)).not.toEqual([])
    })

    it('is read by who, what, when and what became of it, the newest first', async () => {
      await using log = await fresh()
      const { audit, clock } = log
      await audit.note({ action: 'admin.users.insert', actorId: '1', actor: 'ann@example.com' })
      clock.advance(1000)
      await audit.note({ action: 'admin.users.delete', object: 'users/bob', outcome: 'failed' })
      const page = async (filter: object) => {
        const wanted = { before: undefined, limit: 10 }
        const found = await log.reader.page({ ...noFilter, ...filter }, wanted)
        return found.map(({ number }) => number)
      }
      const cases: readonly (readonly [object, readonly number[]])[] = [
        [{}, [2, 1]],
        [{ actor: 'ann@example.com' }, [1]],
        [{ actor: '1' }, [1]],
        [{ actor: 'ann' }, []],
        [{ action: 'admin.users' }, [2, 1]],
        [{ action: 'admin.users.d' }, [2]],
        [{ object: 'users/' }, [2]],
        [{ object: '%' }, []],
        [{ outcome: 'failed' }, [2]],
        [{ timeMin: clock.nowMs() }, [2]],
        [{ timeMax: clock.nowMs() }, [1]],
      ]
      for (const [filter, numbers] of cases)
        expect([filter, await page(filter)]).toEqual([filter, numbers])
    })

    it('is not forked by concurrent writers', async () => {
      await using place = await engine.place()
      const openers = engine.isForOneProcess === undefined ? ['one', 'two', 'three'] : ['one']
      const logs = []
      for (const seed of openers) logs.push(await auditOn((tuning) => place.open(tuning), seed))
      try {
        const each = 60
        await Promise.all(
          logs.map(async ({ audit, chain }, index) => {
            for (let count = 0; count < each; count++) {
              await audit.note({ action: `${index}.${count}` })
              if (count % 3 === 0) await chain()
            }
          }),
        )
        const entries = await logs[0]!.entries()
        expect(entries).toHaveLength(each * logs.length)
        expect(new Set(entries.map(({ action }) => action)).size).toBe(entries.length)
        expect(await auditProblems(logs[0]!.database)).toEqual([])
      } finally {
        for (const log of logs) await log[Symbol.asyncDispose]()
      }
    })

    // The rules below do not depend on the engine.
    if (engine.kind !== 'sqlite') return

    it('has no success of what failed, changed nothing, or was only counted', async () => {
      await using log = await fresh()
      const { audit, database } = log
      const fails = audit.carryOut({ action: 'fails', actorId: '1' }, () =>
        database.transaction(async (tx) => {
          await setMeta(tx, 'never')
          throw forbidden('No.')
        }),
      )
      await expect(fails).rejects.toMatchObject({ status: 403 })
      const gone = audit.carryOut({ action: 'gone', actorId: '1' }, async () => {
        await database.transaction(async () => 1, { isAside: true })
        if (!(await database.transaction(async () => false))) throw forbidden('Gone.')
      })
      await expect(gone).rejects.toMatchObject({ status: 403 })
      const limited = audit.carryOut({ action: 'limited', actorId: '1' }, () => {
        throw limitExceeded('Too many.')
      })
      await expect(limited).rejects.toMatchObject({ status: 403 })
      log.clock.advance(minuteMs)
      expect((await log.entries()).map(({ action, outcome }) => [action, outcome]).sort()).toEqual([
        ['fails', 'refused'],
        ['gone', 'refused'],
      ])
    })

    it.each(tampering)('does not hide %s', async (_, sql, problem) => {
      await using log = await fresh()
      for (const action of ['a', 'b', 'c', 'd']) await log.audit.note({ action, actorId: 'ann' })
      await log.chain()
      expect(await auditProblems(log.database)).toEqual([])
      await log.execute(sql)
      const problems = await auditProblems(log.database)
      expect(problems[0]).toMatch(problem)
    })
  })
}
