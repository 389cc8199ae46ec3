import { dateTime, int64, integer, kind, object, oneOf, string } from '#/contract/schema.ts'

const DatabaseHealth = object('DatabaseHealth', {
  engine: oneOf('sqlite', 'postgres'),
  bytes: int64({ about: 'The size of the database.' }),
  logBytes: int64({ about: 'What is committed and not yet moved into the file of SQLite.' }),
  connections: integer({ about: 'Connections to a PostgreSQL database, of all programs.' }),
  connectionsMax: integer({ about: 'The most that it takes.' }),
  poolUsed: integer({ about: 'Connections that this process uses at this moment.' }),
  poolMax: integer({ about: 'The most that it uses.' }),
})

const JobsHealth = object('JobsHealth', {
  ready: integer({ about: 'Jobs that wait.' }),
  running: integer({ about: 'Jobs under way.' }),
  dead: integer({ about: 'Jobs that were given up.' }),
})

const DataFolderHealth = object('DataFolderHealth', {
  freeBytes: int64({ about: 'Space that is left for the data folder.' }),
  totalBytes: int64({ about: 'Space of the volume that it is on.' }),
})

export const Health = object('Health', {
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
