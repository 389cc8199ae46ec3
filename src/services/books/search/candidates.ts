import { all, any, type WordQuery } from '#/storage/sql/word-query.ts'
import type { Clause } from '../domain/query/parse.ts'
import { clauseQuery, termQuery } from '../domain/query/word-query.ts'
import { preparedQuery } from '../domain/ranking/prepared-query.ts'
import type { Lookup } from './lookup.ts'
import { mark, type Scope, scopedQuery } from './scope.ts'
import type { Reading } from './searcher.ts'

const exactMax = 30
const inTitleMax = 40
const inAuthorsMax = 30

/**
 * The volumes that probably match best, if there are too many to compare: those whose whole title is the
 * query, alone or with words of the author, and the best-known ones with all words there.
 */
export async function likelyCandidates(
  lookup: Lookup,
  scope: Scope,
  { groups, words, query: wordQuery }: Reading,
): Promise<number[]> {
  if (groups === undefined) return []
  const { key, otherKey, splits } = preparedQuery(words)
  const titles = splits.map((split) =>
    all(
      any(...split.titleKeys.map(mark), mark(split.otherKey)),
      ...split.authorWords.map((name) => termQuery(name, 'authors')),
    ),
  )
  const first = (query: WordQuery, limit: number) =>
    lookup.ranks(scopedQuery(query, scope), { after: -1, limit })
  const found = await Promise.all([
    // Title keys lack articles, which a phrase may contain.
    first(all(any(mark(key), mark(otherKey), ...titles), wordQuery), exactMax),
    first(inColumn(groups, 'title'), inTitleMax),
    first(inColumn(groups, 'authors'), inAuthorsMax),
  ])
  return found.flat()
}

const inColumn = (groups: readonly (readonly Clause[])[], column: 'title' | 'authors') =>
  all(...groups.map(([clause]) => clauseQuery({ ...clause, column } as Clause)))
