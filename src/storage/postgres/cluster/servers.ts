import { withHost } from '#/kernel/settings/postgres-url.ts'
import type { Reader, StorageLog } from '../../port.ts'
import type { Schema } from '../../schema/schema.ts'
import { positional, type SqlValue } from '../../sql/arguments.ts'
import { sql } from '../../sql/sql.ts'
import { adHocQuery, type Compiled, none } from '../../sql/statement.ts'
import { Lanes } from '../connections/lanes.ts'
import { Pools } from '../connections/pools.ts'
import { type Answer, makePool } from '../driver.ts'
import { isLostConnection } from '../failure.ts'
import { GatheredFirsts } from '../gathered-firsts.ts'
import type { Tuning } from '../options.ts'
import type { Write } from '../transactions/combined-writes.ts'
import type { HeldShards } from '../transactions/server-writes.ts'
import {
  type Placements,
  type Route,
  readPlacements,
  type ServerAddress,
  type Shards,
  serverName,
} from './placements.ts'

/** A server of the cluster other than the one of the URL. */
export interface ClusterServer {
  readonly name: string
  /** For reads. */
  readonly lanes: Lanes
  /** For transactions. */
  readonly pools: Pools
}

/** How to perform writes on the server that has all of their rows. */
interface WritesRoute {
  readonly server: ClusterServer
  /** Writes to shards. Consecutive writes of one owner are combined. */
  readonly writes: readonly Write[]
  /** The shards that must not be moved meanwhile. */
  readonly held: HeldShards
}

interface ServerRoute extends Omit<Route, 'server'> {
  readonly server: ClusterServer
}

interface ServersContext {
  /** Reads on the server of the URL. */
  readonly reader: Reader
  readonly schema: Pick<Schema, 'tables'>
  readonly connectionsMax: number
  readonly connect: (address: ServerAddress, connectionsMax: number) => Pools
  /** Limits the connections to the server of the URL. */
  readonly limitMain: (connectionsMax: number) => void
  /** A random number from 0 to 1. */
  readonly jitter: () => number
  readonly log: StorageLog
}

interface UsedServer extends ClusterServer {
  readonly address: ServerAddress
  isUsable: boolean
}

const refreshMs = 30_000
/** While a server cannot be used, or before tables are distributed. */
const retryMs = 2_000
const checkTimeoutMs = 3_000
/** One for reads and one for transactions. */
const eachMin = 2

/**
 * Connections to the servers that have the rows. What they know best they execute themselves, without the
 * server of the URL. One that cannot be reached is left out until it can.
 */
export class ClusterServers implements AsyncDisposable {
  readonly #context: ServersContext
  readonly #servers = new Map<string, UsedServer>()
  /** Reads of the same shards. */
  readonly #firsts = new WeakMap<Shards, GatheredFirsts>()
  #placements: Placements | undefined
  #refreshing: Promise<void> | undefined
  #refreshAtMs = 0
  #hasWarned = false
  #isClosed = false
  /** Where tables are read that every server has; always the same one, because others may commit earlier or later. */
  #nearby: UsedServer | undefined

  constructor(context: ServersContext) {
    this.#context = context
  }

  /** Reads on a server that has the rows; undefined if that is the server of the URL. */
  async ask(
    compiled: Compiled,
    values: SqlValue[],
    timeoutMs: number,
  ): Promise<Answer | undefined> {
    const route = this.#routeOf(compiled, values) ?? this.#routeNearby(compiled)
    if (route === undefined) return undefined
    const { server, direct } = route
    try {
      if (direct === undefined) return await server.lanes.ask(compiled, values, timeoutMs)
      try {
        return await server.lanes.ask(direct, values, timeoutMs)
      } catch (error) {
        if (!this.noteMoved(error)) throw error
        return await server.lanes.ask(compiled, values, timeoutMs)
      }
    } catch (error) {
      if (!isLostConnection(error)) throw error
      this.avoid(server, error)
      return undefined
    }
  }

