import type { Migration } from '../migration.ts'
import { bookIndex } from '../word-index.ts'

const columns = ['title', 'authors', 'publisher', 'subjects', 'description']
const stopWords = 'a an and as at by for from in into is of on or the to with'.split(' ')

/** Volumes are found by the words that say little together with the words behind them: `g:of_time`. */
export const bookPairs: Migration = {
  number: 25,
  name: 'book pairs',
  statements: ({ wordsIn, refillWords }) => [
    `update book_words set marks = marks || coalesce((
       select ' ' || string_agg(mark, ' ') from (
         select distinct 'g:' || word || '_' || next as mark from (
           select value as word, lead(value) over (order by key) as next
           from ${wordsIn(`(${columns.join(` || ' | ' || `)})`)}
         ) as words
         where word in (${stopWords.map((word) => `'${word}'`).join(', ')})
           and next is not null and next <> '' and substr(next, 1, 1) <> '|'
       ) as pairs
     ), '')`,
    ...refillWords(bookIndex),
  ],
}
