import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { timetable } from '#/jobs/tables.ts'
import { schema } from '#/schema.ts'
import { archiveToBuffer, restoreFromBuffer } from '#/storage/archive/archive.ts'
import { schemaState } from '#/storage/schema/migrate.ts'
import { type Migration, newestNumber, type Schema } from '#/storage/schema/schema.ts'
import { meta, migrations } from '#/storage/schema/tables.ts'
import { type Sql, sql } from '#/storage/sql/sql.ts'
import { adHocCommand, adHocQuery, none } from '#/storage/sql/statement.ts'
import { uniqueIndex } from '#/storage/sql/table.ts'
import { engines, silentLog } from '../support/engines.ts'
import { addNote, noteIds } from './notes.ts'

const withSteps = (...steps: Migration[]): Schema => ({
  ...schema,
  migrations: [...schema.migrations, ...steps],
})

const pets: Migration = {
  number: 9_001,
  name: 'pets',
  statements: ({ text }) => [
    `create table pets (name ${text} primary key, home ${text} not null references meta (name))`,
    "insert into meta (name, value) values ('kennel', '')",
    "insert into pets (name, home) values ('Rex', 'kennel')",
  ],
}
const broken: Migration = {
  number: 9_002,
  name: 'broken',
  statements: ({ text }) => [`create table shelters (name ${text})`, 'create nonsense'],
}
/** Fills a new column of a table in batches, and counts them. */
function tagging({ failsAt = Number.POSITIVE_INFINITY } = {}) {
  const counted = { batches: 0 }
  const migration: Migration = {
    number: 9_001,
    name: 'tags',
    worksWith: 1,
    statements: ({ text }) => [`alter table meta add column tag ${text}`],
    changes: [
      {
        table: meta,
        command: (range) => {
          counted.batches++
          if (counted.batches === failsAt) return sql`create nonsense`
          return sql`update ${meta} set tag = 'done' where ${range}`
        },
      },
    ],
  }
  return { counted, migration }
}

const byValue: Migration = {
  number: 9_003,
  name: 'by value',
  statements: () => [],
  indexes: [{ table: meta, name: 'meta_by_value', index: uniqueIndex('value') }],
}

const addRows = (count: number) =>
  adHocCommand(
    () => sql`insert into ${meta} (name, value)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
      select 'row-' || i, '' from n`,
  )

const tags = adHocQuery<typeof none, { tagged: number; total: number }>(
  () => sql`select count(tag) as tagged, count(*) as total from ${meta}`,
)

const petNames = adHocQuery<typeof none, { name: string }>(() => sql`select name from pets`)

