import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { ImportProgress } from '../import-progress.ts'
import { say, warn, whereTheDataIs, withCore, withSettings } from '../settings.ts'

export function addAdsImport(ads: Command): void {
  withSettings(
    ads
      .command('compact')
      .description('Merge the statistics files of the embedded database.')
      .addHelpText('after', '\nExample:\n  almanac ads compact --data-dir /var/lib/almanac'),
    whereTheDataIs,
  ).action((options) =>
    withCore(options, async ({ ads }) => {
      say(`Merged ${await ads.mergeStatistics()} files.`)
    }),
  )

  withSettings(
    ads
      .command('import <files...>')
      .description('Import accounts, keywords, clicks, statistics and more.')
      .option(
        '--kind <kind>',
        'The kind of data, if it cannot be detected from the file names and headers.',
      )
      .option(
        '--replace',
        'Remove the values that the files do not contain from the entities they contain.',
      )
      .option('--allow-rejected', 'Exit with status 0 even if rows were rejected.')
      .addHelpText(
        'after',
        `
Files are CSV with a header row, or Parquet. They are imported in the order of their dependencies,
each completely or not at all. Invalid rows are reported and skipped, and the exit status is then 1.
Importing a file again changes nothing. Values of columns that a file does not have are kept, unless
--replace is set. For the columns of each kind, see docs/guides/search-advertising.md.

Examples:
  almanac ads import agencies.csv advertisers.csv accounts.csv campaigns.csv
  almanac ads import *.csv --allow-rejected
  almanac ads import clicks-of-may.csv --kind visit
  almanac ads import dailyStatistics-2026-05.parquet`,
      ),
    whereTheDataIs,
  ).action((files: string[], options) =>
    withCore(options, async ({ ads, clock }) => {
      const { importFile, missingRateTexts, sourceFiles } = await import(
        '#/services/ads/service.ts'
      )
      for (const file of await sourceFiles(files, options.kind)) {
        using progress = new ImportProgress(clock)
        const name = basename(file.path)
        const bytesTotal = statSync(file.path).size
        const outcome = await importFile(ads, file, {
          isWhole: options.replace === true,
          onProgress: (far) => progress.show({ ...far, bytesTotal }),
        })
        const { read, taken, badCount, bad } = outcome
        for (const { line, why } of bad) progress.tell(`${name}:${line}: ${why}`)
        if (badCount > bad.length) progress.tell(`... and ${badCount - bad.length} more.`)
        progress.end()
        const changed = outcome.changed === undefined ? '' : `, ${outcome.changed} changed`
        say(
          `${name}: ${file.kind}, ${read} read, ${taken} imported, ${badCount} rejected${changed}.`,
        )
        if (badCount > 0 && !options.allowRejected) process.exitCode = 1
      }
      warn(...(await missingRateTexts(ads)))
    }),
  )
}
