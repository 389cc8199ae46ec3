import { describe, expect, it } from 'vitest'
import type { Reader } from '../../port.ts'
import { positional } from '../../sql/arguments.ts'
import { owner, sql } from '../../sql/sql.ts'
import { adHocCommand, adHocQuery, type none } from '../../sql/statement.ts'
import { distributedBy, onEveryServer, readAnywhere, table, text } from '../../sql/table.ts'
import { Pools } from '../connections/pools.ts'
import type { Pool } from '../driver.ts'
import { ClusterServers } from './servers.ts'

const notes = table('notes', {
  columns: { user_id: text },
  key: ['user_id'],
  distribution: distributedBy('user_id', 'user'),
})

const books = table('books', { columns: { id: text }, key: ['id'], distribution: readAnywhere })
const people = table('people', { columns: { id: text }, key: ['id'], distribution: onEveryServer })

const ofOwner = adHocCommand<{ id: string }>(
  ({ id }) => sql`delete from ${notes} where user_id = ${owner(id)}`,
).for('citus')
const changed = 'delete from notes_101 where user_id = $1'

// The hash of the first one is negative, that of the second one is not.
const [lower, upper] = ['', 'hello world!']

/** A cluster of two workers with a shard each. What is changed here is what its servers answer. */
class FakeCluster {
  readonly down = new Set<string>()
  readonly logged: unknown[] = []
  readonly connections: [server: string, connectionsMax: number][] = []
  /** The servers that were asked, and the texts of the statements. */
  readonly asked: [server: string, text: string][] = []
  jitter = 0
  mainConnections = 0
  /** The number by which worker one knows itself. */
  groupOfOne = 1
  placements: {
    host: string
    port: number
    group: number
    table: string
    shard: number
    from: number | null
  }[] = [
    { host: 'one', port: 5432, group: 1, table: 'notes', shard: 101, from: -2147483648 },
    { host: 'two', port: 5432, group: 2, table: 'notes', shard: 102, from: 0 },
    { host: 'one', port: 5432, group: 1, table: 'books', shard: 100, from: null },
    { host: 'two', port: 5432, group: 2, table: 'books', shard: 100, from: null },
  ]

