import { expect, it } from 'vitest'
import { insertInto, type Sql, sql, UnlessExists } from '../../sql/sql.ts'
import { adHocCommand } from '../../sql/statement.ts'
import { onEveryServer, table, text } from '../../sql/table.ts'
import { combinedWrites } from './combined-writes.ts'

const notes = table('notes', {
  columns: { id: text, value: text },
  key: ['id'],
  distribution: onEveryServer,
})

const set = adHocCommand<{ id: string; value: string }>(
  ({ id, value }) => sql`update ${notes} set value = ${value} where id = ${id}`,
)

const add = (rest: Sql) =>
  adHocCommand<{ id: string; value: string }>(({ id, value }) =>
    insertInto(notes, { id, value }, rest),
  )

const combined = (rest: Sql, ids: readonly string[]) => {
  const insert = add(rest).for('postgres')
  const members = ids.map((id) => [
    { compiled: set.for('postgres'), args: { id, value: 'old' }, isNote: false },
    { compiled: insert, args: { id, value: 'new' }, isNote: false },
  ])
  const { compiled, args } = combinedWrites(members, {
    incarnation: 'now',
    start: 'then',
    lockTimeoutMs: 9,
  })
  return { text: compiled.sql.replace(/^.*?(?=, w1 as)/s, ''), args }
}

it('inserts the rows of all members at once, after their other writes', () => {
  expect(combined(sql`on conflict (id) do update set value = 'x'`, ['a', 'b'])).toEqual({
    text: `, w1 as (update notes set value = $4 where id = $5 returning 1 as one)\
, w2 as (update notes set value = $6 where id = $7 returning 1 as one)\
, w3 as (insert into notes (id, value) values ($8, $9), ($10, $11) on conflict (id) do update set value = 'x' returning 1 as one) \
select 1 / (case when (select one from present) = 1 and (select one from w1) = 1 and (select one from w2) = 1 and (select count(*) from w3) = 2 then 1 else 0 end)`,
    args: ['now', 'then', '9', 'old', 'a', 'old', 'b', 'a', 'new', 'b', 'new'],
  })
})

it('does not look for conflicts that would make the statement fail', () => {
  expect(combined(new UnlessExists(notes), ['a']).text).toContain(
    'w2 as (insert into notes (id, value) values ($6, $7)  returning 1 as one)',
  )
})
