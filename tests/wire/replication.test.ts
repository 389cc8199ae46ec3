import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { importPlatform } from '../support/ads-platform.ts'
import { as, calendars, until } from '../support/calling.ts'
import {
  embeddedEngine,
  runAlmanac,
  runAlmanacProcess,
  type ServerPlace,
  type TestServer,
} from '../support/server.ts'
import { dayOf, daysFile, writeDays } from '../support/statistics-files.ts'

const events = `${calendars}/primary/events`
const event = (summary: string) => ({
  summary,
  start: { dateTime: '2030-01-01T10:00:00Z' },
  end: { dateTime: '2030-01-01T11:00:00Z' },
})

/** A replica beside the data of a place. */
async function replicaOf({ environment }: ServerPlace): Promise<string> {
  const folder = join(environment.ALMANAC_DATA_DIR!, '..', 'replica')
  await mkdir(folder, { recursive: true })
  return pathToFileURL(folder).href
}

async function metric({ base }: TestServer, name: string): Promise<number> {
  const { text } = await as(base).get('/metrics')
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

/** Resolves when everything that has been written is in the replica. */
async function untilReplicated(server: TestServer): Promise<void> {
  await until(
    () => metric(server, 'almanac_replica_lag_seconds'),
    (lag) => lag === 0,
  )
}

const restore = async (place: ServerPlace, replica: string, ...words: string[]) => {
  const { code, stdout, stderr } = await runAlmanac(
    ['restore', '--from', replica, ...words],
    place.environment,
  )
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^Restored the state of \d{4}-\d\d-\d\dT[\d:.]+Z\.\n$/)
}

describe('a replica of the embedded database', () => {
  it('has every write that the server said it has before kill -9', async () => {
    await using place = await embeddedEngine.place()
    await using other = await embeddedEngine.place({ isEmpty: true })
    const replica = await replicaOf(place)
    const server = await place.startProcess({ ALMANAC_REPLICA: replica })
    const { token } = await server.mint()
    await until(
      () => metric(server, 'almanac_replica_snapshots_total'),
      (count) => count === 1,
    )
    const acknowledged: { id: string; atMs: number }[] = []
    const write = async (writer: number) => {
      for (let round = 0; ; round++) {
        const { status, json } = await as(server.base, token).post(
          events,
          event(`${writer}.${round} ${'x'.repeat(2000)}`),
        )
        expect(status).toBe(200)
        acknowledged.push({ id: json.id, atMs: Date.now() })
      }
    }
    // They end with the server.
    const writers = Array.from({ length: 8 }, (_, writer) => write(writer).catch(() => {}))
    // What is older than the lag is in the replica, however slow the machine is.
    const safe = await until(
      async () => {
        const askedMs = Date.now()
        const lagMs = 1000 * (await metric(server, 'almanac_replica_lag_seconds'))
        return acknowledged.filter(({ atMs }) => atMs + 1 < askedMs - lagMs)
      },
      ({ length }) => length > 50,
    )
    await server.kill()
    await Promise.all(writers)

    await restore(other, replica)
    const me = as((await other.start()).base, token)
    const found = new Set<string>()
    for (let pageToken = ''; ; ) {
      const page = await me.get(
        `${events}?maxResults=2500&fields=nextPageToken,items/id${pageToken}`,
      )
      for (const { id } of page.json.items as { id: string }[]) found.add(id)
      if (page.json.nextPageToken === undefined) break
      pageToken = `&pageToken=${page.json.nextPageToken}`
    }
    expect(safe.filter(({ id }) => !found.has(id))).toEqual([])
    expect(await runAlmanac(['check'], other.environment)).toMatchObject({
      code: 0,
      stdout: 'No problems found.\n',
    })
  })

  it('restores an earlier time in place, as another incarnation, with statistics', async () => {
    await using place = await embeddedEngine.place()
    const replica = await replicaOf(place)
    const environment = { ALMANAC_REPLICA: replica }
    let server = await place.start(environment)
    const { token } = await server.mint()
    await importPlatform(place, Temporal.Now.instant().epochMilliseconds, {
      'dailyStatistics.csv': daysFile([dayOf('2026-01-01')]),
    })
    await as(server.base, token).post(events, event('kept'))
    const common = (await as(server.base, token).get(events)).json
    await untilReplicated(server)
    const at = new Date().toISOString()
    await as(server.base, token).post(events, event('lost'))
    const lost = (await as(server.base, token).get(events)).json
    await server.stop()

    const words = ['restore', '--from', replica, '--at', at]
    expect(await runAlmanac(words, place.environment)).toMatchObject({
      code: 1,
      stderr: 'almanac: The database contains users: use --yes to replace all its data.\n',
    })
    await restore(place, replica, '--at', at, '--yes')
    server = await place.start(environment)
    const me = as(server.base, token)
    const { items, etag } = (await me.get(events)).json
    expect((items as { summary: string }[]).map(({ summary }) => summary)).toEqual(['kept'])
    expect(etag).not.toBe(lost.etag)
    expect((await me.get(`${events}?syncToken=${lost.nextSyncToken}`)).status).toBe(410)
    expect((await me.get(`${events}?syncToken=${common.nextSyncToken}`)).status).toBe(200)
    const file = await writeDays(join(place.environment.ALMANAC_DATA_DIR!, '..'), [
      dayOf('2026-01-01'),
    ])
    expect((await runAlmanac(['ads', 'import', file], place.environment)).stdout).toContain(
      '1 imported, 0 rejected, 0 changed.',
    )
    await server.stop()
    expect(await runAlmanac(['check'], place.environment)).toMatchObject({ code: 0 })
  })

  it('continues its history in a server that starts again, without another snapshot', async () => {
    await using place = await embeddedEngine.place()
    await using other = await embeddedEngine.place({ isEmpty: true })
    const replica = await replicaOf(place)
    const environment = { ALMANAC_REPLICA: replica }
    let server = await place.startProcess(environment)
    const { token } = await server.mint()
    await until(
      () => metric(server, 'almanac_replica_snapshots_total'),
      (count) => count === 1,
    )
    expect(await server.stop()).toBe(0)
    server = await place.startProcess(environment)
    await as(server.base, token).post(events, event('after a stop'))
    await server.kill()
    server = await place.startProcess(environment)
    await as(server.base, token).post(events, event('after a crash'))
    await untilReplicated(server)
    expect(await metric(server, 'almanac_replica_snapshots_total')).toBe(0)
    await server.kill()
    await restore(other, replica)
    const { items } = (await as((await other.start()).base, token).get(events)).json
    expect((items as { summary: string }[]).map(({ summary }) => summary).sort()).toEqual([
      'after a crash',
      'after a stop',
    ])
  })

  it('is examined by the doctor where metrics need a token', async () => {
    await using place = await embeddedEngine.place()
    const environment = {
      ALMANAC_MODE: 'production',
      ALMANAC_METRICS_TOKEN: 'scrape-me',
      ALMANAC_REPLICA: await replicaOf(place),
    }
    const { base } = await place.start(environment)
    const ALMANAC_PORT = new URL(base).port
    const settings = { ...place.environment, ...environment, ALMANAC_PORT }
    const { stdout } = await runAlmanac(['doctor'], settings)
    expect(stdout).toMatch(/replica (is up to date|lacks the commits)/)
  })

  it('does not keep a server from answering while it cannot be reached', async () => {
    await using place = await embeddedEngine.place()
    const server = await place.startProcess({ ALMANAC_REPLICA: 'file:///nonexistent/replica' })
    const { token } = await server.mint()
    expect((await as(server.base, token).post(events, event('one'))).status).toBe(200)
    await until(
      () => metric(server, 'almanac_replica_failures_total'),
      (count) => count > 0,
    )
    expect(await metric(server, 'almanac_replica_lag_seconds')).toBeGreaterThan(0)
    const [, port] = /:(\d+)$/.exec(server.base)!
    const { stdout } = await runAlmanac(['doctor'], {
      ...place.environment,
      ALMANAC_PORT: port!,
      ALMANAC_REPLICA: 'file:///nonexistent/replica',
    })
    expect(stdout).toMatch(/replica (is up to date|lacks the commits)/)
    expect(await server.stop()).toBe(0)
    expect(server.output().stderr).toContain('There is no folder /nonexistent/replica.')
  })
})

