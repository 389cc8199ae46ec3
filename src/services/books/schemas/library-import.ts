import { array, integer, kind, object, requiredBy, string } from '#/contract/schema.ts'

const textCharactersMax = 100_000_000

export const LibraryFile = object('LibraryFile', {
  text: requiredBy(
    string({ about: 'The file, as it was exported.', lengthMax: textCharactersMax }),
    'books.mylibrary.import',
  ),
})

const LibraryProblem = object('LibraryProblem', {
  line: integer({ about: 'The line in the file, starting with 1.' }),
  title: string({ about: 'The title of the volume.' }),
  reason: string({ about: 'The reason.' }),
})

export const LibraryImportReport = object('LibraryImportReport', {
  kind: kind('almanac#libraryImport'),
  format: string({ about: 'How the file is written.' }),
  known: integer({ about: 'Volumes that the catalog had.' }),
  added: integer({ about: 'Volumes that were added to it.' }),
  unknown: integer({ about: 'Volumes that it does not have, and that are on no shelf therefore.' }),
  skipped: integer({ about: 'Rows that could not be read.' }),
  shelved: integer({ about: 'Places on shelves that were filled, or were filled already.' }),
  reviewed: integer({ about: 'Volumes whose rating, review or reading date was kept.' }),
  problems: array(LibraryProblem, { about: 'The first problems.' }),
})
