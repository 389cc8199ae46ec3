import postgres from 'postgres'

/** A server of a Citus cluster, under the name that the others use. The first one is the coordinator. */
export interface ClusterNode {
  readonly host: string
  readonly port: number
}

// Each table is divided into as many parts, which have to be created and emptied.
const shardCount = 4

/** The servers of the cluster that the database belongs to; none if it is no cluster. */
export function findNodes(url: string): Promise<readonly ClusterNode[]> {
  return connected(url, async (sql) => {
    const [extension] = await sql`select 1 from pg_extension where extname = 'citus'`
    if (extension === undefined) return []
    return await sql<ClusterNode[]>`
      select nodename as host, nodeport as port from pg_dist_node order by groupid > 0, nodeport`
  })
}

/** Creates a database on all servers of a cluster. */
export async function createOnCluster(
  url: string,
  nodes: readonly ClusterNode[],
  name: string,
): Promise<void> {
  await eachServer(url, nodes, async (sql) => {
    await sql.unsafe(`create database ${name} template template0 encoding 'UTF8'`)
  })
  await eachServer(databaseUrl(url, name), nodes, async (sql) => {
    await sql`create extension citus`
  })
  const [coordinator, ...workers] = nodes
  await connected(databaseUrl(url, name), async (sql) => {
    await sql.unsafe(`alter database ${name} set citus.shard_count = ${shardCount}`)
    await sql`select citus_set_coordinator_host(${coordinator!.host}, ${coordinator!.port})`
    for (const { host, port } of workers) await sql`select citus_add_node(${host}, ${port})`
  })
}

export const dropOnCluster = (
  url: string,
  nodes: readonly ClusterNode[],
  name: string,
): Promise<void> =>
  eachServer(url, nodes, async (sql) => {
    await sql.unsafe(`drop database if exists ${name} with (force)`)
  })

/** Waits until no other tests use a database of a cluster. */
export async function reserveDatabase(url: string): Promise<AsyncDisposable> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, fetch_types: false })
  await sql`select pg_advisory_lock(${testsLock}::bigint)`
  return { [Symbol.asyncDispose]: () => sql.end() }
}

// The number must differ from other locks.
const testsLock = 7141699

async function eachServer(
  url: string,
  nodes: readonly ClusterNode[],
  work: (sql: postgres.Sql) => Promise<void>,
): Promise<void> {
  for (const { host, port } of nodes) {
    const address = new URL(url)
    address.host = `${host}:${port}`
    await connected(address.href, work)
  }
}

function databaseUrl(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

async function connected<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const connection = { 'citus.enable_create_database_propagation': 'off' }
  const sql = postgres(url, { max: 1, onnotice: () => {}, fetch_types: false, connection })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}
