import { describe, expect, it } from 'vitest'
import { users } from '#/auth/tables.ts'
import type { Mails } from '#/jobs/mail/mails.ts'
import { mailPurge } from '#/jobs/mail/purge.ts'
import { ChannelStops } from '#/jobs/push/channels/channel-stops.ts'
import { channelPurge } from '#/jobs/push/channels/purge.ts'
import { channelWarning } from '#/jobs/push/channels/warning.ts'
import { Dispatcher } from '#/jobs/push/dispatcher.ts'
import { Presence } from '#/jobs/push/presence.ts'
import { channels, jobs, mails, processes } from '#/jobs/tables.ts'
import type { Clock } from '#/kernel/clock.ts'
import { silentLog } from '#/kernel/log.ts'
import { secureRandomBytes } from '#/kernel/randomness.ts'
import { Seal } from '#/kernel/seal.ts'
import { calendarSource } from '#/services/calendar/push/calendar-source.ts'
import { reminders } from '#/services/calendar/reminders/reminders.ts'
import { Channels } from '#/services/calendar/store/channels.ts'
import { usageCount } from '#/services/calendar/store/storage-usage.ts'
import {
  calendarEvents,
  calendarList,
  calendars,
  calendarUsers,
} from '#/services/calendar/store/tables.ts'
import type { Database } from '#/storage/port.ts'
import { raw, type Sql, sql } from '#/storage/sql/sql.ts'
import { adHocCommand, none, type Statement } from '#/storage/sql/statement.ts'
import { until } from '../support/calling.ts'
import { engines } from '../support/engines.ts'
import { isOnCluster } from '../support/postgres-databases.ts'
import { noonMs, noteKind, TestClock, workerFor } from './jobs-fixture.ts'

const rowCount = 1_500
const rowsReadMax = 10
const weekMs = 604_800_000

for (const engine of engines) {
  const skip = engine.unavailable !== undefined

  describe(`the background work of an idle server on ${engine.name}`, { skip }, () => {
    // A cluster cannot explain a statement in a transaction that has read a table of every server.
    const noPlans = { skip: engine.kind === 'postgres' && isOnCluster }

    it(
      'reads no more rows when there are many channels, jobs, mails, calendars and reminders',
      noPlans,
      async () => {
        await using database = await engine.open()
        const clock = new TestClock()
        await fill(database)
        const { recorded, statements, count } = recording(database)
        await using worker = workerFor({
          database: recorded,
          clock,
          kinds: [noteKind(async () => {})],
        })
        // The first look of a worker also handles a clock that was set back.
        await worker.runDue()
        await using dispatcher = dispatcherOn(recorded, clock)
        await dispatcher.start()
        await until(
          () => count('min(due_at)'),
          (looks) => looks > 0,
        )
        statements.clear()

        clock.advance(1)
        await worker.runDue()
        const context = { jobId: '', attempt: 1, clock, database: recorded, signal }
        const warning = channelWarning({
          mails: {} as Mails,
          log: silentLog,
          channelWarningHours: 1,
        })
        const [minutely] = remindersOn(recorded, clock)
        const purge = mailPurge({ mailKeepDays: 30 })
        for (const kind of [channelPurge, warning, purge, usageCount, minutely]) {
          await kind.run({}, context)
        }
        await until(
          () => count('min(due_at)'),
          (looks) => looks > 0,
        )

        expect(statements.size).toBeGreaterThanOrEqual(11)
        for (const [statement, args] of statements) {
          const text = statement.for(engine.kind).sql
          expect(await rowsRead(database, statement, args), text).toBeLessThanOrEqual(rowsReadMax)
        }
      },
    )

    it('finds a due channel without a notification, a bounded number of channels at a time', async () => {
      await using database = await engine.open()
      const clock = new TestClock()
      await fill(database)
      const posted: string[] = []
      const { recorded, statements, count } = recording(database)
      await using dispatcher = dispatcherOn(recorded, clock, (target) =>
        posted.push(target.pathname),
      )
      await dispatcher.start()
      await until(
        () => count('min(due_at)'),
        (looks) => looks > 0,
      )
      await change(database, sql`update ${channels} set is_wanted = 1 where key = '999'`)
      statements.clear()
      await dispatcher.sweep()
      expect(posted).toEqual([])
      await dispatcher.sweep()
      await until(
        () => posted,
        ([first]) => first !== undefined,
      )
      expect(posted).toEqual(['/999'])
      expect(count('"isPending"')).toBe(1)
    })
  })

  describe(`processes on ${engine.name}`, { skip: skip || engine.kind === 'sqlite' }, () => {
    it('notice that another process died, each death in one process', async () => {
      await using database = await engine.open()
      const deaths: string[] = []
      const presence = (worker: string) =>
        new Presence({ database, log: silentLog, worker, onDeath: () => deaths.push(worker) })
      const [first, second, third] = [presence('first'), presence('second'), presence('third')]
      for (const process of [first, second, third]) await process!.beat()
      expect(deaths).toEqual([])
      await change(database, sql`update ${processes} set alive_until = 0 where id = 'third'`)
      await Promise.all([first!.beat(), second!.beat()])
      expect(deaths).toHaveLength(1)
      await first!.beat()
      expect(deaths).toHaveLength(1)
    })
  })
}

