import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { duplicate } from '#/kernel/errors.ts'
import { OnDemand } from '#/kernel/process/on-demand.ts'
import { parsePostgresUrl } from '#/kernel/settings/postgres-url.ts'
import { schema } from '#/schema.ts'
import { openDatabase } from '#/storage/open.ts'
import type { StorageLog } from '#/storage/port.ts'
import { PostgresDatabases } from '#/storage/postgres/databases.ts'
import { newestNumber } from '#/storage/schema/schema.ts'
import type { WorldRecord, WorldStore } from './world.ts'

interface DatabasesOptions {
  readonly url: string
  readonly dataDir: string
  readonly log: StorageLog
  readonly nowMs: () => number
  readonly worldLifetimeMs: number
}

/**
 * Worlds on PostgreSQL: each is a database on the server that holds the data of the default world. Its
 * record is the comment of the database.
 */
export function worldDatabases(options: DatabasesOptions): WorldStore {
  const { url, dataDir, log, nowMs, worldLifetimeMs } = options
  const databases = new PostgresDatabases(url)
  // Names are limited to 63 bytes, so they contain a hash of the name of the default world's database.
  const home = createHash('sha256')
    .update(`/${parsePostgresUrl(url).database}`)
    .digest('hex')
    .slice(0, 8)
  const prefix = `almanac_world_${home}_`
  // An id of a world never contains a dot.
  const template = `${prefix}.template`
  const preparedTemplate = new OnDemand(() => databases.alone(prepareTemplate))

  async function prepareTemplate(): Promise<void> {
    const version = `schema ${newestNumber(schema)}`
    const [present] = await databases.list(template)
    if (present?.comment === version) return
    await databases.drop(template)
    await databases.create(template, { comment: '', template: 'template0' })
    const quiet = { ...log, info: () => {} }
    const database = await openDatabase({
      schema,
      url: databases.urlOf(template),
      dataDir,
      log: quiet,
    })
    await database[Symbol.asyncDispose]()
    await databases.setComment(template, version)
  }

  const list = async (): Promise<WorldRecord[]> =>
    (await databases.list(prefix))
      .filter(({ comment }) => comment.startsWith('{'))
      .map(({ comment }) => JSON.parse(comment) as WorldRecord)

  return {
    isShared: true,
    async create(record) {
      await preparedTemplate.get()
      const comment = JSON.stringify(record)
      const isNew = await databases.create(prefix + record.id, { comment, template })
      if (!isNew) throw duplicate(`The world ${record.id}`)
    },
    update: (record) => databases.setComment(prefix + record.id, JSON.stringify(record)),
    location: (id) => ({
      dataDir: join(dataDir, 'worlds', id),
      databaseUrl: databases.urlOf(prefix + id),
    }),
    list,
    remove: (id) => databases.drop(prefix + id),
    async removeLeftovers() {
      for (const { id, isNamed, createdAtMs } of await list()) {
        const isOld = nowMs() - createdAtMs > worldLifetimeMs
        // Another process on this server may be using it.
        const isLeft = !isNamed && isOld && (await databases.connectionsTo(prefix + id)) === 0
        if (isLeft) await databases.drop(prefix + id)
      }
    },
    close: () => databases[Symbol.asyncDispose](),
  }
}
