import { statfs } from 'node:fs/promises'
import { jobCounts } from '#/jobs/inspection.ts'
import type { Database } from '#/storage/port.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { Health } from '../schemas/health.ts'
import { wireMoment } from '../schemas/moment.ts'
import { canManage } from '../scopes.ts'

export const get = operation(
  {
    id: 'admin.health.get',
    http: 'GET /health',
    summary: 'Tells how the answering process, its database and its work are.',
    params: {},
    reply: Health,
    scopes: canManage,
    roles: mayCall.seeHealth,
    cost: 1,
  },
  async ({ database, clock, settings, version, startedAtMs }) => {
    const folder = await folderHealth(settings.dataDir)
    return {
      kind: 'admin#health',
      version,
      node: process.versions.node,
      mode: settings.mode,
      startedAt: wireMoment(startedAtMs),
      uptimeS: Math.floor((clock.machineMs() - startedAtMs) / 1000),
      now: wireMoment(clock.nowMs()),
      memoryBytes: String(process.memoryUsage.rss()),
      database: await databaseHealth(database),
      jobs: await jobsHealth(database),
      ...(folder !== undefined && { dataFolder: folder }),
    }
  },
)

async function databaseHealth(database: Database) {
  const { bytes, logBytes, connections } = await database.vitals()
  return {
    engine: database.engine,
    bytes: String(bytes),
    ...(logBytes !== undefined && { logBytes: String(logBytes) }),
    ...(connections && {
      connections: connections.open,
      connectionsMax: connections.max,
      poolUsed: connections.used,
      poolMax: connections.poolMax,
    }),
  }
}

async function jobsHealth(database: Database) {
  const counts = { ready: 0, running: 0, dead: 0 }
  for (const { state, count } of await jobCounts(database)) counts[state] += count
  return counts
}

/** Nothing where there is no such folder, as with PostgreSQL there may not be. */
async function folderHealth(path: string) {
  const found = await statfs(path).catch(() => undefined)
  if (found === undefined) return undefined
  const { bavail, blocks, bsize } = found
  return { freeBytes: String(bavail * bsize), totalBytes: String(blocks * bsize) }
}
