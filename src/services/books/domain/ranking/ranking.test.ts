import { describe, expect, it } from 'vitest'
import { staticRank } from '../static-rank.ts'
import type { VolumeRecord } from '../volume-record.ts'
import { volumeWords } from '../volume-words.ts'
import { plainWords } from '../words/words.ts'
import { rankedVolumes } from './ranking.ts'

type Book = Partial<VolumeRecord> & { readonly title: string }

/** The titles in the order in which they answer the query. */
function order(query: string, books: readonly Book[]): string[] {
  const candidates = books.map((book, index) => {
    const record = { source: 'test', sourceKey: String(index), ...book }
    return { rank: staticRank(record, String(index)), ...volumeWords(record) }
  })
  const titles = new Map(candidates.map(({ rank }, index) => [rank, books[index]!.title]))
  return rankedVolumes(plainWords(query), candidates).map((rank) => titles.get(rank)!)
}

describe('ranking', () => {
  it('ranks the whole title above titles that contain it, even popular ones', () => {
    const books = [
      { title: 'Kim and the Boat', ratingsCount: 9000 },
      { title: 'Kim', ratingsCount: 1 },
    ]
    expect(order('kim', books)).toEqual(['Kim', 'Kim and the Boat'])
  })

  it('puts the title itself before an original title, and that before others', () => {
    const books = [
      { title: 'Princes', alternativeTitles: [] },
      { title: 'Il Principe', alternativeTitles: ['The Prince'], ratingsCount: 50 },
      { title: 'The Prince', ratingsCount: 1 },
      { title: 'A prince of our time', ratingsCount: 900 },
    ]
    expect(order('the prince', books).slice(0, 2)).toEqual(['The Prince', 'Il Principe'])
  })

  it('recognizes a title together with its author', () => {
    const books = [
      { title: 'The Dune Herbert Companion', authors: ['Anne Hart'], ratingsCount: 900 },
      { title: 'Dune', authors: ['Frank Herbert'] },
    ]
    expect(order('dune herbert', books)[0]).toBe('Dune')
    expect(order('herbert dune', books)[0]).toBe('Dune')
  })

  it('puts the title with its author before an original title with the same author', () => {
    const authors = ['Sidney Sheldon']
    const dark = { title: 'Afraid of the Dark', alternativeTitles: ['The Sands of Time'] }
    const books = [
      { ...dark, authors, ratingsCount: 900 },
      { title: 'The Sands of Time', authors, ratingsCount: 1 },
    ]
    expect(order('the sands of time sheldon', books)[0]).toBe('The Sands of Time')
  })

  it('ranks books by an author above a book of that title, unless it is more popular', () => {
    const emma = { title: 'Emma', authors: ['Jane Austen'] }
    const life = { title: 'Jane Austen', authors: ['Claire Tomalin'] }
    expect(order('jane austen', [life, emma])).toEqual(['Emma', 'Jane Austen'])
    expect(order('jane austen', [{ ...life, ratingsCount: 10 }, emma])[0]).toBe('Jane Austen')
  })

  it('keeps the static order if nothing else decides', () => {
    const books = [10, 30, 20].map((ratingsCount) => ({
      title: `Sea tales ${ratingsCount}`,
      ratingsCount,
    }))
    expect(order('sea', books)).toEqual(['Sea tales 30', 'Sea tales 20', 'Sea tales 10'])
  })
})

describe('the static order', () => {
  it('is by ratings, then by year, and fits into a number', () => {
    const rank = (ratingsCount: number, publishedDate: string) =>
      staticRank({ ratingsCount, publishedDate }, 'x')
    expect(rank(5, '1900')).toBeLessThan(rank(4, '2000'))
    expect(rank(5, '2000-01')).toBeLessThan(rank(5, '1999-12-31'))
    expect(rank(16_000, '')).toBeLessThan(rank(15_999, '2020'))
    expect(rank(5_000_000, '')).toBeLessThan(rank(4_000_000, ''))
    for (const ratings of [0, 1, 16_383, 16_384, 2 ** 31 - 1, 1e15]) {
      expect(Number.isSafeInteger(rank(ratings, '1999'))).toBe(true)
      expect(rank(ratings, '1999')).toBeGreaterThanOrEqual(0)
    }
  })
})
