import { expect, it } from 'vitest'
import { owner, sql } from '../../sql/sql.ts'
import { adHocCommand, adHocQuery, type Statement } from '../../sql/statement.ts'
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

const one = { host: 'one', port: 5432, group: 1 }
const two = { host: 'two', port: 5432, group: 2 }
const placements = new Placements({ tables: [notes, people, orders] }, [
  { ...two, table: 'notes', shard: 102, from: 0 },
  { ...one, table: 'notes', shard: 101, from: -2147483648 },
  { ...one, table: 'people', shard: 100, from: null },
  { ...two, table: 'people', shard: 100, from: null },
])

const routeOf = (statement: Statement<{ id: string }, never>, id: string) =>
  placements.routeOf(statement.for('citus'), [id])
const serverOf = (statement: Statement<{ id: string }, never>, id: string) =>
  routeOf(statement, id)?.server

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

const directOf = (statement: Statement<{ id: string }, never>) => routeOf(statement, '')?.direct

it('reads the shards of one server, if they are still there', () => {
  const joined = adHocQuery<{ id: string }>(
    ({ id }) =>
      sql`select 1 as one from ${notes} join ${people} on true where user_id = ${owner(id)}`,
  )
  expect(directOf(joined)?.sql).toBe(
    'select * from (select 1 as one from notes_101 join people_100 on true where user_id = $1) q ' +
      'where 1 / (coalesce((select groupid from pg_dist_placement where shardid = 101), -1) = 1)::int = 1',
  )
  expect(directOf(joined)).toBe(directOf(joined))
})

it('writes to the shards of one server, but leaves locks to the cluster', () => {
  const locking = adHocQuery<{ id: string }>(
    ({ id }, { forUpdate }) =>
      sql`select 1 from ${notes} where user_id = ${owner(id)} ${forUpdate}`,
  )
  const writing = adHocCommand<{ id: string }>(
    ({ id }) => sql`delete from ${notes} where user_id = ${owner(id)}`,
  )
  expect(directOf(writing)?.sql).toBe('delete from notes_101 where user_id = $1')
  expect(serverOf(locking, '')).toBe('one:5432')
  expect(directOf(locking)).toBeUndefined()
})

it('names the only part of a table that every server has', () => {
  const count = adHocQuery(() => sql`select count(*) from ${people}`)
  expect(placements.localQuery(count.for('citus')).sql).toBe('select count(*) from people_100')
})
