import { describe, expect, it } from 'vitest'
import { sql } from '#/storage/sql/sql.ts'
import { adHocQuery } from '#/storage/sql/statement.ts'
import {
  bucketCount,
  bucketOfId,
  bucketOfKey,
  keyInBucket,
  withEventId,
  withIds,
  withKey,
} from './buckets.ts'

const ids = Array.from({ length: 20_000 }, (_, number) => `user${number}@almanac.test`)

describe('buckets', () => {
  it('contain about as many calendars as each other', () => {
    const counts = new Array<number>(bucketCount).fill(0)
    for (const id of ids) counts[bucketOfId(id)]!++
    expect(Math.max(...counts)).toBeLessThan(30)
    expect(counts.filter((count) => count === 0).length).toBeLessThan(bucketCount / 20)
  })

  it('follow from the key of the events as well, which is a safe integer', () => {
    for (const number of [0, 1, 2 ** 41 - 1]) {
      const key = keyInBucket(number, ids[0]!)
      expect(Number.isSafeInteger(key)).toBe(true)
      expect(bucketOfKey(key)).toBe(bucketOfId(ids[0]!))
    }
  })

  it('are named on both servers if they complete a key', () => {
    const statement = adHocQuery<{ key: number; id: string }>(({ key, id }) => withEventId(key, id))
    expect(statement.for('sqlite').sql).toBe('calendar_key = ? and id = ?')
    for (const target of ['postgres', 'citus'] as const) {
      const { sql: text, valuesIn } = statement.for(target)
      expect(text).toBe('calendar_key = $1 and id = $2 and bucket = $3')
      expect(valuesIn({ key: bucketCount + 7, id: 'one' })).toEqual([bucketCount + 7, 'one', 7])
    }
  })

  it('are otherwise named only in statements for a cluster', () => {
    const statement = adHocQuery<{ key: number }>(({ key }) => sql`select 1 where ${withKey(key)}`)
    expect(statement.for('sqlite').sql).toBe('select 1 where calendar_key = ?')
    expect(statement.for('postgres').sql).toBe('select 1 where calendar_key = $1')
    const { sql: text, valuesIn } = statement.for('citus')
    expect(text).toBe('select 1 where calendar_key = $1 and bucket = $2')
    expect(valuesIn({ key: bucketCount + 7 })).toEqual([bucketCount + 7, 7])
  })

  it('of several calendars are named together', () => {
    const statement = adHocQuery<{ ids: string }>((args, dialect) => withIds(args.ids, dialect))
    const list = JSON.stringify(ids.slice(0, 2))
    const [first, buckets] = statement.for('citus').valuesIn({ ids: list })
    expect(first).toBe(list)
    expect(buckets).toBe(`{${ids.slice(0, 2).map(bucketOfId).join()}}`)
  })
})
