import { expect, it } from 'vitest'
import { owner, sql } from '../../sql/sql.ts'
import { adHocQuery, type Statement } from '../../sql/statement.ts'
import { distributedBy, onCoordinator, onEveryServer, table, text } from '../../sql/table.ts'
import { Placements } from './placements.ts'

const notes = table('notes', {
  columns: { user_id: text },
  key: ['user_id'],
  distribution: distributedBy('user_id', 'user'),
})
const people = table('people', {
  columns: { id: text },
  key: ['id'],
  distribution: onEveryServer,
})
const orders = table('orders', {
  columns: { id: text },
  key: ['id'],
  distribution: onCoordinator('It is an example.'),
})

const one = { host: 'one', port: 5432, group: 1, table: 'notes' }
const two = { host: 'two', port: 5432, group: 2, table: 'notes' }
const placements = new Placements({ tables: [notes, people, orders] }, [
  { ...two, from: 0 },
  { ...one, from: -2147483648 },
])

const serverOf = (statement: Statement<{ id: string }, never>, id: string) =>
  placements.serverOf(statement.for('citus'), [id])

const ofOwner = adHocQuery<{ id: string }>(
  ({ id }) => sql`select 1 from ${notes} where user_id = ${owner(id)}`,
)

it('finds the server of the shard that contains the hash of the owner', () => {
  // The hashes of these texts are negative and positive.
  expect(serverOf(ofOwner, '')).toBe('one:5432')
  expect(serverOf(ofOwner, 'hello world!')).toBe('two:5432')
})

it('finds it also for a join with a table that every server has', () => {
  const joined = adHocQuery<{ id: string }>(
    ({ id }) => sql`select 1 from ${notes} join ${people} on true where user_id = ${owner(id)}`,
  )
  expect(serverOf(joined, '')).toBe('one:5432')
})

it('finds none for tables on the coordinator, or without an owner', () => {
  const withOrders = adHocQuery<{ id: string }>(
    ({ id }) => sql`select 1 from ${notes}, ${orders} where user_id = ${owner(id)}`,
  )
  const withoutOwner = adHocQuery<{ id: string }>(
    ({ id }) => sql`select 1 from ${notes} where user_id > ${id}`,
  )
  expect(serverOf(withOrders, '')).toBeUndefined()
  expect(serverOf(withoutOwner, '')).toBeUndefined()
})
