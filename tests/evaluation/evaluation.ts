import { writeVolumes } from '#/services/books/catalog/writing.ts'
import type { VolumeRecord } from '#/services/books/domain/volume-record.ts'
import { preorders } from '#/services/books/search/scope.ts'
import { Searcher } from '#/services/books/search/searcher.ts'
import { starterVolumes } from '#/services/books/starter/starter-volumes.ts'
import { BookIndex } from '#/services/books/store/book-index.ts'
import { Volumes } from '#/services/books/store/volumes.ts'
import type { Database } from '#/storage/port.ts'
import { generatedCount, generatedItems, generatedVolumes } from './generated-items.ts'
import { knownItems } from './known-items.ts'

/** Where the volume that a query means came. */
export interface Judged {
  readonly query: string
  readonly meant: string
  /** Its place, counted from 1; 0 where it is not among the first. */
  readonly place: number
  /** What came first. */
  readonly first: string
}

const placesLookedAt = 10
const batchSize = 500

/** The mean of one divided by the place, which is 1 where everything comes first. */
export const meanReciprocalRank = (judged: readonly Judged[]): number =>
  judged.reduce((sum, { place }) => sum + (place === 0 ? 0 : 1 / place), 0) / judged.length

/** Asks for the books of the starter catalog. */
export async function judgeKnownItems(database: Database): Promise<Judged[]> {
  await fill(database, starterVolumes())
  return judge(
    database,
    knownItems.map(({ query, title }) => ({ query, meant: title })),
    'title',
  )
}

/** Asks for generated volumes, among so many of them. */
export async function judgeGeneratedItems(
  database: Database,
  volumesCount: number = generatedCount,
): Promise<Judged[]> {
  await fillWithGenerated(database, volumesCount)
  const wanted = generatedItems.map(({ query, id }) => ({ query, meant: id }))
  return judge(database, wanted, 'id')
}

/** Puts generated volumes into a catalog. */
export async function fillWithGenerated(
  database: Database,
  volumesCount: number = generatedCount,
): Promise<void> {
  const records = generatedVolumes.slice(0, volumesCount).map(
    ({ id, volumeInfo: { industryIdentifiers, ...info } }): VolumeRecord => ({
      source: 'generated',
      sourceKey: id,
      id,
      ...info,
      identifiers: industryIdentifiers as NonNullable<VolumeRecord['identifiers']>,
    }),
  )
  await fill(database, records)
}

async function fill(database: Database, records: readonly VolumeRecord[]): Promise<void> {
  for (let from = 0; from < records.length; from += batchSize) {
    const batch = records.slice(from, from + batchSize)
    await database.transaction((tx) => writeVolumes(tx, batch))
  }
}

async function judge(
  database: Database,
  wanted: readonly { query: string; meant: string }[],
  by: 'title' | 'id',
): Promise<Judged[]> {
  const searcher = new Searcher({
    database,
    index: new BookIndex(database),
    answersMax: 1,
    setsMb: 64,
  })
  const volumes = new Volumes()
  const judged: Judged[] = []
  for (const { query, meant } of wanted) {
    const { ranks } = await searcher.search({
      text: query,
      scope: { required: [], excluded: [preorders] },
      order: 'relevance',
      start: 0,
      count: placesLookedAt,
    })
    const rows = await volumes.findRanked(database, ranks)
    const names = rows.map(({ id, wire }) => (by === 'id' ? id : titleIn(wire)))
    judged.push({ query, meant, place: names.indexOf(meant) + 1, first: names[0] ?? '' })
  }
  return judged
}

const titleIn = (wire: string) =>
  JSON.parse(/"title":("(?:[^"\\]|\\.)*")/.exec(wire)?.[1] ?? '""') as string
