import { findUserById } from '#/auth/directory/directory-users.ts'
import { almanacApi } from '#/contract/almanac-api.ts'
import { about, oneOf, optional } from '#/contract/schema.ts'
import { invalidField, requiredField } from '#/kernel/errors.ts'
import type { LibraryFormat } from '../importing/library-import.ts'
import { type BooksContext, operation } from '../operation.ts'
import { LibraryFile, LibraryImportReport } from '../schemas/library-import.ts'

const problemsMax = 50

export const import_ = operation(
  {
    id: 'books.mylibrary.import',
    api: almanacApi,
    http: 'POST /users/me/library/import',
    summary: 'Imports a library that was exported elsewhere onto the shelves of the caller.',
    params: {
      format: optional(
        about(
          'The format of the file. Detected by default.',
          oneOf('goodreads', 'storygraph', 'calibre'),
        ),
      ),
    },
    body: LibraryFile,
    textTypes: ['text/csv'],
    reply: LibraryImportReport,
    audit: { object: 'library' },
  },
  async ({ params, body, caller, ...context }) => {
    const { text = '' } = body
    if (text.trim() === '') throw requiredField('Missing text.')
    // Loaded on first use, so that a server does not load the parsers.
    const { LibraryImport, libraryFormats } = await import('../importing/library-import.ts')
    const { recognizedFormat } = await import('../importing/recognizing.ts')
    const found = params.format ?? recognizedFormat(Buffer.from(text.slice(0, headCharacters)))
    const format = libraryFormats.find((name) => name === found) as LibraryFormat | undefined
    if (format === undefined) {
      throw invalidField(`The file is not an export of ${libraryFormats.join(', ')}.`)
    }
    const { userId } = caller
    const addsVolumes = await mayAdd({ ...context, caller })
    const report = await new LibraryImport(context, { text, format, userId, addsVolumes }).put()
    const problems = report.problems.slice(0, problemsMax)
    return { kind: 'almanac#libraryImport', format, ...report, problems }
  },
)

const headCharacters = 65_536

/** Whether the caller can add volumes to the catalog that everyone searches. */
async function mayAdd({
  database,
  caller,
  booksAddedBy,
}: Pick<BooksContext, 'database' | 'caller' | 'booksAddedBy'>): Promise<boolean> {
  if (booksAddedBy !== 'administrators') return booksAddedBy === 'users'
  return (await findUserById(database, caller.userId))?.adminRole === 'owner'
}
