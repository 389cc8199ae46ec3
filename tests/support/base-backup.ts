import { execFile } from 'node:child_process'
import { access, chown, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { until } from './calling.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

const run = promisify(execFile)
const release = 18

/** A PostgreSQL server that archives its log, so that it can be taken back to an earlier moment. */
export class ArchivingPostgres implements AsyncDisposable {
  readonly #archive: string
  readonly #backup: string
  #server: PostgresServer
  #sql: postgres.Sql

  private constructor(server: PostgresServer) {
    this.#server = server
    this.#archive = `${server.databaseDir}-archive`
    this.#backup = `${server.databaseDir}-backup`
    this.#sql = connect(server)
  }

  static async start(): Promise<ArchivingPostgres> {
    const server = await startPostgres(release, {
      settings: [
        'wal_level=replica',
        'archive_mode=on',
        'full_page_writes=on',
        `archive_command=cp %p ${join('..', '$(basename "$PWD")-archive')}/%f`,
      ],
    })
    const archiving = new ArchivingPostgres(server)
    await mkdir(archiving.#archive)
    await give(server, archiving.#archive)
    return archiving
  }

  get url(): string {
    return this.#server.url
  }

  /** Copies the data while the server works, as a base backup does. */
  backUp(): Promise<void> {
    return copyData(this.#server, { to: this.#backup, signal: 'recovery.signal' })
  }

  /** The moment that all that is committed lies before. */
  async moment(): Promise<string> {
    const [row] = await this.#sql`select pg_current_wal_insert_lsn()::text as moment`
    return row!.moment
  }

  /** Replaces the server by one that has replayed the log upon the backup, up to the moment. */
  async recoverTo(moment: string): Promise<void> {
    const [row] = await this.#sql`select pg_walfile_name(pg_current_wal_insert_lsn()) as name`
    await this.#sql`select pg_switch_wal()`
    const isArchived = () =>
      access(join(this.#archive, row!.name)).then(
        () => true,
        () => false,
      )
    await until(isArchived, (isThere) => isThere)
    await this.#sql.end()
    const { port, stop } = this.#server
    await stop()
    this.#server = await startPostgres(release, {
      port,
      databaseDir: this.#backup,
      settings: [
        'wal_level=replica',
        `restore_command=cp ${this.#archive}/%f %p`,
        `recovery_target_lsn=${moment}`,
        'recovery_target_action=promote',
      ],
    })
    this.#sql = connect(this.#server)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sql.end()
    await this.#server.stop()
    for (const folder of [this.#archive, this.#backup]) {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** Copies the data of a server while it works, for one that begins with the given signal file. */
export async function copyData(
  server: PostgresServer,
  { to, signal }: { to: string; signal: 'recovery.signal' | 'standby.signal' },
): Promise<void> {
  const sql = connect(server)
  await sql`select pg_backup_start('backup', true)`
  await run('cp', ['-a', server.databaseDir, to])
  const [label] = await sql`select labelfile from pg_backup_stop(false)`
  await sql.end()
  await rm(join(to, 'postmaster.pid'))
  for (const [name, text] of Object.entries({ backup_label: label!.labelfile, [signal]: '' })) {
    await writeFile(join(to, name), text)
    await give(server, join(to, name))
  }
}

/** Files belong to whoever the server runs as. */
async function give({ databaseDir }: PostgresServer, path: string): Promise<void> {
  const { uid, gid } = await stat(databaseDir)
  await chown(path, uid, gid)
}

const connect = ({ url }: PostgresServer) => postgres(url, { max: 1, onnotice: () => {} })
