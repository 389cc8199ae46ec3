import { readFileSync } from 'node:fs'
import postgres from 'postgres'
import { serverPids } from './postgres.ts'

/** A database of a Citus cluster on this machine. */
export interface BenchCluster {
  readonly url: string
  readonly workers: number
  readonly coordinatorPids: () => readonly number[]
  /** The processes of all servers. */
  readonly pids: () => readonly number[]
}

/** Finds the servers of a cluster that exists. */
export async function openCluster(url: string): Promise<BenchCluster> {
  const nodes = await query(
    url,
    'select nodename as host, nodeport as port, groupid as "group" from pg_dist_node',
  )
  const coordinator = await mainPid(url)
  const workers: number[] = []
  for (const { host, port, group } of nodes) {
    if (group === 0) continue
    const address = new URL(url)
    address.host = `${host}:${port}`
    workers.push(await mainPid(address.href))
  }
  const coordinatorPids = () => serverPids(coordinator)
  return {
    url,
    workers: workers.length,
    coordinatorPids,
    pids: () => [...coordinatorPids(), ...workers.flatMap(serverPids)],
  }
}

async function mainPid(url: string): Promise<number> {
  const [row] = await query(
    url,
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`,
  )
  const pid = Number(row!.pid)
  readFileSync(`/proc/${pid}/status`)
  return pid
}

export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const sql = postgres(url, { max: 1 })
  try {
    return await sql.unsafe(text)
  } finally {
    await sql.end()
  }
}