  /**
   * Reads the first rows of queries of the same shards, those of one turn together; undefined if they may be on
   * several servers. If it fails, the cause can be another one of these reads, or that the shards have moved.
   */
  firstsOf(
    compiled: Compiled,
    values: readonly SqlValue[],
    timeoutMs: number,
  ): GatheredFirsts | undefined {
    const route = this.#routeOf(compiled, values)
    if (route?.direct === undefined) return undefined
    const { shards } = route
    return this.#firsts.getOrInsertComputed(shards, () => {
      const placements = this.#placements!
      return new GatheredFirsts(async (one, ofOne) => {
        const server = this.#servers.get(shards.server)
        if (!server?.isUsable) throw new Error('The server cannot be used.')
        try {
          return await server.lanes.ask(placements.direct(one, shards)!, ofOne, timeoutMs)
        } catch (error) {
          if (isLostConnection(error)) this.avoid(server, error)
          this.noteMoved(error)
          throw error
        }
      })
    })
  }

  #routeOf(compiled: Compiled, values: readonly SqlValue[]): ServerRoute | undefined {
    if (compiled.ownerAt === -1) return undefined
    this.#refreshIfDue()
    const route = this.#placements?.routeOf(compiled, values)
    const server = route && this.#servers.get(route.server)
    return server?.isUsable ? { ...route!, server } : undefined
  }

  #routeNearby(compiled: Compiled): Pick<ServerRoute, 'server' | 'direct'> | undefined {
    if (!this.#placements?.canReadAnywhere(compiled)) return undefined
    this.#refreshIfDue()
    if (!this.#nearby?.isUsable) {
      const usable = [...this.#servers.values()].filter(({ isUsable }) => isUsable)
      this.#nearby = usable[Math.floor(this.#context.jitter() * usable.length)]
    }
    const server = this.#nearby
    return server && { server, direct: this.localQuery(compiled) }
  }

  #refreshIfDue(): void {
    if (performance.now() > this.#refreshAtMs) void this.refresh()
  }

  /** Undefined if no server has the rows of all writes. */
  routeOfWrites(writes: readonly Write[]): WritesRoute | undefined {
    const runs: { route: ServerRoute; writes: Write[]; values: SqlValue[] }[] = []
    for (const write of writes) {
      const values = positional(write.compiled, write.args)
      const route = this.#routeOf(write.compiled, values)
      if (route?.direct === undefined) return undefined
      const last = runs.at(-1)
      if (last !== undefined && last.route.server !== route.server) return undefined
      if (last?.route.shards !== route.shards || last.route.owner !== route.owner) {
        runs.push({ route, writes: [write], values })
        continue
      }
      last.writes.push(write)
      last.values.push(...values)
    }
    const [first] = runs
    if (first === undefined) return undefined
    return {
      server: first.route.server,
      writes: runs.map(({ route: { shards, direct }, writes, values }): Write => {
        if (writes.length === 1) return { ...writes[0]!, compiled: direct! }
        return { compiled: this.#placements!.combined(writes, shards), args: values, isNote: false }
      }),
      held: {
        // The shard of any table, because they move together.
        shards: new Set(runs.map(({ route }) => [...route.shards.ids.values()][0]!)),
        group: first.route.shards.group,
      },
    }
  }

  /** A query of tables that every server has, for one of the servers alone. */
  localQuery(compiled: Compiled): Compiled {
    return this.#placements!.localQuery(compiled)
  }

  /** Call this when a connection to the server has failed. */
  avoid({ name }: ClusterServer, error: unknown): void {
    const server = this.#servers.get(name)
    if (server !== undefined) this.#note(server, error)
  }

  /** Whether a statement failed because the server does not have the rows any more. */
  noteMoved(error: unknown): boolean {
    const hasMoved = movedCodes.has(String((error as { code?: unknown }).code))
    if (hasMoved) this.#refreshAtMs = 0
    return hasMoved
  }

  /** The number of users of the pools. */
  get uses(): number {
    return [...this.#servers.values()].reduce(
      (sum, { lanes, pools }) => sum + lanes.uses + pools.uses,
      0,
    )
  }

  /** Finds out which servers have which rows, and which of them can be used. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh()
      .catch((error: unknown) => {
        if (this.#isClosed) return
        this.#context.log.warn('could not read the placements', { error: String(error) })
      })
      .finally(() => {
        this.#refreshing = undefined
        const areUsable = [...this.#servers.values()].every(({ isUsable }) => isUsable)
        const hasTables = (this.#placements?.servers.length ?? 0) > 0
        this.#refreshAtMs = performance.now() + (areUsable && hasTables ? refreshMs : retryMs)
      })
    return this.#refreshing
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    await this.#refreshing
    await Promise.all([...this.#servers.values()].map(close))
  }

  async #refresh(): Promise<void> {
    const { reader, schema } = this.#context
    const { cluster } = (await reader.first(describeServer, none))!
    const placements = await readPlacements(reader, schema)
    if (this.#isClosed) return
    this.#use(placements.servers.filter(({ group }) => group !== 0))
    await Promise.all([...this.#servers.values()].map((server) => this.#check(server, cluster)))
    this.#placements = placements
  }

  /** Divides the connections among the servers. */
  #use(addresses: readonly ServerAddress[]): void {
    const { connectionsMax, connect, limitMain, log } = this.#context
    const names = new Set(addresses.map(serverName))
    const isSame =
      names.size === this.#servers.size && this.#servers.keys().every((name) => names.has(name))
    if (isSame) return
    const each = Math.floor(connectionsMax / (names.size + 1))
    const areEnough = each >= eachMin
    if (!areEnough && !this.#hasWarned) {
      this.#hasWarned = true
      log.warn(
        'too few connections for all servers of the cluster; set ALMANAC_DATABASE_CONNECTIONS_MAX',
        { servers: names.size },
      )
    }
    limitMain(areEnough ? connectionsMax - each * names.size : connectionsMax)
    this.#nearby = undefined
    for (const [name, server] of this.#servers) {
      this.#servers.delete(name)
      void close(server)
    }
    if (!areEnough) return
    const forTransactions = Math.floor(each / 2)
    for (const address of addresses) {
      const pools = connect(address, forTransactions)
      const lanes = new Lanes(
        Array.from({ length: each - forTransactions }, () => connect(address, 1)),
      )
      const name = serverName(address)
      this.#servers.set(name, { name, lanes, pools, address, isUsable: true })
    }
  }

  /** The address may be that of another server, seen from here. */
  async #check(server: UsedServer, cluster: string): Promise<void> {
    try {
      const found = await server.lanes.ask(describeServer.for('citus'), [], checkTimeoutMs)
      const { group, cluster: foundCluster } = found[0] as unknown as DescribedServer
      if (group !== server.address.group || foundCluster !== cluster) {
        throw new Error('It is another server.')
      }
    } catch (error) {
      this.#note(server, error)
      return
    }
    if (server.isUsable) return
    server.isUsable = true
    this.#context.log.info('connecting to a server of the cluster again', { server: server.name })
  }

  #note(server: UsedServer, error: unknown): void {
    if (this.#isClosed || !server.isUsable) return
    server.isUsable = false
    this.#refreshAtMs = 0
    this.#context.log.warn('cannot connect to a server of the cluster; using the given address', {
      server: server.name,
      error: String(error),
    })
  }
}

