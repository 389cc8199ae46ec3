import type { Engine } from '../port.ts'
import type { WordIndex } from './word-index.ts'

/** A condition on the words of a row. */
export type WordQuery =
  | { readonly kind: 'phrase'; readonly words: readonly string[]; readonly column?: string }
  | { readonly kind: 'all' | 'any'; readonly of: readonly WordQuery[] }
  | { readonly kind: 'without'; readonly query: WordQuery; readonly excluded: WordQuery }

/** A word or a phrase, in any column unless one is named. */
export const phrase = (words: readonly string[], column?: string): WordQuery =>
  column === undefined ? { kind: 'phrase', words } : { kind: 'phrase', words, column }

export const word = (text: string, column?: string): WordQuery => phrase([text], column)

export const all = (...of: WordQuery[]): WordQuery =>
  of.length === 1 ? of[0]! : { kind: 'all', of }

export const any = (...of: WordQuery[]): WordQuery =>
  of.length === 1 ? of[0]! : { kind: 'any', of }

export const without = (query: WordQuery, excluded: readonly WordQuery[]): WordQuery =>
  excluded.length === 0 ? query : { kind: 'without', query, excluded: any(...excluded) }

/** The query in the format of the engine. Words consist of letters, digits, `:` and `_`. */
export function wordQueryText(query: WordQuery, index: WordIndex, engine: Engine): string {
  return engine === 'sqlite' ? sqliteText(query) : postgresText(query, index)
}

function sqliteText(query: WordQuery): string {
  switch (query.kind) {
    case 'phrase': {
      const text = `"${query.words.join(' ')}"`
      return query.column === undefined ? text : `${query.column} : ${text}`
    }
    case 'without':
      return `(${sqliteText(query.query)} NOT ${sqliteText(query.excluded)})`
    default:
      return `(${query.of.map(sqliteText).join(query.kind === 'all' ? ' AND ' : ' OR ')})`
  }
}

function postgresText(query: WordQuery, index: WordIndex): string {
  switch (query.kind) {
    case 'phrase': {
      const column = index.columns.find(({ name }) => name === query.column)
      const { prefix = '', label = '' } = column ?? {}
      // A word with a colon occurs in one column only. Labels are not indexed, so that they require reading
      // rows.
      const suffixOf = (text: string) =>
        label === '' || prefix !== '' || text.includes(':') ? '' : `:${label}`
      const words = query.words.map((text) => `'${prefix}${text}'${suffixOf(text)}`)
      return `(${words.join(' <-> ')})`
    }
    case 'without':
      return `(${postgresText(query.query, index)} & !${postgresText(query.excluded, index)})`
    default: {
      const parts = query.of.map((part) => postgresText(part, index))
      return `(${parts.join(query.kind === 'all' ? ' & ' : ' | ')})`
    }
  }
}
