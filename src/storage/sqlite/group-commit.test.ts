import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, vi } from 'vitest'
import { Channels } from '../channels.ts'
import { sql } from '../sql/sql.ts'
import { adHocCommand, none } from '../sql/statement.ts'
import { integer, onEveryServer, table } from '../sql/table.ts'
import type { Connection } from './connection.ts'
import { GroupCommit } from './group-commit.ts'

const silentLog = { info: () => {}, warn: () => {}, error: () => {} }

/** A writer that only notes what it is told, and whose commit can fail as SQLite's would. */
function groupsOn({ commitErrorCode = 0, groupMembersMax = 256 }) {
  const told: string[] = []
  const fatal: unknown[] = []
  const writer = {
    isInTransaction: false,
    exec: (sql: string) => told.push(sql),
    run: ({ sql }: { sql: string }) => told.push(sql),
    perform: (sql: string) => {
      told.push(sql)
      writer.isInTransaction = sql !== 'rollback' && sql !== 'commit'
      if (sql !== 'commit' || commitErrorCode === 0) return
      throw Object.assign(new Error('disk'), { errcode: commitErrorCode })
    },
  }
  const groups = new GroupCommit({
    writer: writer as unknown as Connection,
    channels: new Channels(silentLog),
    log: silentLog,
    busyTimeoutMs: 0,
    groupMembersMax,
    queuedTransactionsMax: 5,
    onFatal: (error) => fatal.push(error),
    onCommit: () => told.push('committed'),
  })
  return { groups, told, fatal }
}

const note = table('note', {
  columns: { value: integer },
  distribution: onEveryServer,
  key: ['value'],
})

const write = adHocCommand(() => sql`write`)

const statuses = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.status : 'kept'))

