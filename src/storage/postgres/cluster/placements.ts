import type { Reader } from '../../port.ts'
import type { Schema } from '../../schema/schema.ts'
import type { SqlValue } from '../../sql/arguments.ts'
import { sql, sqlText } from '../../sql/sql.ts'
import { adHocQuery, type Compiled, none } from '../../sql/statement.ts'
import { countedWrites, shapeOf, type Write } from '../transactions/combined-writes.ts'
import { distributionHash } from './distribution-hash.ts'

/** A server of the cluster, under the name that the other servers use. */
export interface ServerAddress {
  readonly host: string
  readonly port: number
  /** The group ID of the server (`pg_dist_node.groupid`). */
  readonly group: number
}

/** A part of a table, as the cluster names it. */
interface StoredShard extends ServerAddress {
  readonly table: string
  readonly shard: number
  /** The first hash value; null for the only part of a table that every server has. */
  readonly from: number | null
}

/** The parts of the tables of a group with the same hash values, which are on the same server. */
export interface Shards {
  readonly from: number
  readonly server: string
  readonly group: number
  /** By table. */
  readonly ids: Map<string, number>
  /** Statements for these parts, by the statements for the tables. */
  readonly statements: WeakMap<Compiled, Compiled>
  /** Combined statements by the shape of their writes. */
  readonly combined: Map<string, Compiled>
}

/** Where to send a statement. */
export interface Route {
  readonly server: string
  /** Co-located shards, which move together. */
  readonly shards: Shards
  readonly owner: SqlValue
  /**
   * A statement for the parts themselves, which needs no plan of the cluster; undefined if it locks rows. A query
   * fails if another server has them now.
   */
  readonly direct: Compiled | undefined
}

export const serverName = ({ host, port }: Pick<ServerAddress, 'host' | 'port'>): string =>
  `${host}:${port}`

/** Which server has the rows of a statement. It may be outdated: any server passes statements on. */
export class Placements {
  readonly servers: readonly ServerAddress[]
  readonly #groupOfTable: ReadonlyMap<string, string>
  readonly #shardsOfGroup: ReadonlyMap<string, readonly Shards[]>
  /** The parts of tables that every server has. */
  readonly #everywhere = new Map<string, number>()
  /** Tables that can be read on any server. */
  readonly #readAnywhere: ReadonlySet<string>
  /** Queries of these tables, by the statements. */
  readonly #localQueries = new WeakMap<Compiled, Compiled>()
  /** By statement: the group of its tables, undefined if they have none in common. */
  readonly #groups = new WeakMap<Compiled, { readonly shards: readonly Shards[] | undefined }>()

