import type { Database, Reader, StorageLog } from '../../port.ts'
import type { Schema } from '../../schema/schema.ts'
import { sql } from '../../sql/sql.ts'
import { adHocQuery, none } from '../../sql/statement.ts'
import type { Distribution, Table } from '../../sql/table.ts'

/** Whether tables are on one server, or distributed over several ones by Citus. */
export type Layout = 'single' | 'citus'

const versionMin = 13

/** The layout of a database. Rejects one that does not fit the setting. */
export async function findLayout(reader: Reader, expected: Layout | 'auto'): Promise<Layout> {
  const version = (await reader.first(findExtension, none))?.version
  if (version === undefined) {
    if (expected !== 'citus') return 'single'
    throw new Error(
      'The database has no Citus extension: run "create extension citus" on every server of the ' +
        'cluster, or set ALMANAC_DATABASE_LAYOUT=single.',
    )
  }
  if (expected === 'single') {
    if ((await storedDistributions(reader)).size === 0) return 'single'
    throw new Error(
      'The tables are distributed by Citus: set ALMANAC_DATABASE_LAYOUT=citus, or restore a backup ' +
        'into another database.',
    )
  }
  if (Number.parseInt(version, 10) < versionMin) {
    throw new Error(`Almanac needs Citus ${versionMin} or newer; this is ${version}.`)
  }
  const { coordinators, workers } = (await reader.first(countServers, none))!
  if (coordinators === 0) {
    throw new Error(
      "The cluster does not know its coordinator: run \"select citus_set_coordinator_host('host', " +
        'port)" on it, with an address that the other servers can reach.',
    )
  }
  if (workers === 0) {
    throw new Error(
      'The cluster has no workers: run "select citus_add_node(\'host\', port)" on the coordinator for ' +
        'each of them.',
    )
  }
  return 'citus'
}

/** Distributes the tables that are not distributed yet. An interrupted distribution continues. */
export async function distributeTables(
  database: Database,
  { tables }: Pick<Schema, 'tables'>,
  log: StorageLog,
): Promise<void> {
  if ((await undistributedTables(database, tables)).length === 0) return
  log.info('distributing the tables over the servers of the cluster')
  await database.maintain(async ({ transact }) => {
    for (const table of inOrder(tables)) {
      await transact(async (tx) => {
        // One process at a time; the others find the table distributed.
        await tx.first(lockDistribution, none)
        if ((await undistributedTables(tx, [table])).length === 0) return
        const { name, distribution } = table
        if (distribution.kind === 'reference') await tx.first(createReference, { name })
        if (distribution.kind === 'distributed') {
          const { column, group } = distribution
          const colocated = (await firstOfGroup(tx, tables, group)) ?? 'none'
          await tx.first(createDistributed, { name, column, colocated })
        }
      })
    }
  })
}

/** Rejects a database whose tables are not all distributed. */
export async function assertDistributed(
  database: Database,
  { tables }: Pick<Schema, 'tables'>,
): Promise<void> {
  const names = (await undistributedTables(database, tables)).map(({ name }) => name)
  if (names.length === 0) return
  throw new Error(
    `Some tables are not distributed yet (${names.join(', ')}): run "almanac migrate" (make a ` +
      'backup first), then start again.',
  )
}

/** Tables that are not distributed as they declare. */
export async function distributionProblems(
  reader: Reader,
  { tables }: Pick<Schema, 'tables'>,
): Promise<string[]> {
  const stored = await storedDistributions(reader)
  const placeOfGroup = new Map<string, number>()
  return tables.flatMap(({ name, distribution }) => {
    const present = stored.get(name)
    if (!isAsDeclared(distribution, present)) {
      return [
        `the table ${name} is ${textOf(present)}, not ${textOf(declaredDistribution(distribution))}`,
      ]
    }
    if (distribution.kind !== 'distributed') return []
    const place = placeOfGroup.get(distribution.group) ?? present!.place
    placeOfGroup.set(distribution.group, place)
    return place === present!.place ? [] : [`the table ${name} is apart from its group`]
  })
}