it('a temporary server is not replicated', async () => {
  await using place = await embeddedEngine.place()
  const replica = await replicaOf(place)
  const words = ['exec', '--', 'sh', '-c', 'curl -s $ALMANAC_URL/metrics | grep -c replica']
  const { code, stdout } = await runAlmanacProcess(words, { ALMANAC_REPLICA: replica })
  expect([code, stdout]).toEqual([1, '0\n'])
  expect(await readdir(fileURLToPath(replica))).toEqual([])
})

describe('what cannot be replicated or restored is refused with one sentence', () => {
  it.each<[string, string[], Record<string, string>, string]>([
    [
      'a restore of nothing',
      ['restore'],
      {},
      'Specify either a backup file or a replica (--from).',
    ],
    [
      'a restore of two things',
      ['restore', 'backup.gz', '--from', 'file:///backup'],
      {},
      'Specify either a backup file or a replica (--from).',
    ],
    [
      'a time without a replica',
      ['restore', 'backup.gz', '--at', '2030-01-01T00:00:00Z'],
      {},
      '--at needs a replica (--from).',
    ],
    [
      'a time that is none',
      ['restore', '--from', 'file:///', '--at', 'yesterday'],
      {},
      '--at must be a time such as 2030-01-31T12:00:00Z, not "yesterday".',
    ],
    [
      'a replica at another address',
      ['restore', '--from', 'https://example.com'],
      {},
      '--from must be a URL such as file:///backup/almanac or s3://bucket/prefix, not "https://example.com".',
    ],
    [
      'a replica in no folder',
      ['restore', '--from', 'file:///nonexistent/replica'],
      {},
      'There is no folder /nonexistent/replica.',
    ],
    [
      'a replica for PostgreSQL',
      ['restore', '--from', 'file:///backup', '--database-url', 'postgres://localhost/none'],
      {},
      'A replica contains an embedded database: restore it to a data directory, make a backup of that, and restore the backup to PostgreSQL.',
    ],
    [
      'a setting that is no replica',
      ['serve'],
      { ALMANAC_REPLICA: 'ftp://example.com' },
      'ALMANAC_REPLICA',
    ],
    [
      'a server on PostgreSQL',
      ['serve', '--database-url', 'postgres://localhost/none'],
      { ALMANAC_REPLICA: 'file:///backup' },
      'ALMANAC_REPLICA is for the embedded database: use the replication of PostgreSQL instead.',
    ],
  ])('%s', async (_, words, more, message) => {
    await using place = await embeddedEngine.place({ isEmpty: true })
    const { code, stderr } = await runAlmanac(words, { ...place.environment, ...more })
    expect(code).toBe(1)
    expect(stderr).toContain(message)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})
