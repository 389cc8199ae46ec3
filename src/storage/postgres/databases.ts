import { withDatabase } from '#/kernel/settings/postgres-url.ts'
import { makePool, type Pool, say, valuesOf } from './driver.ts'
import { isDuplicateDatabase } from './failure.ts'

/** A database of the server with the comment that was stored with it. */
interface CommentedDatabase {
  readonly name: string
  readonly comment: string
}

/** Creates and drops databases on the server of a URL. */
export class PostgresDatabases implements AsyncDisposable {
  readonly #url: string
  readonly #pool: Pool

  constructor(url: string) {
    this.#url = url
    this.#pool = makePool({ url, connectionsMax: 1, statementTimeoutMs })
  }

  urlOf(name: string): string {
    return withDatabase(this.#url, name)
  }

  /** The databases with this prefix. */
  async list(prefix: string): Promise<CommentedDatabase[]> {
    const rows = await valuesOf(
      this.#pool,
      `select datname, coalesce(shobj_description(oid, 'pg_database'), '') from pg_database
       where starts_with(datname, ${literal(prefix)}) order by datname`,
    )
    return rows.map(([name, comment]) => ({ name: name!, comment: comment! }))
  }

  /** Creates a database as a copy of another one without connections. Returns whether there was none of its name. */
  async create(
    name: string,
    { comment, template }: { comment: string; template: string },
  ): Promise<boolean> {
    try {
      await say(
        this.#pool,
        `create database ${identifier(name)} template ${identifier(template)} encoding 'UTF8'`,
      )
    } catch (error) {
      if (isDuplicateDatabase(error)) return false
      throw error
    }
    await this.setComment(name, comment)
    return true
  }

  /** Runs steps that only one process may run at a time. */
  async alone<T>(steps: () => Promise<T>): Promise<T> {
    await say(this.#pool, `select pg_advisory_lock(${stepsLock})`)
    try {
      return await steps()
    } finally {
      await say(this.#pool, `select pg_advisory_unlock(${stepsLock})`)
    }
  }

  async setComment(name: string, comment: string): Promise<void> {
    await say(this.#pool, `comment on database ${identifier(name)} is ${literal(comment)}`)
  }

  /** Drops a database, even if there are connections to it. */
  async drop(name: string): Promise<void> {
    await say(this.#pool, `drop database if exists ${identifier(name)} with (force)`)
  }

  async connectionsTo(name: string): Promise<number> {
    const [row] = await valuesOf(
      this.#pool,
      `select count(*) from pg_stat_activity where datname = ${literal(name)}`,
    )
    return Number(row![0])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.end({ timeout: 1 })
  }
}

const statementTimeoutMs = 60_000
const stepsLock = 7141624

const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
