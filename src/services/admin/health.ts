import { statfs } from 'node:fs/promises'
import { wireMoment } from '#/contract/moment.ts'
import { dateTime, int64, integer, kind, object, oneOf, string } from '#/contract/schema.ts'
import { jobCounts } from '#/jobs/inspection.ts'
import type { Database } from '#/storage/port.ts'
import { mayCall, operation } from './operation.ts'

const DatabaseHealth = object('DatabaseHealth', {
  engine: oneOf('sqlite', 'postgres'),
  bytes: int64({ about: 'The size of the database.' }),
  logBytes: int64({ about: 'The size of the write-ahead log of SQLite.' }),
  connections: integer({ about: 'Connections to a PostgreSQL database, of all programs.' }),
  connectionsMax: integer({ about: 'The maximum.' }),
  poolUsed: integer({ about: 'Connections that this process uses at this moment.' }),
  poolMax: integer({ about: 'The most that it uses.' }),
})

const JobsHealth = object('JobsHealth', {
  ready: integer({ about: 'Jobs that wait.' }),
  running: integer({ about: 'Jobs under way.' }),
  dead: integer({ about: 'Dead jobs.' }),
})

const DataFolderHealth = object('DataFolderHealth', {
  freeBytes: int64({ about: 'Space that is left for the data folder.' }),
  totalBytes: int64({ about: 'Space of the volume that it is on.' }),
})

const Health = object('Health', {
  kind: kind('admin#health'),
  version: string({ about: 'The version of this server.' }),
  node: string({ about: 'The version of Node that runs it.' }),
  mode: oneOf('dev', 'production'),
  startedAt: dateTime({ about: 'When the answering process began to serve.' }),
  uptimeS: integer({ about: 'Seconds since then.' }),
  now: dateTime({ about: 'The time it is for this server, which the workbench can set.' }),
  memoryBytes: int64({ about: 'Memory of the answering process.' }),
  database: DatabaseHealth,
  jobs: JobsHealth,
  dataFolder: DataFolderHealth,
})

const getHealth = operation(
  {
    id: 'admin.health.get',
    http: 'GET /health',
    summary: 'Returns the health of the process that responds, of its database and its jobs.',
    reply: Health,
    roles: mayCall.seeHealth,
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

export const healthOperations = [getHealth]

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

/** The space of the data folder; undefined where there is none, as may be the case with PostgreSQL. */
async function folderHealth(path: string) {
  const found = await statfs(path).catch(() => undefined)
  if (found === undefined) return undefined
  const { bavail, blocks, bsize } = found
  return { freeBytes: String(bavail * bsize), totalBytes: String(blocks * bsize) }
}
