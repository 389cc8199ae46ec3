import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importPlatform } from '../support/ads-platform.ts'
import { freshFolder } from '../support/fresh.ts'
import { runAlmanac, type ServerPlace, wireEngines } from '../support/server.ts'
import { dayOf, daysFile, writeDays } from '../support/statistics-files.ts'

const said = async (place: ServerPlace, ...words: string[]) => {
  const { code, stdout, stderr } = await runAlmanac(words, place.environment)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout.trim()
}

for (const from of wireEngines) {
  // What is written by one engine is read by the other, which shows both directions of each.
  for (const to of wireEngines.filter((engine) => engine !== from)) {
    describe(`statistics backed up on ${from.name} and restored on ${to.name}`, {
      skip: from.unavailable !== undefined || to.unavailable !== undefined,
    }, () => {
      it('are there as they were', async () => {
        await using folder = await freshFolder()
        await using source = await from.place()
        await using target = await to.place()
        await importPlatform(source, Temporal.Now.instant().epochMilliseconds, {
          'dailyStatistics.csv': daysFile([dayOf('2026-01-01'), dayOf('2026-01-02')]),
        })
        const later = await writeDays(folder.path, [dayOf('2026-01-02', { clicks: 12 })])
        await said(source, 'ads', 'import', later)
        const archive = join(folder.path, 'backup.gz')
        await said(source, 'backup', archive)
        await said(target, 'restore', archive, '--yes')

        expect(await said(target, 'check')).toBe('No problems found.')
        expect(await said(target, 'ads', 'import', later)).toContain(
          '1 imported, 0 rejected, 0 changed.',
        )
        const first = await writeDays(folder.path, [dayOf('2026-01-01')])
        expect(await said(target, 'ads', 'import', first)).toContain(
          '1 imported, 0 rejected, 0 changed.',
        )
      })
    })
  }
}
