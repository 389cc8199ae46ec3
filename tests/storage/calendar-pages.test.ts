import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { engines } from '../support/engines.ts'
import { rowOf } from './read-model-fixture.ts'
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
    const written = await pagesWritten(file, change)
    expect(written).toContain(rootPageOf(file, 'calendars'))
    expect(written).not.toContain(rootPageOf(file, 'calendars_to_count'))
  })

  it('contain the indexes of a copy by time and organizer only if it moves', async () => {
    await using place = await engine.place()
    await using sharing = await sharingAt(place)
    const { database, calendar } = sharing
    const file = join(place.dataDir, 'almanac.sqlite')
    const times = { isAllDay: true, startMs: 0, endMs: 86_400_000 } as const
    const first = {
      ...rowOf({ id: 'event1', times }, { calendarKey: 1, changeNumber: 1 }),
      copyOf: 2,
    }
    const second = { ...first, changeNumber: 2 }
    const third = { ...second, changeNumber: 3, startMs: 1 }
    const put = (row: typeof first, before?: typeof first) =>
      database.transaction((tx) => calendar.events.put(tx, row, before))
    await put(first)
    const indexes = ['by_change_number', 'by_time', 'copies'].map((name) =>
      rootPageOf(file, `calendar_events_${name}`),
    )
    const writtenIndexes = async (row: typeof first, before: typeof first) => {
      const written = await pagesWritten(file, () => put(row, before))
      return indexes.map((page) => written.includes(page))
    }
    expect(await writtenIndexes(second, first)).toEqual([true, false, false])
    expect(await writtenIndexes(third, second)).toEqual([true, true, true])
  })
})

async function pagesWritten(file: string, work: () => Promise<unknown>): Promise<unknown[]> {
  const before = pagesInLog(file).length
  await work()
  return pagesInLog(file).slice(before)
}

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