const { signal } = new AbortController()

const change = (database: Database, text: Sql) =>
  database.transaction((tx) =>
    tx.run(
      adHocCommand(() => text),
      none,
    ),
  )

/** What waits: channels that are up to date, jobs of another kind, kept mails, later reminders, counted calendars. */
async function fill(database: Database): Promise<void> {
  const numbers =
    database.engine === 'sqlite'
      ? `(with recursive n (i) as (select 0 union all select i + 1 from n where i < ${rowCount - 1}) select i from n) n`
      : `generate_series(0, ${rowCount - 1}) n (i)`
  const { incarnation } = database
  const [later, soon] = [noonMs + weekMs, noonMs + 1_000_000]
  const statements = [
    sql`insert into ${users} (id, email, name, created_at) values ('u', 'u@example.com', '', 0)`,
    sql`insert into ${calendarUsers} (user_id, settings_change_number, list_change_number, list_runs,
        settings_runs) values ('u', 0, 0, '', '')`,
    // Those that expire soon are short, so that nobody is warned of them.
    sql`insert into ${channels} (key, client_id, id, user_id, kind, owner, event_types, scopes, address,
        resource_id, resource_uri, created_at, expires_at, is_warned, told, told_key, telling, is_synced,
        is_wanted, message_number, attempts, tries, incarnation)
      select i, 'c', i, 'u', 'settings', 'u', '[]', '', 'https://receiver.example.com/' || i, 'r',
        'https://calendar.example.com/x', ${noonMs}, case when i % 2 = 0 then ${soon} else ${later} end,
        case when i % 2 = 0 then 1 else 0 end, 0, 0, 0, 1, 0, 1, 0, 1, '${raw(incarnation)}'
      from ${raw(numbers)}`,
    sql`insert into ${jobs} (id, kind, payload, state, due_at, attempts, created_at)
      select i, 'other', '{}', 'ready', ${later} + i, 0, ${noonMs} from ${raw(numbers)}`,
    sql`insert into ${mails} (id, recipient, sender, subject, text_part, html_part, message_id, state,
        attempts, created_at)
      select i, '', '', '', '', '', '', 'sent', 1, ${noonMs} from ${raw(numbers)}`,
    sql`insert into ${calendars} (bucket, id, owner_id, is_primary, client_id, wire, etag, change_number, created_at,
        properties_change_number, acl_change_number, group_rules, key, longest_ms, is_resource, hides_invitations,
        runs, acl_runs, counted_events, counted_bytes, counted_at, is_counted, reminders)
      select 0, 'calendar' || i, 'u', 0, '', '{}', '', 1, 0, 1, 1, 0, i, 0, 0, 0, '', '', 1, 1, 0, 1, 'checked'
      from ${raw(numbers)}`,
    sql`insert into ${calendarList} (user_id, calendar_id, is_hidden, is_deleted, choices, change_number, changed_at,
        remind_at) select 'u', 'calendar' || i, 0, 0, '{}', 1, 0, ${later} + i from ${raw(numbers)}`,
    sql`insert into ${calendarEvents} (bucket, calendar_key, id, kind, presence, is_all_day, is_busy, start_ms, end_ms,
        change_number, updated_at, event_type, visibility, creator_id, zone, words, properties, internal, wire,
        remind_at, awaits)
      select 0, i, 'event', 'single', 'live', 0, 1, ${later} + i, ${later} + i, 1, 0, 'default', 'default', 'u', 'UTC', '',
        '', '{}', '{}', ${later} + i, 0 from ${raw(numbers)}`,
  ]
  for (const text of statements) await change(database, text)
  await change(database, sql`analyze`)
}

