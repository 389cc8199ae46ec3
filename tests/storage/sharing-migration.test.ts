import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { archiveToBuffer, restoreFromBuffer } from '#/storage/archive.ts'
import { migrations } from '#/storage/migration.ts'
import { openDatabase } from '#/storage/open.ts'
import type { Database, Reader } from '#/storage/port.ts'
import { adHocStatement, none } from '#/storage/statement.ts'
import { as, calendars } from '../support/calling.ts'
import { engines, silentLog } from '../support/engines.ts'
import { runAlmanac, type ServerPlace, wireEngines } from '../support/server.ts'

const upTo = (last: number) => migrations.filter(({ number }) => number <= last)
const beforeSharing = upTo(2)
const withSharing = upTo(3)

const createdAtMs = 1_767_225_600_000
const emails = ['ann@example.com', 'bob@example.com'] as const
const secondaryIds = ['c_one@group.calendar.google.com', 'c_two@group.calendar.google.com'] as const

for (const engine of engines) {
  const skip = engine.unavailable !== undefined

  describe(`the schema of sharing on ${engine.name}`, { skip }, () => {
    it('gives each calendar that there is the rules and the entry of a new one', async () => {
      await using place = await engine.place()
      {
        await using old = await place.open({ migrations: beforeSharing })
        await fill(old)
      }
      await using database = await place.open({ migrations: withSharing })
      await assertShared(database)
    })

    it('gives them to the calendars of an older archive, too', async () => {
      await using old = await engine.open({ migrations: beforeSharing })
      await fill(old)
      await using database = await engine.open({ migrations: withSharing })
      await restoreFromBuffer(database, await archiveToBuffer(old))
      await assertShared(database)
      assert.deepEqual(await database.problems(), [])
    })
  })
}

for (const engine of wireEngines) {
  const skip = engine.unavailable !== undefined

  describe(`a server that finds calendars from before sharing on ${engine.name}`, { skip }, () => {
    it('shows them to their owners alone, and finds nothing wrong', async () => {
      await using place = await engine.place({ isEmpty: true })
      {
        await using old = await openOld(place)
        await fill(old)
      }
      const server = await place.start()
      const [ann, bob] = await Promise.all(
        emails.map(async (email) => as(server.base, (await server.mint({ email })).token)),
      )
      assert.deepEqual(await listed(ann!), [emails[0], ...secondaryIds])
      assert.deepEqual(await listed(bob!), [emails[1]])
      const path = `${calendars}/${secondaryIds[0]}`
      assert.equal((await ann!.get(path)).json.summary, 'Old')
      assert.equal((await bob!.get(path)).status, 404)
      await server.stop()
      const { stdout } = await runAlmanac(['check'], place.environment)
      assert.equal(stdout, 'All is well.\n')
    })

    it('numbers what happens next after what it has found', async () => {
      await using place = await engine.place({ isEmpty: true })
      {
        await using old = await openOld(place)
        await fill(old)
      }
      const server = await place.start()
      const ann = as(server.base, (await server.mint({ email: emails[0] })).token)
      const acl = `${calendars}/${secondaryIds[0]}/acl`
      const { json: rules } = await ann.get(acl)
      const { json: entries } = await ann.get(list)
      const { json: rule } = await ann.post(acl, {
        role: 'reader',
        scope: { type: 'user', value: emails[1] },
      })
      const { json: entry } = await ann.patch(`${list}/${secondaryIds[1]}`, { hidden: true })
      const since = async (path: string, token: unknown) =>
        (await ann.get(`${path}?syncToken=${token}`)).json.items
      assert.deepEqual(await since(acl, rules.nextSyncToken), [rule])
      assert.deepEqual(await since(list, entries.nextSyncToken), [entry])
    })
  })
}

const list = '/calendar/v3/users/me/calendarList'

const listed = async (user: ReturnType<typeof as>) =>
  (await user.get(list)).json.items!.map(({ id, accessRole }) => {
    assert.equal(accessRole, 'owner')
    return id
  })

