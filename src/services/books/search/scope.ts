import { all, type WordQuery, without, word } from '#/storage/sql/word-query.ts'

/** The conditions on every volume found, regardless of the query. */
export interface Scope {
  readonly required: readonly WordQuery[]
  readonly excluded: readonly WordQuery[]
}

export const scopedQuery = (query: WordQuery, { required, excluded }: Scope): WordQuery =>
  without(all(query, ...required), excluded)

export const mark = (text: string): WordQuery => word(text, 'marks')

export const preorders = mark('x:preorder')