for (const engine of engines) {
  describe(`migrations on ${engine.name}`, { skip: engine.unavailable !== undefined }, () => {
    it('upgrade an older schema and keep its rows', async () => {
      await using place = await engine.place({ isEmpty: true })
      {
        await using old = await place.open()
        await old.transaction((tx) => tx.run(addNote, { id: 'kept' }))
      }
      await using database = await place.open({ schema: withSteps(pets) })
      assert.deepEqual(await noteIds(database), ['kept'])
      assert.deepEqual((await database.all(petNames, none)).length, 1)
    })

    it('leave nothing of a step that fails', async () => {
      await using place = await engine.place({ isEmpty: true })
      await assert.rejects(place.open({ schema: withSteps(pets, broken) }))
      await using database = await place.open({ schema: withSteps(pets) })
      assert.deepEqual(await database.problems(), [])
      const shelters = adHocQuery<typeof none, unknown>(() => sql`select 1 from shelters`)
      await assert.rejects(database.all(shelters, none), /shelters/)
    })

    it('change many rows in batches, and continue after an interruption', async () => {
      await using place = await engine.place({ isEmpty: true })
      {
        await using old = await place.open()
        await old.transaction((tx) => tx.run(addRows(9_000), none))
      }
      const interrupted = tagging({ failsAt: 3 })
      await assert.rejects(place.open({ schema: withSteps(interrupted.migration) }))
      await assert.rejects(
        place.open({ schema: withSteps(interrupted.migration), migrate: false }),
        /run "almanac migrate"/,
      )
      const { counted, migration } = tagging()
      await using database = await place.open({ schema: withSteps(migration) })
      const { tagged, total } = (await database.first(tags, none))!
      assert.equal(tagged, total)
      // Five batches of up to 2,000 rows, of which the first two were committed.
      assert.equal(counted.batches, 3)
    })

    it('create an index beside servers, again if the first attempt has failed', async () => {
      await using place = await engine.place()
      const setValues = (value: Sql) =>
        adHocCommand<typeof none>(() => sql`update ${meta} set value = ${value}`)
      await using old = await place.open()
      const addSame = adHocCommand(
        () => sql`insert into ${meta} (name, value) values ('one', 'same'), ('two', 'same')`,
      )
      await old.transaction((tx) => tx.run(addSame, none))
      await assert.rejects(place.open({ schema: withSteps(byValue) }), /meta_by_value|unique/i)
      await old.transaction((tx) => tx.run(setValues(sql`name`), none))
      const warnings: string[] = []
      const log = { ...silentLog, warn: (message: string) => void warnings.push(message) }
      await using database = await place.open({ schema: withSteps(byValue), log })
      assert.equal(warnings.length, engine.kind === 'postgres' ? 1 : 0)
      const makeSame = database.transaction((tx) => tx.run(setValues(sql`'same'`), none))
      await assert.rejects(makeSame, /unique/i)
    })

    it('let an older version use a newer schema that is marked compatible, but not restore into it', async () => {
      await using place = await engine.place({ isEmpty: true })
      const archive = await (async () => {
        await using old = await place.open()
        return await archiveToBuffer(old)
      })()
      await (await place.open({ schema: withSteps(tagging().migration) }))[Symbol.asyncDispose]()
      await using old = await place.open()
      await old.transaction((tx) => tx.run(addNote, { id: 'of an older version' }))
      assert.deepEqual(await noteIds(old), ['of an older version'])
      const state = await schemaState(old, schema)
      assert.deepEqual(state, { needed: newestNumber(schema), found: 9_001, worksWith: 1 })
      await assert.rejects(restoreFromBuffer(old, archive), /database has schema 9001/)
    })

    it('reject a schema that is newer than the program with instructions', async () => {
      await using place = await engine.place({ isEmpty: true })
      await (await place.open({ schema: withSteps(pets) }))[Symbol.asyncDispose]()
      for (const migrate of [true, false]) {
        await assert.rejects(
          place.open({ migrate }),
          /schema 9001.*newer version.*restore a backup/,
        )
      }
    })

    it('refuse a database of version 0.1', async () => {
      await using place = await engine.place({ isEmpty: true })
      {
        await using database = await place.open()
        const rename = adHocCommand(
          () => sql`update ${migrations} set name = 'foundation' where number = 1`,
        )
        await database.transaction((tx) => tx.run(rename, none))
      }
      for (const migrate of [true, false]) {
        await assert.rejects(place.open({ migrate }), /written by Almanac 0\.1/)
      }
    })

    it('are required when they are switched off and the schema is behind', async () => {
      await using place = await engine.place({ isEmpty: true })
      await assert.rejects(place.open({ migrate: false }), /run "almanac migrate"/)
      await (await place.open())[Symbol.asyncDispose]()
      await using database = await place.open({ migrate: false })
      assert.equal(database.epoch, 1)
    })

    it('migrate an archive of an older schema to the current one', async () => {
      await using old = await engine.open()
      await old.transaction((tx) => tx.run(addNote, { id: 'old' }))
      const archive = await archiveToBuffer(old)
      const steps = [tagging().migration, { ...pets, number: 9_002 }]
      await using present = await engine.open({ schema: withSteps(...steps) })
      await restoreFromBuffer(present, archive)
      assert.deepEqual(await noteIds(present), ['old'])
      assert.deepEqual((await present.all(petNames, none)).length, 1)
      // The rows of the archive; `pets` has added another one.
      const { tagged, total } = (await present.first(tags, none))!
      assert.ok(tagged > 0 && tagged === total - 1)
      assert.deepEqual(await present.problems(), [])
    })

    it('refuse an archive of a newer schema', async () => {
      await using newer = await engine.open({ schema: withSteps(pets) })
      const archive = await archiveToBuffer(newer)
      await using present = await engine.open()
      await assert.rejects(restoreFromBuffer(present, archive), /archive has schema 9001/)
      assert.equal(present.epoch, 1)
    })

    it('report a missing table', async () => {
      await using database = await engine.open()
      await database.transaction((tx) =>
        tx.run(
          adHocCommand(() => sql`drop table ${timetable}`),
          none,
        ),
      )
      assert.deepEqual(await database.problems(), ['the table timetable is missing'])
    })
  })
}
