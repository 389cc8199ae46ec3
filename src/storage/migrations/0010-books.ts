import type { Migration } from '../migration.ts'
import { bookIndex } from '../word-index.ts'

/**
 * The catalogue. The primary key of a volume is its place in the order of how well known volumes
 * are, so that the first rows that an index gives are the ones to show first. Words are those of
 * `services/books/domain`, parted by blanks; the engines only hold and intersect them.
 */
export const books: Migration = {
  number: 10,
  name: 'books',
  statements: ({ text, integer, wordIndex }) => [
    `create table book_catalogue (
      id ${integer} primary key,
      version ${integer} not null,
      volumes ${integer} not null
    )`,
    'insert into book_catalogue (id, version, volumes) values (1, 0, 0)',
    `create table book_volumes (
      rank ${integer} primary key,
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
    'create unique index book_volumes_by_id on book_volumes (id)',
    `create table book_words (
      rank ${integer} primary key references book_volumes (rank) on delete cascade,
      published ${integer} not null,
      title ${text} not null,
      authors ${text} not null,
      publisher ${text} not null,
      subjects ${text} not null,
      marks ${text} not null,
      description ${text} not null
    )`,
    ...wordIndex(bookIndex),
    `create table book_terms (
      term ${text} primary key,
      volumes ${integer} not null
    )`,
    `create table book_term_pieces (
      piece ${text} not null,
      term ${text} not null,
      primary key (piece, term)
    )`,
  ],
}