// How long a group works does not depend on the machine.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a group of transactions', () => {
  it('shares one commit among all that arrive in one turn', async () => {
    const { groups, told } = groupsOn({})
    const values = await Promise.all([1, 2, 3].map((value) => groups.add(async () => value)))
    assert.deepEqual(values, [1, 2, 3])
    assert.deepEqual(told, ['begin immediate', 'commit', 'committed'])
  })

  it('is committed without the rest when it has worked for long', async () => {
    const { groups, told } = groupsOn({})
    const done: number[] = []
    const work = (value: number) => async () => {
      vi.advanceTimersByTime(30)
      done.push(value)
    }
    await Promise.all([1, 2, 3].map((value) => groups.add(work(value))))
    assert.deepEqual(done, [1, 2, 3])
    assert.equal(told.filter((sql) => sql === 'commit').length, 3)
  })

  it('waits while each turn of the event loop adds more', async () => {
    const { groups, told } = groupsOn({})
    const waiting = [groups.add(async () => 0)]
    await Promise.resolve()
    waiting.push(groups.add(async () => 1))
    for (const value of [2, 3, 4]) {
      await new Promise(setImmediate)
      waiting.push(groups.add(async () => value))
    }
    assert.deepEqual(await Promise.all(waiting), [0, 1, 2, 3, 4])
    assert.deepEqual(told, ['begin immediate', 'commit', 'committed'])
  })

  it('makes only the last of writes that replace each other, before anybody could tell', async () => {
    const { groups, told } = groupsOn({})
    const settle = adHocCommand(() => sql`update ${note} set value = 1`)
    const look = adHocCommand(() => sql`delete from ${note}`)
    await Promise.all([
      groups.add((tx) => tx.runLast(settle, 'a', none)),
      groups.add((tx) => tx.runLast(settle, 'a', none)),
      groups.add((tx) => tx.run(write, none)),
      groups.add((tx) => tx.run(look, none)),
      groups.add((tx) => tx.runLast(settle, 'a', none)),
    ])
    const settled = settle.for('sqlite').sql
    assert.deepEqual(told, [
      'begin immediate',
      'write',
      settled,
      'delete from note',
      settled,
      'commit',
      'committed',
    ])
  })

  it('is bounded, and the rest is committed by the next group', async () => {
    const { groups, told } = groupsOn({ groupMembersMax: 2 })
    await Promise.all([1, 2, 3].map((value) => groups.add(async () => value)))
    assert.equal(told.filter((sql) => sql === 'commit').length, 2)
  })

  it('refuses more than may wait', async () => {
    const { groups } = groupsOn({})
    const writes = Array.from({ length: 6 }, () => groups.add(async () => {}))
    const outcomes = await Promise.allSettled(writes)
    assert.deepEqual(statuses(outcomes), ['kept', 'kept', 'kept', 'kept', 'kept', 503])
  })

  it('answers even a refusal with 503 when the commit fails, and runs no effect', async () => {
    const full = 13
    const { groups, fatal } = groupsOn({ commitErrorCode: full })
    let ran = false
    const outcomes = await Promise.allSettled([
      groups.add(async (tx) => {
        tx.afterCommit(() => {
          ran = true
        })
      }),
      groups.add(async () => {
        throw new Error('exists already, says a row that is not kept')
      }),
    ])
    assert.deepEqual(statuses(outcomes), [503, 503])
    assert.equal(ran, false)
    assert.deepEqual(fatal, [])
  })

  it('exits the process when a sync has failed', async () => {
    const syncFailed = 1034
    const { groups, fatal } = groupsOn({ commitErrorCode: syncFailed })
    await assert.rejects(
      groups.add(async () => {}),
      { status: 503 },
    )
    assert.equal(fatal.length, 1)
  })

  it('is run again with savepoints when a body fails that has written, and then counts once', async () => {
    const { groups, told } = groupsOn({})
    let attempts = 0
    let effects = 0
    const outcomes = await Promise.allSettled([
      groups.add(async (tx) => {
        attempts++
        tx.afterCommit(() => effects++)
        await tx.run(write, none)
      }),
      groups.add(async (tx) => {
        await tx.run(write, none)
        throw Object.assign(new Error('refused'), { status: 409 })
      }),
    ])
    assert.deepEqual(statuses(outcomes), ['kept', 409])
    assert.deepEqual([attempts, effects], [2, 1])
    assert.deepEqual(told, [
      ...['begin immediate', 'write', 'write', 'rollback', 'rollback', 'begin immediate'],
      ...['savepoint member', 'write', 'release member'],
      ...['savepoint member', 'write', 'rollback to member', 'release member'],
      ...['commit', 'committed'],
    ])
  })

  it('is not run again when a body fails that has written nothing', async () => {
    const { groups, told } = groupsOn({})
    const refused = async () => {
      throw Object.assign(new Error('refused'), { status: 404 })
    }
    const writing = groups.add(async (tx) => void (await tx.run(write, none)))
    const outcomes = await Promise.allSettled([writing, groups.add(refused)])
    assert.deepEqual(statuses(outcomes), ['kept', 404])
    assert.deepEqual(told, ['begin immediate', 'write', 'commit', 'committed'])
  })

  it('knows its own state until something of it is undone', async () => {
    const { groups } = groupsOn({})
    const states: unknown[] = []
    const look = groups.add(async (tx) => void states.push(tx.state))
    const failing = groups.add(async (tx) => {
      await tx.run(write, none)
      throw new Error('refused')
    })
    const after = groups.add(async (tx) => void states.push(tx.state))
    await Promise.allSettled([look, failing, after])
    assert.equal(states.length, 3)
    assert.notEqual(states[0], states[1])
    assert.equal(states[2], undefined)
  })

  it('rolls back a lone transaction that fails', async () => {
    const { groups, told } = groupsOn({})
    const failing = groups.add(async () => {
      throw new Error('refused')
    })
    await assert.rejects(failing, /refused/)
    assert.deepEqual(told, ['begin immediate', 'rollback'])
  })

  it('lets a body that has the writer to itself wait for other things', async () => {
    const { groups } = groupsOn({})
    const waiting = () => new Promise<string>((resolve) => setImmediate(resolve, 'waited'))
    const alone = groups.add(waiting, { isAlone: true })
    const next = groups.add(async () => 'next')
    assert.deepEqual(await Promise.all([alone, next]), ['waited', 'next'])
  })
})
