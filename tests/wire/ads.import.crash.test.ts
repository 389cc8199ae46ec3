import { readdir, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importPlatform } from '../support/ads-platform.ts'
import { freshFolder } from '../support/fresh.ts'
import { killedAfter, runAlmanac, type ServerPlace, wireEngines } from '../support/server.ts'
import { dayOf, writeDays } from '../support/statistics-files.ts'

const sqlite = wireEngines.find(({ name }) => name === 'sqlite')!

const said = async (place: ServerPlace, ...words: string[]) =>
  (await runAlmanac(words, place.environment)).stdout.trim()

const daysOf = (year: number) => {
  const first = Temporal.PlainDate.from({ year, month: 1, day: 1 })
  return Array.from({ length: 365 }, (_, days) => dayOf(first.add({ days }).toString()))
}

for (const engine of wireEngines) {
  describe(`an import of statistics that is killed on ${engine.name}`, {
    skip: engine.unavailable !== undefined,
  }, () => {
    it('has taken its file whole or not at all, and the next one ends what it began', async () => {
      await using folder = await freshFolder()
      await using place = await engine.place()
      await importPlatform(place, Temporal.Now.instant().epochMilliseconds)
      for (const [round, afterMs] of [300, 900, 1_500].entries()) {
        const path = await writeDays(folder.path, daysOf(2010 + round))
        await killedAfter(afterMs, ['ads', 'import', path], place.environment)
        expect(await said(place, 'check')).toBe('No problems found.')
        const again = await said(place, 'ads', 'import', path)
        expect(again).toMatch(/365 imported, 0 rejected, (0|365) changed\.$/)
      }
    })
  })
}

describe('files of statistics that are not as they were written', () => {
  it('are found by check', async () => {
    await using folder = await freshFolder()
    await using place = await sqlite.place()
    await importPlatform(place, Temporal.Now.instant().epochMilliseconds)
    const path = await writeDays(folder.path, [dayOf('2026-01-01')])
    await said(place, 'ads', 'import', path)
    const warehouse = join(place.environment.ALMANAC_DATA_DIR!, 'warehouse')
    const files = async () => (await readdir(warehouse)).filter((name) => name.includes('.parquet'))
    const [file = ''] = await files()

    await truncate(join(warehouse, file), 100)
    expect(await said(place, 'check')).toContain(`${file} of statistics has another size`)
    await rm(join(warehouse, file))
    expect(await said(place, 'check')).toContain(`${file} of statistics is missing`)
  })
})
