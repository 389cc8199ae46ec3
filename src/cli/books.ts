import { createWriteStream } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import type { Command } from 'commander'
import type { Core, importBooks } from '#/core.ts'
import { ReadingThread } from '#/reading-ahead.ts'
import { ImportProgress } from './import-progress.ts'
import { loadCore, say, whereTheDataIs, withCore, withSettings, writeOut } from './settings.ts'

export function addBooks(program: Command): void {
  const books = program.command('books').description('Look after the catalogue of books.')
  addImport(books)
  addFormats(books)
  addExport(books)
}

const badEntriesShownMax = 50

// Volumes go to places all over the tables, so that more of these pages are wanted again.
const importCache = { databaseCacheMb: '64' }

// What is read outlives many collections and is then done with all at once. A heap that may double
// before it is looked through would hold twice as much of it.
const boundedHeap = '--heap-growing-percent=40'

function addImport(books: Command): void {
  withSettings(
    books
      .command('import <file...>')
      .description('Bring volumes into the catalogue, also while the server is running.')
      .option('--format <name>', 'How the file is written; recognised when not given.')
      .option('--source <name>', 'Another name for where the volumes come from.')
      .option('--user <email>', 'Put an exported library on the shelves of this user.')
      .option('--restart', 'Begin from the start, also where an import was stopped.')
      .addHelpText('after', importHelp),
    whereTheDataIs,
  ).action(async (paths: string[], options) => {
    setFlagsFromString(boundedHeap)
    await using thread = ReadingThread.for(paths)
    await withCore({ ...importCache, ...options }, async (core, { importBooks }) => {
      const userId = await userIdOf(core, options.user)
      using progress = new ImportProgress(core.clock)
      let bad = 0
      const imported = await importBooks(core, {
        paths,
        thread,
        format: options.format,
        source: options.source,
        isFresh: options.restart !== undefined,
        userId,
        onProgress: (now) => progress.show(now),
        onBad: ({ file, line, reason }) => {
          if (++bad <= badEntriesShownMax) {
            progress.tell(`${file ?? paths[0]}:${line}: skipped, ${reason}`)
          }
        },
      })
      if (bad > badEntriesShownMax) progress.tell(`... and ${bad - badEntriesShownMax} more.`)
      progress.end()
      say(...summary(imported))
      if (isUseless(imported)) process.exitCode = 1
    })
  })
}

type Imported = Awaited<ReturnType<typeof importBooks>>

function summary(imported: Imported): string[] {
  const { format, created, updated, unchanged, withdrawn, others, bad, resumedAt } = imported
  const parts = [
    `${created} created`,
    `${updated} updated`,
    `${unchanged} unchanged`,
    ...(withdrawn > 0 ? [`${withdrawn} withdrawn`] : []),
    ...(others > 0 ? [`${others} passed over`] : []),
    `${bad} skipped`,
  ]
  return [
    ...(resumedAt > 0 ? [`Went on behind ${resumedAt} entries of an earlier import.`] : []),
    `Imported ${format}: ${parts.join(', ')}.`,
    ...(imported.placed > 0 ? [`Put ${imported.placed} volumes on shelves.`] : []),
  ]
}

const isUseless = ({ created, updated, unchanged, withdrawn, bad }: Imported): boolean =>
  bad > 0 && created + updated + unchanged + withdrawn === 0

async function userIdOf({ directory }: Core, email: string | undefined) {
  if (email === undefined) return undefined
  const user = await directory.find(email)
  if (user === undefined) throw new Error(`There is no user ${email}.`)
  return user.id
}

const importHelp = `
Files may be packed with gzip. An import that was stopped goes on where it was when it is said again.
What formats there are, almanac books formats says.

Examples:
  almanac books import pg_catalog.csv
  almanac books import ol_dump_editions.txt.gz ol_dump_works.txt.gz ol_dump_authors.txt.gz
  almanac books import goodreads_library_export.csv --user ann@example.com`

function addFormats(books: Command): void {
  books
    .command('formats')
    .description('List the formats that can be imported.')
    .addHelpText('after', '\nExample:\n  almanac books formats')
    .action(async () => {
      const { bookFormats } = await loadCore()
      for (const [name, about] of Object.entries(bookFormats)) say(`${name}\t${about}`)
    })
}

function addExport(books: Command): void {
  withSettings(
    books
      .command('export [file]')
      .description('Write the catalogue as JSON lines, to a file or to standard output.')
      .addHelpText(
        'after',
        `
Importing the file elsewhere gives the volumes the same ids.

Examples:
  almanac books export catalogue.jsonl
  almanac books export | gzip > catalogue.jsonl.gz`,
      ),
    whereTheDataIs,
  ).action((file: string | undefined, options) =>
    withCore(options, async ({ database, settings }, { exportBooks }) => {
      const { publicUrl: origin, booksCountry: country, booksBasePath } = settings
      const api = origin + booksBasePath
      await using target = file === undefined ? undefined : fileTarget(file)
      const write = target?.write ?? writeOut
      const count = await exportBooks(database, { origin, api, country }, write)
      if (file !== undefined) say(`Wrote ${count} volumes to ${file}.`)
    }),
  )
}

function fileTarget(path: string): AsyncDisposable & { write(text: string): Promise<void> } {
  const stream = createWriteStream(path, { mode: 0o600 })
  const failed = new Promise<never>((_, reject) => stream.once('error', reject))
  failed.catch(() => {})
  return {
    write: async (text) => {
      if (stream.write(text)) return
      await Promise.race([failed, new Promise((resolve) => stream.once('drain', resolve))])
    },
    [Symbol.asyncDispose]: () =>
      Promise.race([failed, new Promise<void>((resolve) => stream.end(() => resolve()))]),
  }
}
