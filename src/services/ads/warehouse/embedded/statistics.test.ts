import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { Connection } from '#/storage/sqlite/connection.ts'
import { type DuckDb, openDuckDb } from '../duckdb.ts'
import { columnsOf, tableOf } from '../facts.ts'
import { createCache } from './cache-tables.ts'
import { Statistics } from './statistics.ts'

const fact = 'dailyStatistics'

interface Told {
  readonly day: number
  readonly keyword: number
  readonly clicks: number
}

/** A server's list of files, and the warehouse that reads them. */
class Stand {
  readonly folder: string
  readonly source = new Connection(':memory:')
  readonly kept = new Map<string, number>()
  #files = 0
  #statistics: Statistics | undefined
  #duckDb: DuckDb | undefined

  constructor(folder: string) {
    this.folder = folder
    this.source.exec(
      `create table ads_fact_files (number integer, fact text, file_name text, row_count integer,
        min_day integer, max_day integer)`,
    )
  }

  async open(rowsAtOnceMax: number): Promise<void> {
    this.#duckDb = await openDuckDb({
      memoryMb: 100,
      threads: 1,
      spillFolder: join(this.folder, 'spill'),
    })
    for (const statement of createCache) await this.#duckDb.run(statement)
    const { folder } = this
    this.#statistics = new Statistics({ duckDb: this.#duckDb, folder, rowsAtOnceMax })
  }

  close(): void {
    this.source.close()
    this.#duckDb?.[Symbol.dispose]()
  }

  /** Adds a file to the list. Its statistics replace earlier ones for the same days and keywords. */
  async add(rows: readonly Told[]): Promise<void> {
    for (const { day, keyword, clicks } of rows) this.kept.set(`${day} ${keyword}`, clicks)
    await this.#list(rows)
  }

  /** Puts one file in the place of all. */
  async merge(): Promise<void> {
    this.source.exec('delete from ads_fact_files')
    await this.#list(
      [...this.kept].map(([key, clicks]) => {
        const [day, keyword] = key.split(' ').map(Number)
        return { day: day!, keyword: keyword!, clicks }
      }),
    )
  }

  async bring(): Promise<void> {
    await this.#duckDb!.run('begin')
    await this.#statistics!.bring(this.source)
    await this.#duckDb!.run('commit')
  }

  async settle(): Promise<void> {
    await this.#statistics!.settle((work) => work())
  }

  async seen(): Promise<Map<string, number>> {
    const rows = await this.#duckDb!.all<{ day: number; keyword: number; clicks: number }>(
      `select cast(strftime(day, '%Y%m%d') as integer) as day,
        cast(criterion_id as integer) as keyword, cast(clicks as integer) as clicks
        from ${tableOf(fact)}`,
    )
    expect(rows.length).toBe(new Set(rows.map(({ day, keyword }) => `${day} ${keyword}`)).size)
    return new Map(rows.map(({ day, keyword, clicks }) => [`${day} ${keyword}`, clicks]))
  }

  async loadedFiles(): Promise<number> {
    return (await this.#duckDb!.all('select * from loaded')).length
  }

  async #list(rows: readonly Told[]): Promise<void> {
    const number = ++this.#files
    const fileName = `${number}.parquet`
    const values = rows.map(({ day, keyword, clicks }) => {
      const text = String(day)
      return `(date '${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}', ${keyword}, ${clicks})`
    })
    const known: Record<string, string> = {
      day: 'd',
      criterion_id: 'cast(k as bigint)',
      clicks: 'cast(c as bigint)',
      criterion_kind: "'keyword'",
      device: "'Desktop'",
    }
    const columns = columnsOf(fact).map(
      (column) => `${known[column] ?? 'cast(0 as bigint)'} as ${column}`,
    )
    await this.#duckDb!.run(`copy (select ${columns.join(', ')} from (values ${values.join(', ')})
      t (d, k, c)) to '${join(this.folder, fileName)}' (format parquet)`)
    const days = rows.map(({ day }) => day)
    this.source.exec(`insert into ads_fact_files values (${number}, '${fact}', '${fileName}',
      ${rows.length}, ${Math.min(...days)}, ${Math.max(...days)})`)
  }
}

/** Numbers that look random, the same ones every time. */
function chance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

describe('statistics of the warehouse', () => {
  const folders: string[] = []
  const stand = async (rowsAtOnceMax: number) => {
    const folder = mkdtempSync(join(tmpdir(), 'almanac-statistics-'))
    folders.push(folder)
    const made = new Stand(folder)
    await made.open(rowsAtOnceMax)
    return made
  }

  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  it('are read from large files directly, and from tables once these are loaded', async () => {
    const here = await stand(1)
    await here.add([
      { day: 20250101, keyword: 1, clicks: 1 },
      { day: 20250102, keyword: 1, clicks: 2 },
    ])
    await here.bring()
    expect([await here.seen(), await here.loadedFiles()]).toEqual([here.kept, 0])
    await here.settle()
    await here.bring()
    expect([await here.seen(), await here.loadedFiles()]).toEqual([here.kept, 1])
    here.close()
  })

  it.each([1, 2, 3, 4])(
    'are those of the latest file, whatever is loaded (seed %i)',
    async (seed) => {
      const below = chance(seed)
      const here = await stand(below(2) * 6)
      for (let step = 0; step < 20; step++) {
        const first = 20250101 + below(20)
        const told = Array.from({ length: 1 + below(8) }, () => ({
          day: first + below(4),
          keyword: below(3),
          clicks: below(1_000),
        }))
        // A file has a key only once.
        const rows = [...new Map(told.map((row) => [`${row.day} ${row.keyword}`, row])).values()]
        if (below(8) === 0 && here.kept.size > 0) await here.merge()
        else await here.add(rows)
        await here.bring()
        expect(await here.seen()).toEqual(here.kept)
        if (below(3) === 0) await here.settle()
        if (below(2) === 0) await here.bring()
      }
      await here.bring()
      expect(await here.seen()).toEqual(here.kept)
      here.close()
    },
  )
})