// Division by zero, and a table that does not exist.
const movedCodes: ReadonlySet<string> = new Set(['22012', '42P01'])

async function close({ lanes, pools }: ClusterServer): Promise<void> {
  await Promise.all([lanes[Symbol.asyncDispose](), pools[Symbol.asyncDispose]()])
}

interface OpenOptions extends Tuning, Omit<ServersContext, 'connect'> {
  readonly url: string
  readonly onLoss: () => void
}

/** Connects to the servers of a cluster, unless only the given address may be used. */
export async function openServers(options: OpenOptions): Promise<ClusterServers | undefined> {
  const { url, connectsToWorkers, isPooled, onLoss } = options
  if (!connectsToWorkers || isPooled) return undefined
  const servers = new ClusterServers({
    ...options,
    connect: (address, connectionsMax) =>
      new Pools({
        connectionsMax,
        make: (parts) =>
          makePool({
            ...options,
            url: withHost(url, address),
            parameters: {
              // Tables that every server has cannot be written after statements that use several connections at once.
              'citus.multi_shard_modify_mode': 'sequential',
            },
            ...parts,
            onClose: () => {
              onLoss()
              parts.onClose()
            },
          }),
      }),
  })
  await servers.refresh()
  return servers
}

interface DescribedServer {
  /** The number of the server in its cluster. */
  readonly group: number
  /** All servers of the cluster. */
  readonly cluster: string
}

const describeServer = adHocQuery<typeof none, DescribedServer>(
  () => sql`select (select groupid from pg_dist_local_group) as "group",
     (select string_agg(concat_ws(' ', nodeid, groupid, nodename, nodeport), ', ' order by nodeid)
       from pg_dist_node) as cluster`,
)
