import { createReadStream } from 'node:fs'
import { open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { type DuckDb, literal } from '../duckdb.ts'
import { textForm, typedSelect } from '../file-forms.ts'
import type { WrittenFiles } from '../report-engine.ts'
import { RowSplitter } from '../row-splitter.ts'
import { followRows } from './growing-file.ts'
import { fileNameOf, type Task } from './messages.ts'

type Writing = Extract<Task, { do: 'write' }>

/** Writes the rows of a query into files. A file gets its final name when it is complete. */
export async function writeFiles(
  duckDb: DuckDb,
  task: Writing,
  onRows: (rowsSoFar: number) => void,
): Promise<WrittenFiles> {
  const form = textForm(task.query, task.format, task.booleans)
  if (form === undefined) return writeTyped(duckDb, task)
  const { sql, delimiter, quote = '', header } = form
  const draft = `${fileNameOf(task.path, 0, task.format)}.draft`
  const start = header === undefined ? '' : `${header}\n`
  const hasQuotes = header !== undefined
  await using _following = followRows(
    draft,
    { skipped: Buffer.byteLength(start), hasQuotes },
    onRows,
  )
  const [copied] = await duckDb.all<{ Count: string }>(
    `copy (${sql}) to ${literal(draft)} (format csv, header false, nullstr '',
      delimiter ${literal(delimiter)}, quote ${literal(quote)}, escape ${literal(quote)}
      ${header === undefined ? '' : `, prefix ${literal(start)}, suffix ${literal('\n')}`})`,
  )
  const rowCount = Number(copied!.Count)
  if (rowCount === 0) await writeFile(draft, start)
  if (rowCount <= task.maxRowsPerFile) {
    const path = fileNameOf(task.path, 0, task.format)
    await rename(draft, path)
    return { rowCount, files: [{ bytes: (await stat(path)).size }] }
  }
  try {
    return { rowCount, files: await split(draft, task, { start, hasQuotes }) }
  } finally {
    await rm(draft, { force: true })
  }
}

/** Splits a file into several, each with the header line. */
async function split(
  draft: string,
  { path, format, maxRowsPerFile: rowsMax }: Writing,
  { start, hasQuotes }: { readonly start: string; readonly hasQuotes: boolean },
): Promise<WrittenFiles['files']> {
  const files: { bytes: number }[] = []
  const head = Buffer.from(start)
  const next = async () => {
    const file = await open(fileNameOf(path, files.length, format), 'w', 0o600)
    files.push({ bytes: head.length })
    await file.writev([head])
    return file
  }
  let file = await next()
  const splitter = new RowSplitter(
    {
      write: async (bytes) => {
        files.at(-1)!.bytes += bytes.length
        await file.writev([bytes])
      },
      next: async () => {
        await file.close()
        file = await next()
      },
    },
    { rowsMax, hasQuotes },
  )
  try {
    for await (const bytes of createReadStream(draft, {
      start: head.length,
      highWaterMark: 1 << 20,
    })) {
      await splitter.take(bytes)
    }
  } finally {
    await file.close()
  }
  return files
}

/** Writes files of typed formats. The rows are buffered in a table, so that all files have the same types. */
async function writeTyped(duckDb: DuckDb, task: Writing): Promise<WrittenFiles> {
  const { query, path, format, maxRowsPerFile } = task
  await duckDb.run(`create or replace temp table cells as ${query.sql}`)
  const [counted] = await duckDb.all<{ count: string }>('select count(*) as count from cells')
  const rowCount = Number(counted!.count)
  const files: { bytes: number }[] = []
  try {
    for (let first = 0; first === 0 || first < rowCount; first += maxRowsPerFile) {
      const name = fileNameOf(path, files.length, format)
      const rows = `cells where rowid >= ${first} and rowid < ${first + maxRowsPerFile}`
      await duckDb.run(
        `copy (${typedSelect(query, rows)}) to ${literal(`${name}.draft`)} (format parquet)`,
      )
      await rename(`${name}.draft`, name)
      files.push({ bytes: (await stat(name)).size })
    }
  } finally {
    await duckDb.run('drop table if exists cells')
  }
  return { rowCount, files }
}
