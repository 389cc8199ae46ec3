import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { engines } from '../support/engines.ts'
import { sharingAt } from './sharing-fixture.ts'

const engine = engines.find(({ kind }) => kind === 'sqlite')!
const logHeadBytes = 32
const frameHeadBytes = 24
const pageBytes = 4096

describe('the pages of the log', () => {
  it('contain the indexes of calendars for jobs only at the first change', async () => {
    await using place = await engine.place()
    await using sharing = await sharingAt(place)
    const { email } = await sharing.newUser('ann')
    const { numbers } = sharing.calendar.calendars
    const file = join(place.dataDir, 'almanac.sqlite')
    const change = () =>
      sharing.database.transaction(async (tx) => {
        await numbers.settle(tx, (await numbers.reserve(tx, email))!)
      })
    await change()
    const before = pagesInLog(file).length
    await change()
    const written = pagesInLog(file).slice(before)
    expect(written).toContain(rootPageOf(file, 'calendars'))
    expect(written).not.toContain(rootPageOf(file, 'calendars_to_count'))
  })
})

function pagesInLog(file: string): number[] {
  const log = readFileSync(`${file}-wal`)
  const pages: number[] = []
  for (let at = logHeadBytes; at < log.length; at += frameHeadBytes + pageBytes) {
    pages.push(log.readUInt32BE(at))
  }
  return pages
}

/** The only page of a small table or index. */
function rootPageOf(file: string, name: string): unknown {
  using database = new DatabaseSync(file, { readOnly: true })
  return database.prepare('select rootpage from sqlite_schema where name = ?').get(name)!.rootpage
}