const openOld = ({ environment }: ServerPlace) =>
  openDatabase({
    dataDir: environment.ALMANAC_DATA_DIR!,
    url: environment.ALMANAC_DATABASE_URL,
    log: silentLog,
    migrations: beforeSharing,
  })

/** Two users with a primary calendar each, one of them with two more, as they were kept then. */
const fill = (database: Database) =>
  database.transaction(async (tx) => {
    for (const [index, email] of emails.entries()) {
      const userId = `10000000000000000000${index}`
      await tx.run(addUser, { userId, email, createdAtMs })
      await tx.run(addCalendarUser, { userId })
      await tx.run(addCalendar, calendarOf({ id: email, userId, isPrimary: 1 }))
    }
    for (const id of secondaryIds) {
      await tx.run(addCalendar, calendarOf({ id, userId: '100000000000000000000', isPrimary: 0 }))
    }
  })

function calendarOf(given: { id: string; userId: string; isPrimary: 0 | 1 }) {
  const etag = '"00001000000000007"'
  const { id, isPrimary } = given
  const calendar = {
    kind: 'calendar#calendar',
    etag,
    id,
    summary: 'Old',
    timeZone: 'UTC',
    ...(isPrimary === 0 && { dataOwner: emails[0] }),
  }
  return { ...given, etag, wire: JSON.stringify(calendar), sequence: 7, createdAtMs }
}

async function assertShared(reader: Reader): Promise<void> {
  const [ann, bob] = emails
  const [one, two] = secondaryIds
  const rules = await reader.all(allRules, none)
  assert.deepEqual(
    rules.map(({ calendarId, ruleId, role }) => [calendarId, ruleId, role]),
    [
      [ann, `user:${ann}`, 'owner'],
      [bob, `user:${bob}`, 'owner'],
      [one, `user:${ann}`, 'owner'],
      [one, `user:${one}`, 'owner'],
      [two, `user:${ann}`, 'owner'],
      [two, `user:${two}`, 'owner'],
    ],
  )
  const entries = await reader.all(allEntries, none)
  assert.deepEqual(
    entries.map(({ email, calendarId }) => [email, calendarId]),
    [
      [ann, ann],
      [ann, one],
      [ann, two],
      [bob, bob],
    ],
  )
  for (const { isHidden, isDeleted, choices } of entries) {
    assert.deepEqual([isHidden, isDeleted], [0, 0])
    assert.equal(JSON.parse(choices).selected, true)
  }
  assert.equal((await reader.all(wrongNumbers, none)).length, 0)
}

const addUser = adHocStatement<{ userId: string; email: string; createdAtMs: number }>(
  `insert into users (id, email, name, created_at) values (:userId, :email, 'Somebody', :createdAtMs)`,
)

const addCalendarUser = adHocStatement<{ userId: string }>(
  'insert into calendar_users (user_id, settings_sequence) values (:userId, 0)',
)

const addCalendar = adHocStatement<ReturnType<typeof calendarOf>>(
  `insert into calendars
     (id, owner_id, is_primary, client_id, wire, etag, sequence, cleared_sequence, created_at)
   values (:id, :userId, :isPrimary, '', :wire, :etag, :sequence, 0, :createdAtMs)`,
)

const allRules = adHocStatement<typeof none, { calendarId: string; ruleId: string; role: string }>(
  `select calendar_id as "calendarId", rule_id as "ruleId", role from calendar_acl
   order by calendar_id, rule_id`,
)

const allEntries = adHocStatement<
  typeof none,
  { email: string; calendarId: string; isHidden: number; isDeleted: number; choices: string }
>(
  `select u.email, l.calendar_id as "calendarId", l.is_hidden as "isHidden",
     l.is_deleted as "isDeleted", l.choices
   from calendar_list l join users u on u.id = l.user_id order by u.email, l.calendar_id`,
)

/** Calendars and users whose counter is not at the number of the last change. */
const wrongNumbers = adHocStatement<typeof none, { id: string }>(
  `select id from calendars c where acl_sequence <>
     (select max(sequence) from calendar_acl a where a.calendar_id = c.id)
   union all
   select user_id from calendar_users u where list_sequence <>
     (select max(sequence) from calendar_list l where l.user_id = u.user_id)`,
)
