import type { Migration } from '../migration.ts'

/** The vocabulary says how many volumes have a word among their subjects, as `s:` and the word. */
export const bookSubjects: Migration = {
  number: 24,
  name: 'book subjects',
  statements: ({ wordsIn }) => [
    `insert into book_terms (term, volumes)
     select 's:' || word, count(*) from (
       select distinct rank, value as word from book_words, ${wordsIn('subjects')}
     ) as held where word <> '' and substr(word, 1, 1) <> '|' group by word order by word`,
  ],
}
