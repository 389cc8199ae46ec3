import type { Reader } from '../../port.ts'
import type { Schema } from '../../schema/schema.ts'
import type { SqlValue } from '../../sql/arguments.ts'
import { sql } from '../../sql/sql.ts'
import { adHocQuery, type Compiled, none } from '../../sql/statement.ts'
import { distributionHash } from './distribution-hash.ts'

/** A server of the cluster, under the name that the other servers use. */
export interface ServerAddress {
  readonly host: string
  readonly port: number
  /** The number by which the server knows itself. */
  readonly group: number
}

/** The first hash value of a shard, and the server that has the shard. */
interface Shard {
  readonly from: number
  readonly server: string
}

export const serverName = ({ host, port }: Pick<ServerAddress, 'host' | 'port'>): string =>
  `${host}:${port}`

/** Which server has the rows of a statement. It may be outdated: any server passes statements on. */
export class Placements {
  readonly servers: readonly ServerAddress[]
  readonly #groupOfTable: ReadonlyMap<string, string>
  readonly #shardsOfGroup: ReadonlyMap<string, readonly Shard[]>
  /** By statement: the group of its tables, undefined if they have none in common. */
  readonly #groups = new WeakMap<Compiled, { readonly shards: readonly Shard[] | undefined }>()

  constructor(
    { tables }: Pick<Schema, 'tables'>,
    rows: readonly (ServerAddress & { readonly table: string; readonly from: number })[],
  ) {
    this.servers = [...new Map(rows.map((row) => [serverName(row), row])).values()].map(
      ({ host, port, group }) => ({ host, port, group }),
    )
    const groupOfTable = new Map<string, string>()
    for (const { name, distribution } of tables) {
      if (distribution.kind === 'distributed') groupOfTable.set(name, distribution.group)
      else groupOfTable.set(name, distribution.kind === 'reference' ? everywhere : onlyCoordinator)
    }
    const shardsOfGroup = new Map<string, Shard[]>()
    for (const [table, shards] of Map.groupBy(rows, (row) => row.table)) {
      const group = groupOfTable.get(table)
      if (group === undefined) continue
      const inOrder = shards.map((row) => ({ from: row.from, server: serverName(row) }))
      shardsOfGroup.set(
        group,
        inOrder.sort((one, two) => one.from - two.from),
      )
    }
    this.#groupOfTable = groupOfTable
    this.#shardsOfGroup = shardsOfGroup
  }

  /** The name of the server that has the rows of a statement; undefined if that may be several ones. */
  serverOf(compiled: Compiled, values: readonly SqlValue[]): string | undefined {
    const owner = values[compiled.ownerAt]
    if (owner === undefined || owner === null) return undefined
    let found = this.#groups.get(compiled)
    if (found === undefined) {
      found = { shards: this.#shardsOf(compiled) }
      this.#groups.set(compiled, found)
    }
    return found.shards === undefined ? undefined : shardOf(found.shards, owner)?.server
  }

  #shardsOf({ tables }: Compiled): readonly Shard[] | undefined {
    const groups = new Set([...tables].map((name) => this.#groupOfTable.get(name)))
    groups.delete(everywhere)
    return groups.size === 1 ? this.#shardsOfGroup.get([...groups][0] ?? '') : undefined
  }
}

const everywhere = ''
const onlyCoordinator = '-'

/** The last shard that begins at the hash of the value or before it. */
function shardOf(shards: readonly Shard[], value: string | number): Shard | undefined {
  const hash = distributionHash(value)
  let low = 0
  let high = shards.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (shards[middle]!.from <= hash) low = middle + 1
    else high = middle
  }
  return shards[low - 1]
}

/** Reads the placements from the coordinator. */
export const readPlacements = async (
  reader: Reader,
  schema: Pick<Schema, 'tables'>,
): Promise<Placements> => new Placements(schema, await reader.all(listPlacements, none))

// One table stands for its group.
const listPlacements = adHocQuery<
  typeof none,
  ServerAddress & { readonly table: string; readonly from: number }
>(
  () => sql`select c.relname as "table", s.shardminvalue::bigint as "from",
     n.nodename as host, n.nodeport as port, n.groupid as "group"
   from (select min(logicalrelid::oid) as id from pg_dist_partition
     join pg_class on oid = logicalrelid
     where partmethod = 'h' and relnamespace = current_schema()::regnamespace
     group by colocationid) g
   join pg_class c on c.oid = g.id
   join pg_dist_shard s on s.logicalrelid = c.oid
   join pg_dist_placement p on p.shardid = s.shardid
   join pg_dist_node n on n.groupid = p.groupid
   where n.noderole = 'primary' and n.isactive
     and (n.groupid = 0 or n.metadatasynced)`,
)
