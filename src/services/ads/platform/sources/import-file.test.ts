import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { sourceFiles } from './import-file.ts'

const headers: Readonly<Record<string, string>> = {
  'accounts.csv': 'advertiserId,accountId',
  'adGroups.csv': 'advertiserId,campaignId',
  'advertisers.csv': 'agencyId,advertiserId',
  'agencies.csv': 'agencyId,name',
  'campaigns.csv': 'advertiserId,campaignId',
  'dailyStatistics.csv': 'date,advertiserId',
  'keywords-a.csv': 'advertiserId,keywordId',
  'keywords-b.csv': 'advertiserId,keywordId',
  'of-may.csv': 'advertiserId;clickId;time;accountId;campaignId',
}

it('files are imported in the order in which one rests on another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-sources-'))
  try {
    for (const [name, header] of Object.entries(headers)) {
      await writeFile(join(folder, name), `${header}\n`)
    }
    const paths = Object.keys(headers).map((name) => join(folder, name))
    const files = await sourceFiles(paths, undefined)
    expect(files.map(({ path }) => basename(path))).toEqual([
      'agencies.csv',
      'advertisers.csv',
      'accounts.csv',
      'campaigns.csv',
      'adGroups.csv',
      'keywords-a.csv',
      'keywords-b.csv',
      'of-may.csv',
      'dailyStatistics.csv',
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
