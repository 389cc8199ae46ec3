import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { meta } from '../schema/tables.ts'
import { limit, sql } from './sql.ts'
import { adHocQuery } from './statement.ts'

describe('a statement', () => {
  it('binds each named argument where the engine expects it', () => {
    const statement = adHocQuery<{ a: number; b: string }>(
      ({ a, b }) => sql`select ${a}, ':a', ${b}::text, ${a} from ${meta}`,
    )
    assert.deepEqual(statement.for('sqlite').names, ['a', 'b', 'a'])
    assert.deepEqual(statement.for('postgres').names, ['a', 'b'])
    assert.equal(statement.for('postgres').sql, "select $1, ':a', $2::text, $1 from meta")
  })

  it('hides a bound limit from the planner of SQLite, which would plan again for each value', () => {
    const statement = adHocQuery<{ count: number }>(
      ({ count }) => sql`select 1 from ${meta} ${limit(count)}`,
    )
    assert.equal(statement.for('sqlite').sql, 'select 1 from meta limit (? + 0)')
    assert.equal(statement.for('postgres').sql, 'select 1 from meta limit $1')
  })
})
