/** The supported formats, with descriptions. */
export const formats = {
  jsonl: 'Volumes as JSON, one a line, as `almanac books export` writes them',
  gutenberg: 'The catalog of Project Gutenberg (`pg_catalog.csv`)',
  'goodbooks-10k': 'The books of goodbooks-10k (`books.csv`)',
  'open-library': 'Dumps of Open Library: editions, works and authors, in one file or several',
  goodreads: "A reader's library, exported from Goodreads (CSV)",
  storygraph: "A reader's library, exported from StoryGraph (CSV)",
  calibre: 'A library, exported from Calibre as a CSV catalog',
  marc: 'MARC 21 records (ISO 2709), in UTF-8 or MARC-8',
  marcxml: 'MARC 21 records as XML',
  onix: 'An ONIX 3 message, with long or short names',
  opds1: 'An OPDS 1.2 feed',
  opds2: 'An OPDS 2.0 feed',
} as const

export type FormatName = keyof typeof formats

export const isFormatName = (text: string): text is FormatName => Object.hasOwn(formats, text)

/** Formats whose files form one catalog together. */
export const areOfSeveralFiles: ReadonlySet<FormatName> = new Set(['open-library'])
