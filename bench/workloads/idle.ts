import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import { cpuTimeUs } from '../cpu-time.ts'
import type { Figure } from '../figure.ts'
import { benchFolder, makePlace } from '../place.ts'
import { startPostgres } from '../postgres.ts'

const settleMs = 15_000
/** As long as it takes each of the regular jobs of a minute to run once. */
const idleMs = 60_000
const counts = [100, 100_000] as const

/** The CPU of a server that nobody calls, and of its database, with few and with many of what it looks after. */
export async function measureIdle(): Promise<Figure[]> {
  await using folder = await benchFolder()
  // The database server runs as another user and has to reach its folder.
  chmodSync(folder.path, 0o755)
  await using database = await startPostgres(folder.path)
  const place = await makePlace(join(folder.path, 'place'), database.url)
  const costs: { server: number; database: number }[] = []
  for (const count of counts) {
    await using server = await place.start()
    await fill(database.url, count)
    await delay(settleMs)
    const before = { server: cpuTimeUs(server.pid), database: databaseTimes(database.pids()) }
    await delay(idleMs)
    const after = { server: cpuTimeUs(server.pid), database: databaseTimes(database.pids()) }
    let databaseUs = 0
    for (const [pid, us] of after.database) databaseUs += us - (before.database.get(pid) ?? 0)
    costs.push({ server: after.server - before.server, database: databaseUs })
  }
  const [few, many] = costs as [(typeof costs)[0], (typeof costs)[0]]
  const total = ({ server, database: other }: typeof few) => (server + other) / 1000
  const shares = ({ server, database: other }: typeof few) =>
    `${(server / 1000).toFixed(0)} + ${(other / 1000).toFixed(0)} ms`
  return [
    {
      name: `CPU of an idle minute with ${counts[1]} channels, waiting jobs, calendars and reminders`,
      value: total(many),
      unit: 'ms',
      bounds: { better: 'lower', floor: 600 },
      detail: `server and database: ${shares(many)}, and ${shares(few)} with ${counts[0]}`,
    },
  ]
}

const databaseTimes = (pids: readonly number[]) =>
  new Map(pids.map((pid) => [pid, cpuTimeUs(pid)] as const))

/** Channels that are up to date, jobs and reminders that are due in a month, and counted calendars. */
async function fill(url: string, count: number): Promise<void> {
  const sql = postgres(url, { max: 1 })
  await sql`insert into channels (key, client_id, id, user_id, kind, owner, event_types, scopes, address,
      resource_id, resource_uri, created_at, expires_at, is_warned, told, told_key, telling, is_synced,
      is_wanted, message_number, attempts, tries, incarnation)
    select 'bench' || i, 'bench', i, (select min(id) from users), 'events', 'calendar' || i, '[]', '',
      'https://receiver.example.com/' || i, 'r', 'https://calendar.example.com/x', now_ms, now_ms + 2592000000,
      0, 0, 0, 0, 1, 0, 1, 0, 1, (select incarnation from server_incarnation)
    from generate_series(1, ${count}::bigint) i,
      (select (extract(epoch from now()) * 1000)::bigint as now_ms) clock
    on conflict do nothing`
  await sql`insert into jobs (id, kind, payload, state, due_at, attempts, created_at)
    select 'bench' || i, 'mail.send', '{"id":""}', 'ready', now_ms + 2592000000, 0, now_ms
    from generate_series(1, ${count}::bigint) i,
      (select (extract(epoch from now()) * 1000)::bigint as now_ms) clock
    on conflict do nothing`
  await sql`insert into calendars (bucket, id, owner_id, is_primary, client_id, wire, etag, change_number, created_at,
      properties_change_number, acl_change_number, group_rules, key, longest_ms, is_resource, hides_invitations,
      runs, acl_runs, counted_events, counted_bytes, counted_at, is_counted, reminders)
    select 0, 'bench' || i, (select min(id) from users), 0, '', '{}', '', 1, 0, 1, 1, 0, 1000000 + i, 0, 0, 0, '', '', 0, 0,
      0, 1, 'checked'
    from generate_series(1, ${count}::bigint) i on conflict do nothing`
  await sql`insert into calendar_list (user_id, calendar_id, is_hidden, is_deleted, choices, change_number,
      changed_at, remind_at)
    select (select min(user_id) from calendar_users), 'bench' || i, 0, 0, '{}', 1, 0, now_ms + 2592000000
    from generate_series(1, ${count}::bigint) i,
      (select (extract(epoch from now()) * 1000)::bigint as now_ms) clock
    on conflict do nothing`
  await sql`vacuum analyze`
  await sql.end()
}