/** A distribution that the database has. */
interface StoredDistribution {
  readonly kind: string
  readonly column: string
  /** Equal for tables whose rows are together. */
  readonly place: number
}

/** Tables on the coordinator are known to Citus only if they refer to others. */
const isAsDeclared = (expected: Distribution, present: StoredDistribution | undefined): boolean =>
  expected.kind === 'coordinator'
    ? present === undefined || present.kind === 'local'
    : present?.kind === expected.kind &&
      (expected.kind === 'reference' || present.column === expected.column)

const declaredDistribution = (
  distribution: Distribution,
): Pick<StoredDistribution, 'kind' | 'column'> =>
  distribution.kind === 'distributed' ? distribution : { kind: distribution.kind, column: '' }

function textOf(present: Pick<StoredDistribution, 'kind' | 'column'> | undefined): string {
  if (present?.kind === 'distributed') return `distributed by ${present.column}`
  return present?.kind === 'reference' ? 'on every server' : 'on the coordinator'
}

/** Tables that have to be distributed. Rejects one that is distributed in another way. */
async function undistributedTables(reader: Reader, tables: readonly Table[]): Promise<Table[]> {
  const stored = await storedDistributions(reader)
  return tables.filter(({ name, distribution }) => {
    const present = stored.get(name)
    if (isAsDeclared(distribution, present)) return false
    if (present === undefined || present.kind === 'local') return true
    throw new Error(
      `The table ${name} is ${textOf(present)}, but has to be ${textOf(declaredDistribution(distribution))}: ` +
        'restore a backup into an empty database.',
    )
  })
}

/** Foreign keys refer to tables that every server has, so these come first. */
const inOrder = (tables: readonly Table[]): Table[] => [
  ...tables.filter(({ distribution }) => distribution.kind === 'reference'),
  ...tables.filter(({ distribution }) => distribution.kind === 'distributed'),
]

async function firstOfGroup(
  reader: Reader,
  tables: readonly Table[],
  group: string,
): Promise<string | undefined> {
  const stored = await storedDistributions(reader)
  return tables.find(
    ({ name, distribution }) =>
      distribution.kind === 'distributed' &&
      distribution.group === group &&
      stored.get(name)?.kind === 'distributed',
  )?.name
}

const storedDistributions = async (
  reader: Reader,
): Promise<ReadonlyMap<string, StoredDistribution>> =>
  new Map((await reader.all(listDistributions, none)).map((row) => [row.name, row]))

const findExtension = adHocQuery<typeof none, { version: string }>(
  () => sql`select extversion as version from pg_extension where extname = 'citus'`,
)

const countServers = adHocQuery<typeof none, { coordinators: number; workers: number }>(
  () => sql`select count(*) filter (where groupid = 0) as coordinators,
     count(*) filter (where shouldhaveshards) as workers from pg_dist_node`,
)

const listDistributions = adHocQuery<typeof none, StoredDistribution & { name: string }>(
  () => sql`select t.relname as name, d.citus_table_type as kind, d.distribution_column as "column",
     d.colocation_id as place
   from citus_tables d join pg_class t on t.oid = d.table_name
   where t.relnamespace = current_schema()::regnamespace`,
)

// The number must differ from other locks.
const lockDistribution = adHocQuery<typeof none, unknown>(
  () => sql`select pg_advisory_xact_lock(7141622)::text`,
)

const createReference = adHocQuery<{ name: string }, unknown>(
  ({ name }) => sql`select create_reference_table(${name}::text::regclass)::text`,
)

const createDistributed = adHocQuery<{ name: string; column: string; colocated: string }, unknown>(
  ({ name, column, colocated }) => sql`select create_distributed_table(
     ${name}::text::regclass, ${column}, colocate_with => ${colocated}::text)::text`,
)
