import type { Entry, Reading } from './entry.ts'
import type { FormatName } from './format-names.ts'
import { calibreRow } from './readers/calibre.ts'
import { goodbooksRow } from './readers/goodbooks.ts'
import { goodreadsRow } from './readers/goodreads.ts'
import { gutenbergRow } from './readers/gutenberg.ts'
import { jsonLines } from './readers/json-lines.ts'
import { marcRecords } from './readers/marc/marc.ts'
import { marcXml } from './readers/marc/marc-xml.ts'
import { onix } from './readers/onix.ts'
import { opds1 } from './readers/opds1.ts'
import { opds2 } from './readers/opds2.ts'
import { openLibrary } from './readers/open-library.ts'
import { storygraphRow } from './readers/storygraph.ts'
import type { SourceFile } from './reading/source-file.ts'
import { csvEntries, type Row } from './syntax/csv.ts'

/** How to read a catalog format. */
interface Format {
  /** How often each file is read. */
  readonly passes: number
  read(files: readonly SourceFile[], onProgress: (bytes: number) => void): AsyncIterable<Entry>
}

type ReadChunks = (chunks: AsyncIterable<Buffer>) => AsyncIterable<Entry>

const oneFile = (read: ReadChunks): Format => ({
  passes: 1,
  read: ([file], onProgress) => read(file!.read(onProgress)),
})

const table = (read: (row: Row) => Reading): Format => oneFile((chunks) => csvEntries(chunks, read))

export const formats: Readonly<Record<FormatName, Format>> = {
  jsonl: oneFile(jsonLines),
  gutenberg: table(gutenbergRow),
  'goodbooks-10k': table(goodbooksRow),
  'open-library': { passes: 2, read: openLibrary },
  goodreads: table(goodreadsRow),
  storygraph: table(storygraphRow),
  calibre: table(calibreRow),
  marc: oneFile(marcRecords),
  marcxml: oneFile(marcXml),
  onix: oneFile(onix),
  opds1: oneFile(opds1),
  opds2: oneFile(opds2),
}
