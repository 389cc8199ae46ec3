import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { ImportProgress } from './import-progress.ts'
import { say, warn, whereTheDataIs, withCore, withSettings } from './settings.ts'

export function addAdsImport(ads: Command): void {
  withSettings(
    ads
      .command('compact')
      .description('Merge the files that imports of statistics have left; embedded database only.')
      .addHelpText('after', '\nExample:\n  almanac ads compact --data-dir /var/lib/almanac'),
    whereTheDataIs,
  ).action((options) =>
    withCore(options, async (core, { mergeStatistics }) => {
      say(`${await mergeStatistics(core)} files merged.`)
    }),
  )

  withSettings(
    ads
      .command('import <files...>')
      .description('Import accounts, keywords, visits, statistics and more from a platform.')
      .option('--kind <kind>', 'What the files hold, where their names do not say it.')
      .option('--replace', 'Remove what the files do not mention from the things that they name.')
      .option('--allow-rejected', 'Exit with status 0 even if rows were rejected.')
      .addHelpText(
        'after',
        `
A file is CSV with a header row, or Parquet. Files are imported in the order in which one rests on
another, each whole or not at all. Bad rows are named and skipped, and the exit status is 1 if there
were any. Importing a file again changes nothing, and a column that a file does not have stays as it
is unless --replace is given. docs/guides/search-advertising.md lists the columns.

Examples:
  almanac ads import agencies.csv advertisers.csv accounts.csv campaigns.csv
  almanac ads import *.csv --allow-rejected
  almanac ads import clicks-of-may.csv --kind visit
  almanac ads import dailyStatistics-2026-05.parquet`,
      ),
    whereTheDataIs,
  ).action((files: string[], options) =>
    withCore(options, async ({ ads: parts, clock }, module) => {
      const { adsSourceFiles, importAdsFile, missingRateTexts } = module
      for (const file of await adsSourceFiles(files, options.kind)) {
        using progress = new ImportProgress(clock)
        const name = basename(file.path)
        const bytesTotal = statSync(file.path).size
        const outcome = await importAdsFile(parts, file, {
          isWhole: options.replace === true,
          onProgress: (far) => progress.show({ ...far, bytesTotal }),
        })
        const { read, taken, badCount, bad } = outcome
        for (const { line, why } of bad) progress.tell(`${name}:${line}: ${why}`)
        if (badCount > bad.length) progress.tell(`and ${badCount - bad.length} more.`)
        progress.end()
        const changed = outcome.changed === undefined ? '' : `, ${outcome.changed} changed`
        say(`${name}: ${file.kind}, ${read} read, ${taken} taken, ${badCount} bad${changed}.`)
        if (badCount > 0 && !options.allowRejected) process.exitCode = 1
      }
      warn(...(await missingRateTexts(parts)))
    }),
  )
}
