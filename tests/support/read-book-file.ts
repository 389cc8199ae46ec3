import { BadEntry, type Reading } from '#/services/books/importing/entry.ts'
import type { FormatName } from '#/services/books/importing/format-names.ts'
import { formats } from '#/services/books/importing/formats.ts'
import { openSource } from '#/services/books/importing/reading/source-file.ts'
import { recognizedFormat } from '#/services/books/importing/recognizing.ts'
import { bookFixture } from './book-fixtures.ts'

/** What a file says: by line, what each entry was read as, or why it could not be. */
export async function readBookFile(
  file: string,
): Promise<{ format: FormatName | undefined; found: object }> {
  const source = await openSource(bookFixture(file))
  const format = recognizedFormat(source.head)
  const found: Record<number, Partial<Reading> | string> = {}
  for await (const entry of formats[format!].read([source], () => {})) {
    try {
      found[entry.line] = entry.read()
    } catch (error) {
      if (!(error instanceof BadEntry)) throw error
      found[entry.line] = error.message
    }
  }
  return { format, found }
}

/** Both spellings of a number, as identifiers. */
export const isbn = (isbn10: string, isbn13: string) => [
  { type: 'ISBN_10', identifier: isbn10 },
  { type: 'ISBN_13', identifier: isbn13 },
]
