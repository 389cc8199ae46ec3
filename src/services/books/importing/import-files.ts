import type { BooksParts } from '../operation.ts'
import type { Entry } from './entry.ts'
import { type FormatName, formatsKnown, isFormatName } from './format-names.ts'
import { formats } from './formats.ts'
import { type ImportReport, importVolumes, type Progress } from './importing.ts'
import { Placing } from './placing.ts'
import { recognisedFormat } from './recognising.ts'
import { openSource, type SourceFile } from './source-file.ts'

export interface FilesToImport {
  readonly paths: readonly string[]
  /** Recognised by what is in the first file when it is not given. */
  readonly format?: string | undefined
  readonly source?: string | undefined
  readonly isFresh?: boolean
  /** Whose shelves an exported library is put on. */
  readonly userId?: string | undefined
  /** Lets others at the database, after each batch. */
  readonly pause: () => Promise<void>
  readonly onProgress: (progress: Progress) => void
  readonly onBad: (entry: Entry, reason: string) => void
}

export interface ImportedFiles extends ImportReport {
  readonly format: FormatName
  /** How many places on shelves the files tell of. */
  readonly placed: number
}

/** Imports files into the catalogue, and onto the shelves of a user where one is named. */
export async function importFiles(
  parts: BooksParts,
  { paths, format: wanted, userId, ...request }: FilesToImport,
): Promise<ImportedFiles> {
  const files: SourceFile[] = []
  for (const path of paths) files.push(await openSource(path))
  const format = formatOf(files, wanted)
  const placing = userId === undefined ? undefined : new Placing()
  const report = await importVolumes(
    { ...parts, pause: request.pause },
    {
      ...request,
      files,
      format,
      ...(placing && { onPlaced: (id, places) => placing.note(id, places) }),
    },
  )
  const placed = (await placing?.put(parts, userId!)) ?? 0
  return { ...report, format, placed }
}

function formatOf(files: readonly SourceFile[], wanted: string | undefined): FormatName {
  const [first] = files
  const format = wanted ?? recognisedFormat(first!.head)
  const known = Object.keys(formatsKnown).join(', ')
  if (format === undefined) {
    throw new Error(`It is not clear what ${first!.name} is. Say --format and one of ${known}.`)
  }
  if (!isFormatName(format)) throw new Error(`There is no format ${format}. There are ${known}.`)
  if (files.length > 1 && formats[format].takesSeveral === undefined) {
    throw new Error(`Files of the format ${format} are imported one at a time.`)
  }
  return format
}