  constructor({ tables }: Pick<Schema, 'tables'>, rows: readonly StoredShard[]) {
    const placed = rows.filter(({ from }) => from !== null)
    this.servers = [...new Map(placed.map((row) => [serverName(row), row])).values()].map(
      ({ host, port, group }) => ({ host, port, group }),
    )
    this.#readAnywhere = new Set(
      tables.flatMap(({ name, distribution }) =>
        distribution.kind === 'reference' && distribution.isReadAnywhere ? name : [],
      ),
    )
    const groupOfTable = new Map<string, string>()
    for (const { name, distribution } of tables) {
      if (distribution.kind === 'distributed') groupOfTable.set(name, distribution.group)
      else groupOfTable.set(name, distribution.kind === 'reference' ? everywhere : onlyCoordinator)
    }
    const shardsOfGroup = new Map<string, Map<number, Shards>>()
    for (const { table, shard, from, group, ...address } of rows) {
      const groupOfRow = groupOfTable.get(table)
      if (groupOfRow === undefined) continue
      if (from === null) {
        this.#everywhere.set(table, shard)
        continue
      }
      const server = serverName(address)
      shardsOfGroup
        .getOrInsertComputed(groupOfRow, () => new Map<number, Shards>())
        .getOrInsertComputed(from, () => ({
          from,
          server,
          group,
          ids: new Map(),
          statements: new WeakMap(),
          combined: new Map(),
        }))
        .ids.set(table, shard)
    }
    this.#groupOfTable = groupOfTable
    this.#shardsOfGroup = new Map(
      [...shardsOfGroup].map(([name, shards]) => [
        name,
        [...shards.values()].sort((one, two) => one.from - two.from),
      ]),
    )
  }

  /** Where the rows of a statement are; undefined if that may be on several servers. */
  routeOf(compiled: Compiled, values: readonly SqlValue[]): Route | undefined {
    const owner = values[compiled.ownerAt]
    if (owner === undefined || owner === null) return undefined
    let found = this.#groups.get(compiled)
    if (found === undefined) {
      found = { shards: this.#shardsOf(compiled) }
      this.#groups.set(compiled, found)
    }
    if (found.shards === undefined) return undefined
    const shards = shardsWith(found.shards, owner)
    if (shards === undefined) return undefined
    return { server: shards.server, shards, owner, direct: this.direct(compiled, shards) }
  }

  /** One statement for several writes to the same shards. */
  combined(writes: readonly Write[], shards: Shards): Compiled {
    return shards.combined.getOrInsertComputed(shapeOf(writes), () => {
      const composed = countedWrites(writes.map(({ compiled }) => compiled))
      const text = sqlText(composed, 'citus', (table) => this.#partName(table, shards))
      return { ...text, isQuery: false, valuesIn: (args) => args as unknown[] }
    })
  }

  /** A query of tables that every server has, for any of them. */
  localQuery(compiled: Compiled): Compiled {
    return this.#localQueries.getOrInsertComputed(compiled, () => {
      const { sql: text } = sqlText(compiled.composed!, 'citus', (table) => this.#partName(table))
      return { ...compiled, sql: text }
    })
  }

  /** Whether any server can answer a query. */
  canReadAnywhere({ tables, locksRows, composed }: Compiled): boolean {
    return (
      !locksRows &&
      composed !== undefined &&
      tables.size > 0 &&
      tables.isSubsetOf(this.#readAnywhere)
    )
  }

  #partName(table: string, shards?: Shards): string {
    return `${table}_${shards?.ids.get(table) ?? this.#everywhere.get(table)}`
  }

  #shardsOf({ tables }: Compiled): readonly Shards[] | undefined {
    const groups = new Set([...tables].map((name) => this.#groupOfTable.get(name)))
    groups.delete(everywhere)
    return groups.size === 1 ? this.#shardsOfGroup.get([...groups][0] ?? '') : undefined
  }

  /** The statement for these parts; undefined if it locks rows. */
  direct(compiled: Compiled, shards: Shards): Compiled | undefined {
    const { isQuery, locksRows, composed } = compiled
    if (locksRows || composed === undefined) return undefined
    return shards.statements.getOrInsertComputed(compiled, () => {
      const { sql: text } = sqlText(composed, 'citus', (table) => this.#partName(table, shards))
      if (!isQuery) return { ...compiled, sql: text }
      const [shard] = [...compiled.tables].flatMap((table) => shards.ids.get(table) ?? [])
      return { ...compiled, sql: `select * from (${text}) q where ${isHere(shard!, shards)}` }
    })
  }
}

// Division by zero makes the query fail, even if it has no rows. The parts of a group move together.
const isHere = (shard: number, { group }: Shards): string =>
  `1 / (coalesce((select groupid from pg_dist_placement where shardid = ${shard}), -1) = ${group})::int = 1`

const everywhere = ''
const onlyCoordinator = '-'

/** The last shards that begin at the hash of the value or before it. */
function shardsWith(all: readonly Shards[], value: string | number): Shards | undefined {
  const hash = distributionHash(value)
  let low = 0
  let high = all.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (all[middle]!.from <= hash) low = middle + 1
    else high = middle
  }
  return all[low - 1]
}

/** Reads the placements from the coordinator. */
export const readPlacements = async (
  reader: Reader,
  schema: Pick<Schema, 'tables'>,
): Promise<Placements> => new Placements(schema, await reader.all(listShards, none))

const listShards = adHocQuery<typeof none, StoredShard>(
  () => sql`select c.relname as "table", s.shardid as shard, s.shardminvalue::bigint as "from",
     n.nodename as host, n.nodeport as port, n.groupid as "group"
   from pg_dist_partition d
   join pg_class c on c.oid = d.logicalrelid
   join pg_dist_shard s on s.logicalrelid = d.logicalrelid
   join pg_dist_placement p on p.shardid = s.shardid
   join pg_dist_node n on n.groupid = p.groupid
   where c.relnamespace = current_schema()::regnamespace
     and (d.partmethod = 'h' or (d.partmethod = 'n' and d.repmodel = 't'))
     and n.noderole = 'primary' and n.isactive and (n.groupid = 0 or n.metadatasynced)`,
)
