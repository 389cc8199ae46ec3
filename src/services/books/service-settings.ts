import {
  basePath,
  choice,
  country,
  integer,
  type SettingValues,
  securityRelevant,
  text,
} from '#/kernel/settings/setting-kinds.ts'

/** The settings of the books service. */
export const booksSettings = {
  booksBasePath: basePath('/books/v1', 'Where the books service answers.'),
  booksCountry: country(
    'US',
    'The country that answers about books are for, unless a call names one.',
  ),
  booksCallers: securityRelevant(
    choice(
      'anybody',
      ['anybody', 'identified'],
      'Who may read public books and shelves: anybody, or only callers with an API key or a token.',
    ),
  ),
  covers: choice(
    'drawn',
    ['drawn', 'known'],
    'Volumes without a picture of their cover get one that is drawn, or no links to pictures.',
  ),
  coverSource: text(
    '',
    'The address of covers by ISBN, with `{isbn}` where it stands; empty draws those that a catalogue does not name.',
  ),
  shelfAccess: securityRelevant(
    choice(
      'public',
      ['public', 'private'],
      'Who sees the shelves of new users that the users themselves fill, until they decide otherwise.',
    ),
  ),
  shelfVolumesMax: integer(10_000, { min: 1, max: 10_000 }, 'Most volumes on a bookshelf.'),
  customShelvesMax: integer(200, { min: 0, max: 10_000 }, 'Most bookshelves that a user can make.'),
  booksAddedBy: securityRelevant(
    choice(
      'administrators',
      ['administrators', 'users', 'nobody'],
      'Whose imports of a library over the wire add volumes that the catalogue does not have.',
    ),
  ),
  recentlyViewedMax: integer(
    100,
    { min: 1, max: 200 },
    'Most volumes on the shelf of those that a user has viewed.',
  ),
  recentViewersMax: integer(
    10_000,
    { min: 1, max: 1e6 },
    'Users whose views of volumes wait in memory to be written; those of others are forgotten.',
  ),
  searchAnswersMax: integer(
    2000,
    { min: 0, max: 1_000_000 },
    'Most searches for books whose results are kept in memory.',
  ),
  searchSetsMb: integer(
    64,
    { min: 0, max: 65_536 },
    'Memory for the volumes that hold common words of searches, in megabytes.',
  ),
  importBatchMax: integer(
    10_000,
    { min: 1, max: 100_000 },
    'Entries of a catalogue that are imported by one transaction; a tenth of it while a server uses the embedded database.',
  ),
}

export type BooksSettings = SettingValues<typeof booksSettings>
