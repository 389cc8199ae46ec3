import { setImmediate as turn } from 'node:timers/promises'
import type { WordQuery } from '#/storage/sql/word-query.ts'
import { type Walk, walkSets } from '../domain/sets/joined-sets.ts'
import type { Frequencies, Lookup } from './lookup.ts'
import type { Joined, WordSets } from './word-sets.ts'

export interface CachedLookup extends Lookup {
  /** Whether the sets of a query are in memory. */
  holds(query: WordQuery): Promise<boolean>
}

const stepsPerTurn = 50_000

/** Looks queries up in the sets in memory, and others elsewhere. */
export function cachedLookup(
  sets: WordSets,
  frequencies: Frequencies,
  other: Lookup,
): CachedLookup {
  const search = { frequencies, missed: new Set<string>() }
  const cachedSets = new Map<WordQuery, Promise<Joined | undefined>>()
  const joinedFor = (query: WordQuery) => {
    const joined = cachedSets.get(query) ?? sets.joinedSet(query, search)
    cachedSets.set(query, joined)
    return joined
  }
  return {
    holds: async (query) => (await joinedFor(query)) !== undefined,
    ranks: async (query, stretch) => {
      const joined = await joinedFor(query)
      if (joined === undefined) return other.ranks(query, stretch)
      const { after, limit, offset = 0, except = [] } = stretch
      const found: number[] = []
      await walkAll(joined, { after, limit: offset + limit + except.length, found })
      const ranks = found.map((place) => joined.order.rankAt(place))
      return ranks.filter((rank) => !except.includes(rank)).slice(offset, offset + limit)
    },
    count: async (query, after) => {
      const joined = await joinedFor(query)
      if (joined === undefined) return other.count(query, after)
      return walkAll(joined, { after, limit: Infinity })
    },
  }
}

type WholeWalk = Pick<Walk, 'limit' | 'found'> & { readonly after: number }

async function walkAll(joined: Joined, { after, limit, ...rest }: WholeWalk): Promise<number> {
  let count = 0
  let from = joined.order.placeOf(after + 1)
  for (;;) {
    const stretch = { ...rest, from, limit: limit - count, stepsMax: stepsPerTurn }
    const walked = walkSets(joined, stretch)
    count += walked.count
    if (walked.next === undefined || count === limit) return count
    from = walked.next
    await turn()
  }
}
