import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Connection } from '#/storage/sqlite/connection.ts'
import { type DuckDb, literal } from '../duckdb.ts'
import { cacheLayout, createCache } from './cache-tables.ts'
import {
  activitiesOf,
  advertisersOf,
  agencies,
  conversionsOf,
  entitiesOf,
  type Mirrored,
  rates,
  visitsOf,
} from './mirrored.ts'
import { Statistics } from './statistics.ts'

interface Context {
  readonly duckDb: DuckDb
  readonly databasePath: string
  /** The folder of the statistics files, and of temporary files. */
  readonly folder: string
}

interface Sequences {
  readonly id: string
  readonly platform: number
  readonly conversion: number
}

const bufferedLinesMax = 2_000

/**
 * Copies the tables of the embedded database into the warehouse. Change numbers tell which rows have changed
 * since the last copy.
 */
export class Mirror {
  readonly #context: Context
  readonly #scratch: string
  readonly #statistics: Statistics
  /** The change numbers of the embedded database at the last copy. */
  #brought: string | undefined

  constructor(context: Context) {
    this.#context = context
    this.#statistics = new Statistics(context)
    this.#scratch = join(context.folder, 'mirror.jsonl')
  }

  /** Copies everything that is committed now, or nothing. */
  async refresh(): Promise<void> {
    const source = new Connection(this.#context.databasePath, { readOnly: true })
    try {
      source.exec('begin')
      const present = stateOf(source)
      if (present === this.#brought) return
      this.#brought = undefined
      const epoch = Number(
        source.prepare("select value from meta where name = 'epoch'").get()?.value,
      )
      const { duckDb } = this.#context
      await duckDb.run('begin')
      try {
        await this.#requireCache(epoch)
        await this.#subjects(source)
        await this.#advertisers(source)
        await this.#statistics.bring(source)
        await duckDb.run('commit')
        this.#brought = present
      } catch (error) {
        this.#statistics.forget()
        await duckDb.run('rollback')
        throw error
      }
    } finally {
      source.close()
      rmSync(this.#scratch, { force: true })
    }
  }

  /** Loads the remaining files. `alone` decides when the result becomes visible. */
  settle(alone: (work: () => Promise<void>) => Promise<void>): Promise<void> {
    return this.#statistics.settle((work) =>
      alone(async () => {
        this.#brought = undefined
        await work()
      }),
    )
  }

  /** Rebuilds a cache of another database or of another version. */
  async #requireCache(epoch: number): Promise<void> {
    const { duckDb } = this.#context
    const tables = await duckDb.all<{ name: string; type: string }>(
      `select table_name as name, table_type as type from information_schema.tables
        where table_schema = 'main' order by table_type desc`,
    )
    if (tables.some(({ name }) => name === 'tag')) {
      const [tag] = await duckDb.all<{ epoch: string; layout: string }>('select * from tag')
      if (Number(tag?.epoch) === epoch && Number(tag?.layout) === cacheLayout) return
    }
    for (const { name, type } of tables) {
      await duckDb.run(`drop ${type === 'VIEW' ? 'view' : 'table'} "${name}"`)
    }
    this.#statistics.forget()
    for (const statement of createCache) await duckDb.run(statement)
    await duckDb.run(`insert into tag values (${epoch}, ${cacheLayout})`)
  }

  async #subjects(source: Connection): Promise<void> {
    const { duckDb } = this.#context
    const existing = new Map(
      (await duckDb.all<{ subject: string; sequence: string }>('select * from subjects')).map(
        ({ subject, sequence }) => [subject, Number(sequence)],
      ),
    )
    const present = source.prepare('select subject, sequence from ads_platform_changes').all()
    for (const { subject, sequence } of present as unknown as {
      subject: string
      sequence: number
    }[]) {
      if (existing.get(subject) === sequence) continue
      const mirrored = { agencies, currencyRates: rates }[subject]
      if (mirrored === undefined) continue
      await this.#bring(source, mirrored)
      await duckDb.run(`delete from subjects where subject = ${literal(subject)}`)
      await duckDb.run(`insert into subjects values (${literal(subject)}, ${sequence})`)
    }
  }

  async #advertisers(source: Connection): Promise<void> {
    const { duckDb } = this.#context
    const rows = await duckDb.all<{ id: string; platform: string; conversion: string }>(
      `select advertiser_id as id, platform_sequence as platform,
        conversion_sequence as conversion from mirrored`,
    )
    const existing = new Map(rows.map((row) => [row.id, row]))
    const present = source
      .prepare(
        `select id, platform_sequence as platform, conversion_sequence as conversion
          from ads_advertisers`,
      )
      .all() as unknown as Sequences[]
    for (const { id, platform, conversion } of present) {
      const before = existing.get(id)
      const [platformBefore, countedBefore] = [
        Number(before?.platform ?? -1),
        Number(before?.conversion ?? -1),
      ]
      if (platformBefore === platform && countedBefore === conversion) continue
      if (platformBefore !== platform) {
        await this.#bring(source, advertisersOf(id))
        await this.#bring(source, activitiesOf(id))
        for (const mirrored of entitiesOf(id, platformBefore)) await this.#bring(source, mirrored)
        await this.#bring(source, visitsOf(id, platformBefore))
      }
      if (countedBefore !== conversion) await this.#bring(source, conversionsOf(id, countedBefore))
      await duckDb.run(`delete from mirrored where advertiser_id = ${literal(id)}`)
      await duckDb.run(`insert into mirrored values (${literal(id)}, ${platform}, ${conversion})`)
    }
  }

  /** Copies rows as lines of JSON, which both sides process fast. */
  async #bring(
    source: Connection,
    { lines, members, table, select, replaces }: Mirrored,
  ): Promise<void> {
    const count = this.#write(source.walk(lines) as Iterable<{ line: string }>)
    const { duckDb } = this.#context
    if (replaces.all !== undefined) await duckDb.run(`delete from ${table} where ${replaces.all}`)
    if (count === 0) return
    // With declared types, a line is parsed once; each member access would parse it again.
    const types = Object.entries(members).map(([name, type]) => `${name}: ${literal(type)}`)
    const incoming = `select ${select} from read_json(${literal(this.#scratch)},
      format = 'newline_delimited', columns = {${types.join(', ')}}) as line`
    if (replaces.keys !== undefined) {
      const same = replaces.keys.map((key) => `incoming.${key} = ${table}.${key}`).join(' and ')
      await duckDb.run(`delete from ${table} using (${incoming}) as incoming where ${same}`)
    }
    await duckDb.run(`insert into ${table} by name ${incoming}`)
  }

  #write(rows: Iterable<{ line: string }>): number {
    const file = openSync(this.#scratch, 'w', 0o600)
    try {
      let count = 0
      let lines: string[] = []
      for (const { line } of rows) {
        lines.push(line)
        count += 1
        if (lines.length < bufferedLinesMax) continue
        writeSync(file, `${lines.join('\n')}\n`)
        lines = []
      }
      if (lines.length > 0) writeSync(file, `${lines.join('\n')}\n`)
      return count
    } finally {
      closeSync(file)
    }
  }
}

/** All change numbers. While they are equal, there is nothing to copy. */
const stateOf = (source: Connection): string =>
  JSON.stringify(
    [
      "select value from meta where name = 'epoch'",
      'select subject, sequence from ads_platform_changes order by subject',
      `select id, platform_sequence, conversion_sequence from ads_advertisers order by id`,
      'select number, file_name from ads_fact_files order by number',
    ].map((sql) => source.prepare(sql).all()),
  )
