import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DuckDb, openDuckDb } from '../duckdb.ts'
import type { ReportFormat } from '../report-engine.ts'
import { fileNameOf } from './messages.ts'
import { writeFiles } from './writing.ts'

describe('files of a report of 25 rows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-writing-'))
  let duckDb: DuckDb

  beforeAll(async () => {
    duckDb = await openDuckDb({ memoryMb: 100, threads: 1, spillFolder: join(folder, 'spill') })
  })

  afterAll(() => {
    duckDb[Symbol.dispose]()
    rmSync(folder, { recursive: true, force: true })
  })

  const query = {
    sql: `select cast(range as varchar) as c0, 'a "' || chr(10) || '" ' || range as c1 from range(25)`,
    columns: [
      { header: 'number', type: 'Integer' },
      { header: 'text, "quoted"', type: 'String' },
    ],
    unconvertible: [],
  } as const

  const written = (format: ReportFormat, maxRowsPerFile: number, sql: string = query.sql) => {
    const path = join(folder, `${format}-${maxRowsPerFile}-${sql.length}`)
    const output = { format, maxRowsPerFile, booleans: 'words', path } as const
    const task = { do: 'write', query: { ...query, sql }, ...output } as const
    return writeFiles(duckDb, task, () => {}).then((outcome) => ({
      ...outcome,
      texts: outcome.files.map((_, at) => readFileSync(fileNameOf(path, at, format), 'utf8')),
    }))
  }

  const header = 'number,"text, ""quoted"""\n'
  const row = (number: number) => `${number},"a ""\n"" ${number}"\n`

  it('are split after the maximum of rows, each with the header, and contain every row once', async () => {
    const { rowCount, files, texts } = await written('csv', 10)
    expect(rowCount).toBe(25)
    expect(texts.every((text) => text.startsWith(header))).toBe(true)
    expect(files.map(({ bytes }) => bytes)).toEqual(texts.map((text) => Buffer.byteLength(text)))
    const rows = texts.map((text) => text.slice(header.length))
    expect(rows.map((text) => text.split(/(?<=\d"\n)/).length)).toEqual([10, 10, 5])
    const all = rows.join('').split(/(?<=\d"\n)/)
    expect(all.toSorted()).toEqual(Array.from({ length: 25 }, (_, at) => row(at)).toSorted())
  })

  it('are one if the rows fit, also exactly', async () => {
    expect((await written('csv', 25)).texts).toHaveLength(1)
    expect((await written('csv', 24)).texts).toHaveLength(2)
    expect((await written('csv', 5)).texts).toHaveLength(5)
  })

  it('are lines of JSON that are cut alike', async () => {
    const { texts } = await written('jsonl', 10)
    const lines = texts.map((text) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
    expect(lines.map(({ length }) => length)).toEqual([10, 10, 5])
    expect(lines.flat()).toContainEqual({ number: 7, 'text, "quoted"': 'a "\n" 7' })
  })

  it('contain the header alone, or nothing, if there are no rows', async () => {
    const none = `${query.sql} limit 0`
    expect((await written('csv', 10, none)).texts).toEqual([header])
    expect((await written('jsonl', 10, none)).texts).toEqual([''])
    expect(await written('parquet', 10, none)).toMatchObject({ rowCount: 0 })
  })

  it('are Parquet that is cut alike', async () => {
    const { rowCount, files } = await written('parquet', 10)
    expect([rowCount, files.length]).toEqual([25, 3])
  })
})
