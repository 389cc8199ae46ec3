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
  booksBasePath: basePath('/books/v1', 'Base path of the Books API.'),
  booksCountry: country('US', 'Country of callers that name none, as an ISO 3166-1 code.'),
  booksCallers: securityRelevant(
    choice(
      'anybody',
      ['anybody', 'identified'],
      'Who may read public volumes and bookshelves: anybody, or only callers with an API key or a token.',
    ),
  ),
  covers: choice(
    'drawn',
    ['drawn', 'known'],
    'Whether volumes without a cover image get a generated one (`drawn`) or no image links (`known`).',
  ),
  coverSource: text(
    '',
    'URL of cover images for volumes whose cover the catalog does not name, with `{isbn}` as a placeholder.',
  ),
  shelfAccess: securityRelevant(
    choice(
      'public',
      ['public', 'private'],
      'Initial visibility of the bookshelves of new users that users fill themselves.',
    ),
  ),
  shelfVolumesMax: integer(
    10_000,
    { min: 1, max: 10_000 },
    'Maximum number of volumes on a bookshelf.',
  ),
  customShelvesMax: integer(
    200,
    { min: 0, max: 10_000 },
    'Maximum number of bookshelves that a user can create.',
  ),
  booksAddedBy: securityRelevant(
    choice(
      'administrators',
      ['administrators', 'users', 'nobody'],
      'Whose library imports add volumes that the catalog does not contain.',
    ),
  ),
  recentlyViewedMax: integer(
    100,
    { min: 1, max: 200 },
    'Maximum number of volumes on the bookshelf of recently viewed volumes.',
  ),
  recentViewersMax: integer(
    10_000,
    { min: 1, max: 1e6 },
    'Maximum number of users whose recent views are buffered in memory. The views of further users are dropped.',
  ),
  searchAnswersMax: integer(
    2000,
    { min: 0, max: 1_000_000 },
    'Maximum number of searches whose results are cached.',
  ),
  searchSetsMb: integer(
    64,
    { min: 0, max: 65_536 },
    'Memory for the sets of volumes that contain common words, in megabytes.',
  ),
  importBatchMax: integer(
    10_000,
    { min: 1, max: 100_000 },
    'Entries of a catalog that are imported in one transaction. One tenth of this while a server uses the embedded database.',
  ),
}

export type BooksSettings = SettingValues<typeof booksSettings>