/** A database that records the statements that are sent to it, with their last arguments. */
function recording(database: Database) {
  const statements = new Map<Statement, unknown>()
  const record = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (_, name) => {
        const member = Reflect.get(target, name) as unknown
        if (typeof member !== 'function') return member
        if (name === 'transaction') {
          return (body: (tx: object) => Promise<unknown>, options?: object) =>
            database.transaction((tx) => body(record(tx)), options)
        }
        return (...args: unknown[]) => {
          if (['first', 'all', 'run'].includes(String(name))) {
            statements.set(args[0] as Statement, args[1])
          }
          return member.apply(target, args)
        }
      },
    })
  const count = (part: string) =>
    [...statements.keys()].filter((one) => one.for(database.engine).sql.includes(part)).length
  return { recorded: record(database), statements, count }
}

/** How many rows of tables an engine reads for a statement; SQLite tells only whether it reads all. */
async function rowsRead(database: Database, statement: Statement, args: unknown): Promise<number> {
  const explained = (prefix: string): Statement<unknown, Record<string, string>> => ({
    for: (engine) => {
      const compiled = statement.for(engine)
      return { ...compiled, sql: `${prefix} ${compiled.sql}`, isQuery: true }
    },
  })
  if (database.engine === 'sqlite') {
    const steps = await database.all(explained('explain query plan'), args)
    return steps.some(({ detail }) =>
      /^SCAN (channels|jobs|mails|calendars|calendar_list|calendar_events|c|l)\b/.test(detail!),
    )
      ? rowCount
      : 0
  }
  const rollback = new Error('only explained')
  let plan = ''
  await database
    .transaction(async (tx) => {
      const [row] = await tx.all(explained('explain (analyze, format json)'), args)
      plan = row!['QUERY PLAN']!
      throw rollback
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error
    })
  return rowsOf((JSON.parse(plan) as { Plan: PlanNode }[])[0]!.Plan)
}

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

function rowsOf(node: PlanNode): number {
  const isOfTable = node['Relation Name'] !== undefined
  const read = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
  const below = (node.Plans ?? []).reduce((sum, plan) => sum + rowsOf(plan), 0)
  return below + (isOfTable ? read * node['Actual Loops'] : 0)
}

function remindersOn(database: Database, clock: Clock) {
  const unused = undefined as never
  return reminders({
    database,
    calendars: unused,
    roles: unused,
    lists: unused,
    settings: unused,
    models: unused,
    mails: unused,
    origin: () => '',
    presentMs: () => Promise.resolve(clock.nowMs()),
    reminderLateMs: 3_600_000,
    remindersAtOnceMax: 10,
  })
}

function dispatcherOn(database: Database, clock: Clock, onPost: (target: URL) => void = () => {}) {
  const store = new Channels()
  store.useSeal(new Seal('secret', 'tests', secureRandomBytes))
  const unused = undefined as never
  const dispatcher = new Dispatcher({
    database,
    clock,
    log: silentLog,
    randomBytes: secureRandomBytes,
    stops: new ChannelStops({ clock, randomBytes: secureRandomBytes }),
    source: calendarSource({ database, channels: store, calendars: unused, roles: unused }),
    transport: {
      post: ({ target }) => {
        onPost(target)
        return { answer: Promise.resolve({ status: 200 }), abort: () => {} }
      },
      close: async () => {},
    },
    sender: () => '',
    webhookInFlightMax: 10,
    webhookPerHostMax: 10,
    webhookTimeoutMs: 1_000,
    webhookLogMax: 5,
  })
  return Object.assign(dispatcher, { [Symbol.asyncDispose]: () => dispatcher.stop() })
}
