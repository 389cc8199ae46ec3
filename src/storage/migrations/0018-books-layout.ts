import type { Migration } from '../migration.ts'
import { bookIndex } from '../word-index.ts'

/**
 * Volumes lie in the order in which they are imported, and are found by their ranks through an index:
 * laid out by rank, every volume of a large catalogue went to another page. The vocabulary is kept
 * once, in its own order.
 */
export const booksLayout: Migration = {
  number: 18,
  name: 'books layout',
  statements: ({ text, integer, scatteredKey, inKeyOrder, laysRowsByKey, wordsInBulk }) =>
    laysRowsByKey
      ? [
          `create table book_volumes_laid (
            rank ${scatteredKey} primary key,
            id ${text} not null,
            source ${text} not null,
            source_key ${text} not null,
            digest ${text} not null,
            is_ebook ${integer} not null,
            is_preorder ${integer} not null,
            cover ${text},
            record ${text} not null,
            wire ${text} not null,
            description ${text} not null,
            brief ${text} not null,
            details ${text} not null
          )`,
          'insert into book_volumes_laid select * from book_volumes order by rank',
          `create table book_words_laid (
            rank ${scatteredKey} primary key references book_volumes_laid (rank) on delete cascade,
            published ${integer} not null,
            title ${text} not null,
            authors ${text} not null,
            publisher ${text} not null,
            subjects ${text} not null,
            marks ${text} not null,
            description ${text} not null
          )`,
          'insert into book_words_laid select * from book_words order by rank',
          'drop table book_words',
          'drop table book_volumes',
          'alter table book_volumes_laid rename to book_volumes',
          'alter table book_words_laid rename to book_words',
          'create unique index book_volumes_by_id on book_volumes (id)',
          ...wordsInBulk(bookIndex),
          `create table book_terms_laid (
            term ${text} primary key,
            volumes ${integer} not null
          ) ${inKeyOrder}`,
          'insert into book_terms_laid select term, volumes from book_terms order by term',
          'drop table book_terms',
          'alter table book_terms_laid rename to book_terms',
          `create table book_term_pieces_laid (
            piece ${text} not null,
            term ${text} not null,
            primary key (piece, term)
          ) ${inKeyOrder}`,
          'insert into book_term_pieces_laid select piece, term from book_term_pieces order by 1, 2',
          'drop table book_term_pieces',
          'alter table book_term_pieces_laid rename to book_term_pieces',
        ]
      : wordsInBulk(bookIndex),
}
