import postgres from 'postgres'
import { describe, expect, it } from 'vitest'
import { as, until } from '../support/calling.ts'
import { reserveDatabase } from '../support/cluster-databases.ts'
import { HoppingClients } from '../support/hopping-clients.ts'
import { placeOnPostgres } from '../support/server.ts'

/** A database of a cluster on this machine with two workers or more, used for nothing else. */
const url = process.env.ALMANAC_TEST_CITUS_URL ?? ''
const clientsCount = 8

interface Node {
  readonly host: string
  readonly port: number
}

describe.skipIf(url === '')('on Citus (set ALMANAC_TEST_CITUS_URL to a database for tests)', () => {
  /** Asks the coordinator, or another server. */
  async function ask<Row extends object>(text: string, node?: Node): Promise<Row[]> {
    const address = new URL(url)
    if (node !== undefined) address.host = `${node.host}:${node.port}`
    const sql = postgres(address.href, { max: 1, onnotice: () => {} })
    try {
      return (await sql.unsafe(text)) as unknown as Row[]
    } finally {
      await sql.end()
    }
  }

  const workers = () =>
    ask<Node>(
      'select nodename as host, nodeport as port from pg_dist_node where groupid > 0 order by port',
    )

  /** A killed process of PostgreSQL makes its server end all others and recover as after a crash. */
  async function crash(worker: Node): Promise<void> {
    const [victim] = await ask<{ pid: number }>(
      `select pid from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid()
           and datname = current_database()`,
      worker,
    )
    process.kill(victim!.pid, 'SIGKILL')
  }

  it('no acknowledged write is lost while workers and processes are killed and shards move', async () => {
    await using _ = await reserveDatabase(url)
    await using place = await placeOnPostgres({ url, [Symbol.asyncDispose]: async () => {} })
    const first = await place.startProcess()
    const servers = [first, ...(await Promise.all([1, 2].map(() => place.startProcess())))]
    const tokens = await Promise.all(Array.from({ length: clientsCount }, () => first.mint()))
    await using clients = new HoppingClients(
      tokens.map(({ token }) => servers.map(({ base }) => as(base, token))),
    )
    await clients.progress()
    for (const worker of await workers()) {
      await crash(worker)
      await clients.progress()
    }
    await servers[2]!.kill()
    await clients.progress()
    await moveShards(await workers())
    await clients.progress()
    await clients.expectNothingLost()
  })

  /** Moves some shards of calendars from one worker to another, as a rebalance does. */
  async function moveShards([from, to]: readonly Node[]): Promise<void> {
    const place = ({ host, port }: Node) => `'${host}', ${port}`
    const shards = await ask<{ id: string }>(
      `select shardid::text as id from citus_shards
         where table_name = 'calendars'::regclass
           and (nodename, nodeport) = (${place(from!)}) order by shardid limit 3`,
    )
    expect(shards).toHaveLength(3)
    for (const { id } of shards) {
      const move = `select citus_move_shard_placement(${id}, ${place(from!)}, ${place(to!)})`
      await until(
        () =>
          ask(move).then(
            () => '',
            (error: unknown) => String(error),
          ),
        (error) => error === '',
      )
    }
  }
})
