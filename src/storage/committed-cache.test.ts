import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { runAfterCommit } from './after-commit.ts'
import { CommittedCache } from './committed-cache.ts'
import type { Database, Transaction, TransactionState } from './port.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }

interface Row {
  readonly text: string
}

function cacheOn({ foreignChanges }: Pick<Database, 'foreignChanges'>) {
  const database = { foreignChanges } as Database
  const cache = new CommittedCache<Row>(database, { charactersMax: 1000, charactersOf: () => 1 })
  const transaction = (state: TransactionState | undefined) => {
    const effects: (() => void)[] = []
    const afterCommit = (effect: () => void) => void effects.push(effect)
    const tx = { state, afterCommit } as unknown as Transaction
    return { tx, commit: () => runAfterCommit(effects, log) }
  }
  return { cache, transaction }
}

describe('rows in memory', () => {
  it('are as written within the same state, and as committed outside of it', () => {
    const { cache, transaction } = cacheOn({ foreignChanges: () => 0 })
    const first = transaction(new Map())
    cache.keep(first.tx, 'a', { text: 'old' })
    first.commit()
    const state = new Map()
    const second = transaction(state)
    cache.keep(second.tx, 'a', { text: 'new' })
    assert.equal(cache.peekIn(transaction(state).tx, 'a')?.text, 'new')
    assert.equal(cache.peekIn(transaction(new Map()).tx, 'a')?.text, 'old')
    assert.equal(cache.peek('a')?.text, 'old')
    second.commit()
    assert.equal(cache.peek('a')?.text, 'new')
  })

  it('are not visible to a transaction after the same state has dropped them', () => {
    const { cache, transaction } = cacheOn({ foreignChanges: () => 0 })
    const first = transaction(new Map())
    cache.keep(first.tx, 'a', { text: 'old' })
    first.commit()
    const { tx } = transaction(new Map())
    cache.forget(tx, 'a')
    assert.equal(cache.peekIn(tx, 'a'), undefined)
  })

  it('are unknown to a transaction whose state only the database knows', () => {
    const { cache, transaction } = cacheOn({ foreignChanges: () => 0 })
    const first = transaction(new Map())
    cache.keep(first.tx, 'a', { text: 'old' })
    first.commit()
    assert.equal(cache.peekIn(transaction(undefined).tx, 'a'), undefined)
  })

  it('are dropped when others may have written', () => {
    let changes = 0
    const { cache, transaction } = cacheOn({ foreignChanges: () => changes })
    const first = transaction(new Map())
    cache.keep(first.tx, 'a', { text: 'old' })
    first.commit()
    changes++
    assert.equal(cache.peekIn(transaction(new Map()).tx, 'a'), undefined)
  })

  it('are not cached if others may have written while they were read or written', async () => {
    let changes = 0
    const { cache, transaction } = cacheOn({ foreignChanges: () => changes })
    const { tx, commit } = transaction(new Map())
    cache.keep(tx, 'a', { text: 'written' })
    changes++
    commit()
    const read = async () => {
      changes++
      return { text: 'read' }
    }
    assert.deepEqual(await cache.load('b', read), { text: 'read' })
    assert.deepEqual([cache.peek('a'), cache.peek('b')], [undefined, undefined])
  })

  it('are not cached if others write regularly', async () => {
    const { cache, transaction } = cacheOn({ foreignChanges: () => undefined })
    const { tx, commit } = transaction(new Map())
    cache.keep(tx, 'a', { text: 'written' })
    commit()
    await cache.load('b', async () => ({ text: 'read' }))
    assert.deepEqual([cache.peek('a'), cache.peek('b')], [undefined, undefined])
  })
})
