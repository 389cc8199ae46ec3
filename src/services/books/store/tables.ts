import { users } from '#/auth/tables.ts'
import type { SchemaPart } from '#/storage/schema/schema.ts'
import {
  distributedBy,
  index,
  integer,
  nullable,
  readAnywhere,
  references,
  scatteredKey,
  table,
  text,
  uniqueIndex,
} from '#/storage/sql/table.ts'
import type { WordIndex } from '#/storage/sql/word-index.ts'

/** One row: the version and size of the catalog. */
export const bookCatalog = table('book_catalogue', {
  columns: {
    id: integer,
    version: integer,
    volumes: integer,
  },
  distribution: readAnywhere,
  key: ['id'],
})

/** The progress of imports, so that an interrupted one can continue. */
export const bookImports = table('book_imports', {
  columns: {
    fingerprint: text,
    entries: integer,
    counts: text,
    updated_at: integer,
  },
  distribution: readAnywhere,
  key: ['fingerprint'],
})

/** Ratings and reviews of users, and the days on which they finished reading. */
export const bookReviews = table('book_reviews', {
  columns: {
    user_id: references(users),
    volume_id: text,
    rating: integer,
    content: text,
    read_on: text,
    updated_at: integer,
  },
  distribution: distributedBy('user_id', 'user'),
  key: ['user_id', 'volume_id'],
})

/** Pieces of words, to find similar ones. */
export const bookTermPieces = table('book_term_pieces', {
  columns: {
    piece: text,
    term: text,
  },
  distribution: readAnywhere,
  key: ['piece', 'term'],
  isInKeyOrder: true,
})

/** The vocabulary: how many volumes contain a word. Words of subjects have the prefix `s:`. */
export const bookTerms = table('book_terms', {
  columns: {
    term: text,
    volumes: integer,
  },
  distribution: readAnywhere,
  key: ['term'],
  isInKeyOrder: true,
})

export const bookUsers = table('book_users', {
  columns: {
    user_id: references(users),
    next_shelf_id: integer,
  },
  distribution: distributedBy('user_id', 'user'),
  key: ['user_id'],
})

/**
 * The catalog. A volume's key is its rank, so that an index yields well-known volumes first; rows
 * are stored in the order of import.
 */
export const bookVolumes = table('book_volumes', {
  columns: {
    rank: scatteredKey,
    id: text,
    source: text,
    source_key: text,
    digest: text,
    is_ebook: integer,
    is_preorder: integer,
    cover: nullable(text),
    record: text,
    wire: text,
    description: text,
    brief: text,
    details: text,
  },
  distribution: readAnywhere,
  key: ['rank'],
  indexes: {
    book_volumes_by_id: uniqueIndex('id'),
  },
})

/** The words of each volume, separated by spaces. */
export const bookWords = table('book_words', {
  columns: {
    rank: references(bookVolumes),
    published: integer,
    title: text,
    authors: text,
    publisher: text,
    subjects: text,
    marks: text,
    description: text,
  },
  distribution: readAnywhere,
  key: ['rank'],
})

/** Volumes on shelves. One that left the catalog is withdrawn, and counts again when it returns. */
export const bookshelfVolumes = table('bookshelf_volumes', {
  columns: {
    user_id: text,
    shelf_key: integer,
    volume_id: text,
    position: integer,
    is_withdrawn: integer,
    added_at: integer,
  },
  distribution: distributedBy('user_id', 'user'),
  key: ['user_id', 'volume_id', 'shelf_key'],
  indexes: {
    bookshelf_volumes_by_volume: index('volume_id', 'is_withdrawn'),
    bookshelf_volumes_in_order: index(
      'user_id',
      'shelf_key',
      'is_withdrawn',
      'position',
      'volume_id',
    ),
  },
})

/** Shelves. `key` is the key of a shelf's volumes; clearing a shelf assigns a new one. */
export const bookshelves = table('bookshelves', {
  columns: {
    user_id: references(users),
    id: integer,
    key: integer,
    title: text,
    description: text,
    access: text,
    volume_count: integer,
    created_at: integer,
    updated_at: integer,
    volumes_updated_at: integer,
  },
  distribution: distributedBy('user_id', 'user'),
  key: ['user_id', 'id'],
  indexes: {
    bookshelves_by_key: uniqueIndex('user_id', 'key'),
  },
})

/** The words of books; the ranges fit into the positions that PostgreSQL can count. */
export const bookIndex: WordIndex = {
  table: bookWords,
  name: 'book_index',
  columns: [
    { name: 'title', label: 'A', wordsMax: 2000 },
    { name: 'authors', label: 'B', wordsMax: 2000 },
    { name: 'publisher', label: 'C', prefix: 'p:', wordsMax: 200 },
    { name: 'subjects', label: 'C', prefix: 's:', wordsMax: 2000 },
    { name: 'marks', label: 'C', wordsMax: 2000 },
    { name: 'description', label: 'D', wordsMax: 4000 },
  ],
}

export const booksSchema: SchemaPart = {
  tables: [
    bookCatalog,
    bookImports,
    bookReviews,
    bookTermPieces,
    bookTerms,
    bookUsers,
    bookVolumes,
    bookWords,
    bookshelfVolumes,
    bookshelves,
  ],
  wordIndexes: [bookIndex],
  firstRows: [{ table: bookCatalog, row: { id: 1, version: 0, volumes: 0 } }],
}
