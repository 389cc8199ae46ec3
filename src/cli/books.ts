import { createWriteStream } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import type { Command } from 'commander'
import type { Core } from '#/core.ts'
import { ReadingThread } from '#/services/books/importing/reading/reading-thread.ts'
import { ImportProgress } from './import-progress.ts'
import { requireUser } from './require-user.ts'
import { say, whereTheDataIs, withCore, withSettings, writeOut } from './settings.ts'

export function addBooks(program: Command): void {
  const books = program.command('books').description('Import and export the book catalog.')
  addImport(books)
  addFormats(books)
  addExport(books)
}

const badEntriesShownMax = 50

// An import writes to pages all over the tables and needs most of them again.
const importCache = { databaseCacheMb: '64' }

// Entries survive many garbage collections and are then released all at once. With the default growth,
// the heap would hold twice as many of them.
const boundedHeap = '--heap-growing-percent=40'

function addImport(books: Command): void {
  withSettings(
    books
      .command('import <file...>')
      .description('Import volumes into the catalog. The server can keep running.')
      .option('--format <name>', 'The format of the file; detected by default.')
      .option('--source <name>', 'The name of the source of the volumes; defaults to the format.')
      .option(
        '--user <email>',
        'Also add the volumes of a library export to the bookshelves of this user.',
      )
      .option('--restart', 'Start from the beginning instead of resuming an interrupted import.')
      .addHelpText('after', importHelp),
    whereTheDataIs,
  ).action(async (paths: string[], options) => {
    setFlagsFromString(boundedHeap)
    await using thread = ReadingThread.for(paths)
    await withCore({ ...importCache, ...options }, async (core) => {
      const userId = await userIdOf(core, options.user)
      using progress = new ImportProgress(core.clock)
      let bad = 0
      const imported = await core.books.importFiles({
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

type Imported = Awaited<ReturnType<Core['books']['importFiles']>>

function summary(imported: Imported): string[] {
  const { format, created, updated, unchanged, withdrawn, others, bad, resumedAt } = imported
  const parts = [
    `${created} created`,
    `${updated} updated`,
    `${unchanged} unchanged`,
    ...(withdrawn > 0 ? [`${withdrawn} withdrawn`] : []),
    ...(others > 0 ? [`${others} other entries`] : []),
    `${bad} skipped`,
  ]
  return [
    ...(resumedAt > 0 ? [`Resumed after ${resumedAt} entries of an earlier import.`] : []),
    `Imported ${format}: ${parts.join(', ')}.`,
    ...(imported.placed > 0 ? [`Added ${imported.placed} volumes to bookshelves.`] : []),
  ]
}

const isUseless = ({ created, updated, unchanged, withdrawn, bad }: Imported): boolean =>
  bad > 0 && created + updated + unchanged + withdrawn === 0

async function userIdOf({ directory }: Core, email: string | undefined) {
  if (email === undefined) return undefined
  return (await requireUser(directory, email)).id
}

const importHelp = `
Files can be compressed with gzip. To resume an interrupted import, run the same command again.
To list the supported formats, run "almanac books formats".

Examples:
  almanac books import pg_catalog.csv
  almanac books import ol_dump_editions.txt.gz ol_dump_works.txt.gz ol_dump_authors.txt.gz
  almanac books import goodreads_library_export.csv --user ann@example.com`

function addFormats(books: Command): void {
  books
    .command('formats')
    .description('List the supported import formats.')
    .addHelpText('after', '\nExample:\n  almanac books formats')
    .action(async () => {
      const { formatsKnown } = await import('#/services/books/service.ts')
      for (const [name, about] of Object.entries(formatsKnown)) say(`${name}\t${about}`)
    })
}

function addExport(books: Command): void {
  withSettings(
    books
      .command('export [file]')
      .description('Export the catalog as JSON lines, to a file or to standard output.')
      .addHelpText(
        'after',
        `
Volumes keep their ids when you import the file into another installation.

Examples:
  almanac books export catalog.jsonl
  almanac books export | gzip > catalog.jsonl.gz`,
      ),
    whereTheDataIs,
  ).action((file: string | undefined, options) =>
    withCore(options, async ({ database, settings }) => {
      const { exportVolumes } = await import('#/services/books/service.ts')
      const { publicUrl: origin, booksCountry: country, booksBasePath } = settings
      const api = origin + booksBasePath
      const exportOptions = { origin, api, country }
      if (file === undefined) await exportVolumes(database, exportOptions, writeOut)
      else say(`Wrote ${await exportTo(file)} volumes to ${file}.`)

      async function exportTo(path: string): Promise<number> {
        await using target = fileTarget(path)
        return await exportVolumes(database, exportOptions, target.write)
      }
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
      new Promise<void>((resolve, reject) =>
        stream.end((error?: Error | null) => (error ? reject(error) : resolve())),
      ),
  }
}
