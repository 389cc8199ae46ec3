import { csvEntries, type Row } from './csv.ts'
import type { Entry, Reading } from './entry.ts'
import { calibreRow } from './readers/calibre.ts'
import { goodbooksRow } from './readers/goodbooks.ts'
import { goodreadsRow } from './readers/goodreads.ts'
import { gutenbergRow } from './readers/gutenberg.ts'
import { jsonLines } from './readers/json-lines.ts'
import { marcRecords } from './readers/marc.ts'
import { marcXml } from './readers/marc-xml.ts'
import { onix } from './readers/onix.ts'
import { opds1 } from './readers/opds1.ts'
import { opds2 } from './readers/opds2.ts'
import { openLibrary } from './readers/open-library.ts'
import { storygraphRow } from './readers/storygraph.ts'
import type { SourceFile } from './source-file.ts'

/** A way in which catalogues are written down. */
export interface Format {
  readonly about: string
  /** Reads several files as one catalogue. */
  readonly takesSeveral?: true
  /** How often each file is read. */
  readonly passes: number
  read(files: readonly SourceFile[], onProgress: (bytes: number) => void): AsyncIterable<Entry>
}

type ReadChunks = (chunks: AsyncIterable<Buffer>) => AsyncIterable<Entry>

const oneFile = (about: string, read: ReadChunks): Format => ({
  about,
  passes: 1,
  read: ([file], onProgress) => read(file!.read(onProgress)),
})

const table = (about: string, read: (row: Row) => Reading): Format =>
  oneFile(about, (chunks) => csvEntries(chunks, read))

export const formats = {
  jsonl: oneFile('Volumes as JSON, one a line, as `almanac books export` writes them', jsonLines),
  gutenberg: table('The catalogue of Project Gutenberg (`pg_catalog.csv`)', gutenbergRow),
  'goodbooks-10k': table('The books of goodbooks-10k (`books.csv`)', goodbooksRow),
  'open-library': {
    about: 'Dumps of Open Library: editions, works and authors, in one file or several',
    takesSeveral: true,
    passes: 2,
    read: openLibrary,
  },
  goodreads: table("A reader's library, exported from Goodreads (CSV)", goodreadsRow),
  storygraph: table("A reader's library, exported from StoryGraph (CSV)", storygraphRow),
  calibre: table('A library, exported from Calibre as a CSV catalogue', calibreRow),
  marc: oneFile('MARC 21 records (ISO 2709), in UTF-8 or MARC-8', marcRecords),
  marcxml: oneFile('MARC 21 records as XML', marcXml),
  onix: oneFile('An ONIX 3 message, with long or short names', onix),
  opds1: oneFile('An OPDS 1.2 feed', opds1),
  opds2: oneFile('An OPDS 2.0 feed', opds2),
} satisfies Record<string, Format>

export type FormatName = keyof typeof formats

export const isFormatName = (text: string): text is FormatName => Object.hasOwn(formats, text)
