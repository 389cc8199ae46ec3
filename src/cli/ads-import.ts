import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { ImportProgress } from './import-progress.ts'
import { say, whereTheDataIs, withCore, withSettings } from './settings.ts'

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
      .description('Take what a platform tells: accounts, keywords, visits, statistics and more.')
      .option('--kind <kind>', 'What the files hold, where their names do not say it.')
      .addHelpText(
        'after',
        `
A file is CSV with a header row, or Parquet. Each is taken whole or not at all; bad rows are named
and passed over. Taking a file again changes nothing. What columns there are is written in
docs/guides/search-advertising.md.

Examples:
  almanac ads import agencies.csv advertisers.csv accounts.csv campaigns.csv
  almanac ads import clicks-of-may.csv --kind visit
  almanac ads import dailyStatistics-2026-05.parquet`,
      ),
    whereTheDataIs,
  ).action((files: string[], options) =>
    withCore(options, async ({ ads: parts, clock }, { importAdsFile }) => {
      for (const path of files) {
        using progress = new ImportProgress(clock)
        const bytesTotal = statSync(path).size
        const { kind } = options
        const outcome = await importAdsFile(parts, {
          path,
          kind,
          onProgress: (far) => progress.show({ ...far, bytesTotal }),
        })
        const { read, taken, badCount, bad } = outcome
        for (const { line, why } of bad) progress.tell(`${basename(path)}:${line}: ${why}`)
        if (badCount > bad.length) progress.tell(`and ${badCount - bad.length} more.`)
        progress.end()
        const changed = outcome.changed === undefined ? '' : `, ${outcome.changed} changed`
        const counts = `${read} read, ${taken} taken, ${badCount} bad${changed}`
        say(`${basename(path)}: ${outcome.kind}, ${counts}.`)
      }
    }),
  )
}
