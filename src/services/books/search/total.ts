import { all, any, type WordQuery, without } from '#/storage/sql/word-query.ts'
import { subjectMark } from '../domain/volume-words.ts'
import type { Frequencies } from './lookup.ts'

interface TotalContext {
  /** Absent if only some volumes are searched. */
  readonly frequencies?: Frequencies
  /** The first matches. */
  readonly first: readonly number[]
  readonly count: (query: WordQuery, after: number) => Promise<number>
}

/** The number of volumes that match a query, from the vocabulary if it has it. */
export async function totalOf(query: WordQuery, context: TotalContext): Promise<number> {
  const { first, count } = context
  const volumes = volumesOf(query, context)
  if (volumes !== undefined) return volumes
  if (query.kind === 'without') {
    const { query: words, excluded } = query
    const found = volumesOf(words, context)
    if (found !== undefined) return found - (await count(all(words, excluded), -1))
  }
  if (query.kind === 'any') {
    const [most, ...others] = query.of.toSorted(
      (one, other) => (volumesOf(other, context) ?? -1) - (volumesOf(one, context) ?? -1),
    )
    const found = volumesOf(most!, context)
    if (found !== undefined) return found + (await count(without(any(...others), [most!]), -1))
  }
  return first.length + (await count(query, first.at(-1)!))
}

/** The number of volumes with a single word, anywhere or among the subjects. */
function volumesOf(query: WordQuery, { frequencies }: TotalContext): number | undefined {
  if (query.kind !== 'phrase' || query.words.length > 1) return undefined
  const [word] = query.words
  if (query.column === undefined) return frequencies?.get(word!)
  return query.column === 'subjects' ? frequencies?.get(subjectMark(word!)) : undefined
}
