import type { Reader } from '#/storage/port.ts'
import { all, type WordQuery } from '#/storage/sql/word-query.ts'
import type { BookIndex } from '../store/book-index.ts'
import type { Lookup } from './lookup.ts'
import { mark } from './scope.ts'

interface NewestContext {
  readonly index: BookIndex
  readonly reader: Reader
  readonly lookup: Lookup
  readonly query: WordQuery
  readonly total: number
  readonly head: readonly number[]
}

/** Up to this many are sorted directly; more are searched year by year. */
const sortedAtOnceMax = 2000
const yearMax = 2100
const perYearMax = 50_000

/** A page of results, newest first and undated ones last. */
export async function newestRanks(
  context: NewestContext,
  { start, count }: { start: number; count: number },
): Promise<number[]> {
  const { lookup, query, total } = context
  if (total <= sortedAtOnceMax) {
    const ranks = await lookup.ranks(query, { after: -1, limit: sortedAtOnceMax })
    return (await newestFirst(context, ranks)).slice(start, start + count)
  }
  const page: number[] = []
  let passed = 0
  for (const { year, volumes } of await years(context)) {
    const ofYear = all(query, mark(`y:${year}`))
    const isBefore = passed + volumes <= start
    const found = isBefore && volumes <= 0 ? 0 : await lookup.count(ofYear, -1)
    if (passed + found > start) {
      const ranks = await lookup.ranks(ofYear, { after: -1, limit: perYearMax })
      const from = Math.max(0, start - passed)
      page.push(...(await newestFirst(context, ranks)).slice(from, from + count - page.length))
      if (page.length >= count) return page
    }
    passed += found
  }
  return page
}

/** The publication years in the catalog, newest first and the unknown one last. */
async function years({ index, reader }: NewestContext) {
  const names = Array.from({ length: yearMax }, (_, year) => String(year).padStart(4, '0'))
  const frequencies = await index.frequencies(
    reader,
    [...names, '0'].map((year) => `y:${year}`),
  )
  return [...names.toReversed(), '0'].flatMap((year) => {
    const volumes = frequencies.get(`y:${year}`)
    return volumes === undefined ? [] : [{ year, volumes }]
  })
}

async function newestFirst(
  { index, reader, head }: NewestContext,
  ranks: readonly number[],
): Promise<number[]> {
  const days = await index.days(reader, ranks)
  const places = new Map(head.map((rank, place) => [rank, place]))
  const placeOf = (rank: number) => places.get(rank) ?? head.length
  return ranks.toSorted(
    (one, other) =>
      (days.get(other) ?? 0) - (days.get(one) ?? 0) || placeOf(one) - placeOf(other) || one - other,
  )
}