  async open(connectionsMax = 12) {
    const log = (message: string, fields?: Record<string, unknown>) =>
      this.logged.push([message, fields?.server ?? fields?.servers])
    const reader: Pick<Reader, 'first' | 'all'> = {
      first: async () => ({ cluster: 'all' }) as never,
      all: async () => this.placements as never,
    }
    const servers = new ClusterServers({
      reader: reader as Reader,
      schema: { tables: [notes, books, people] },
      connectionsMax,
      connect: ({ host }, count) => {
        this.connections.push([host, count])
        return new Pools({ connectionsMax: count, make: () => this.#pool(host) })
      },
      limitMain: (count) => {
        this.mainConnections = count
      },
      jitter: () => this.jitter,
      log: { info: log, warn: log, error: log },
    })
    await servers.refresh()
    const routeOf = (...ids: readonly string[]) =>
      servers.routeOfWrites(ids.map((id) => ({ compiled: ofOwner, args: { id }, isNote: false })))
    return {
      servers,
      routeOf,
      names: () => [lower!, upper!].map((id) => routeOf(id)?.server.name),
      [Symbol.asyncDispose]: () => servers[Symbol.asyncDispose](),
    }
  }

  #pool(host: string): Pool {
    const unsafe = async (text: string) => {
      this.asked.push([host, text])
      if (this.down.has(host)) throw unreachable()
      return [{ group: host === 'one' ? this.groupOfOne : 2, cluster: 'all' }]
    }
    return { unsafe, end: async () => {} } as unknown as Pool
  }
}

const unreachable = () => Object.assign(new Error('no answer'), { code: 'ECONNREFUSED' })

const lost = 'cannot connect to a server of the cluster; using the given address'
const found = 'connecting to a server of the cluster again'

describe('the servers of a cluster', () => {
  it('get the statements whose rows they have', async () => {
    const cluster = new FakeCluster()
    await using open = await cluster.open()
    expect(open.names()).toEqual(['one:5432', 'two:5432'])
    const { server, writes, held } = open.routeOf(lower!)!
    expect(server.name).toBe('one:5432')
    expect(writes.map(({ compiled }) => compiled.sql)).toEqual([changed])
    expect(held).toEqual({ shards: new Set([101]), group: 1 })
    expect(open.routeOf(lower!, upper!)).toBeUndefined()
    expect(cluster.logged).toEqual([])
  })

  it('share the connections with the server of the URL', async () => {
    const cluster = new FakeCluster()
    await using _ = await cluster.open(14)
    const sums = Object.groupBy(cluster.connections, ([host]) => host)
    const sumOf = (host: string) => sums[host]!.reduce((sum, [, count]) => sum + count, 0)
    expect([sumOf('one'), sumOf('two'), cluster.mainConnections]).toEqual([4, 4, 6])
  })

  it('are not used with too few connections, which is logged once', async () => {
    const cluster = new FakeCluster()
    await using open = await cluster.open(5)
    await open.servers.refresh()
    expect(open.names()).toEqual([undefined, undefined])
    expect(cluster.mainConnections).toBe(5)
    expect(cluster.logged).toEqual([
      [expect.stringContaining('too few connections for all servers'), 2],
    ])
  })
})

describe('first rows', () => {
  const note = adHocQuery<{ id: string }>(
    ({ id }) => sql`select 1 from ${notes} where user_id = ${owner(id)}`,
  ).for('citus')

  it('of one turn are read together if they are in the same shards', async () => {
    const cluster = new FakeCluster()
    await using open = await cluster.open()
    cluster.asked.length = 0
    // The hashes of the first two are negative.
    const reads = [lower!, 'b', upper!].map((id) =>
      open.servers.firstsOf(note, [id], 1_000)!.first(note, [id]),
    )
    await Promise.all(reads)
    expect(cluster.asked).toEqual([
      ['one', expect.stringMatching(/jsonb_to_recordset.*notes_101 where user_id = r.p0.*= 101/s)],
      ['two', expect.stringMatching(/notes_102 where user_id = \$1.*= 102/s)],
    ])
  })

  it('are read alone if their shards are not known, or their server is down', async () => {
    const cluster = new FakeCluster()
    await using open = await cluster.open()
    const all = adHocQuery<typeof none>(() => sql`select 1 from ${notes}`).for('citus')
    expect(open.servers.firstsOf(all, [], 1_000)).toBeUndefined()
    cluster.down.add('one')
    await expect(open.servers.firstsOf(note, [''], 1_000)!.first(note, [''])).rejects.toThrow()
    expect(open.servers.firstsOf(note, [''], 1_000)).toBeUndefined()
    expect(open.servers.firstsOf(note, [upper!], 1_000)).toBeDefined()
  })
})

describe('tables that can be read on any server', () => {
  const countOf = (one: typeof books) =>
    adHocQuery<typeof none>(() => sql`select count(*) from ${one}`).for('citus')

  it('are read on one of them, and on another one when it is down', async () => {
    const cluster = new FakeCluster()
    cluster.jitter = 0.6
    await using open = await cluster.open()
    const read = async () => {
      cluster.asked.length = 0
      const answer = await open.servers.ask(countOf(books), [], 1_000)
      const asked = cluster.asked.filter(([, text]) => text === 'select count(*) from books_100')
      return { asked: asked.map(([host]) => host), isAnswered: answer !== undefined }
    }
    expect(await read()).toEqual({ asked: ['two'], isAnswered: true })
    cluster.jitter = 0
    expect(await read()).toEqual({ asked: ['two'], isAnswered: true })
    cluster.down.add('two')
    // The server of the URL answers.
    expect(await read()).toEqual({ asked: ['two'], isAnswered: false })
    expect(await read()).toEqual({ asked: ['one'], isAnswered: true })
  })

  it('are those that declare it', async () => {
    const cluster = new FakeCluster()
    await using open = await cluster.open()
    expect(await open.servers.ask(countOf(people), [], 1_000)).toBeUndefined()
    const both = adHocQuery<typeof none>(() => sql`select 1 from ${books}, ${people}`)
    expect(await open.servers.ask(both.for('citus'), [], 1_000)).toBeUndefined()
  })
})

describe('writes to a server', () => {
  it('are one statement for each owner', async () => {
    const cluster = new FakeCluster()
    await using open = await cluster.open()
    // Its hash is negative as well.
    const other = 'b'
    const { writes, held } = open.routeOf(lower!, lower!, other)!
    const [both, single] = writes.map(({ compiled, args }) => ({
      text: compiled.sql.replace(/\s+/g, ' '),
      values: positional(compiled, args),
    }))
    expect(both).toEqual({
      text:
        'with w0 as (delete from notes_101 where user_id = $1 returning 1 as one), ' +
        'w1 as (delete from notes_101 where user_id = $2 returning 1 as one) ' +
        'select 1 where (select one from w0) = 1 and (select one from w1) = 1',
      values: [lower, lower],
    })
    expect(single).toEqual({ text: changed, values: [other] })
    expect(held.shards).toEqual(new Set([101]))
  })
})

describe('a server that cannot be reached', () => {
  it('is left out with one warning, and used again once it answers', async () => {
    const cluster = new FakeCluster()
    await using open = await cluster.open()
    const { server } = open.routeOf(lower!)!
    cluster.down.add('one')
    open.servers.avoid(server, unreachable())
    open.servers.avoid(server, unreachable())
    expect(open.names()).toEqual([undefined, 'two:5432'])
    await open.servers.refresh()
    expect(open.names()).toEqual([undefined, 'two:5432'])
    expect(cluster.logged).toEqual([[lost, 'one:5432']])
    cluster.down.clear()
    await open.servers.refresh()
    expect(open.names()).toEqual(['one:5432', 'two:5432'])
    expect(cluster.logged).toEqual([
      [lost, 'one:5432'],
      [found, 'one:5432'],
    ])
  })

  it('is left out from the start', async () => {
    const cluster = new FakeCluster()
    cluster.down.add('two')
    await using open = await cluster.open()
    expect(open.names()).toEqual(['one:5432', undefined])
  })

  it('is left out if another server answers at its address', async () => {
    const cluster = new FakeCluster()
    cluster.groupOfOne = 2
    await using open = await cluster.open()
    expect(open.names()).toEqual([undefined, 'two:5432'])
    expect(cluster.logged).toEqual([[lost, 'one:5432']])
  })
})

describe('rows that are moved', () => {
  it('are found on their new server', async () => {
    const cluster = new FakeCluster()
    await using open = await cluster.open()
    const [one, two] = cluster.placements
    cluster.placements = [{ ...two!, from: one!.from }, two!]
    await open.servers.refresh()
    expect(open.names()).toEqual(['two:5432', 'two:5432'])
  })

  it('are found on a server that was added', async () => {
    const cluster = new FakeCluster()
    await using open = await cluster.open()
    const [one, two] = cluster.placements
    cluster.placements = [one!, { ...two!, host: 'three' }, { ...two!, from: 1_900_000_000 }]
    await open.servers.refresh()
    expect(open.names()).toEqual(['one:5432', 'three:5432'])
  })
})
