import type { BooksDependencies } from '../operation.ts'
import { areOfSeveralFiles, type FormatName, formats, isFormatName } from './format-names.ts'
import { type ImportReport, type ImportRequest, importVolumes } from './importing.ts'
import { Placing } from './placing.ts'
import { openSource, type SourceFile } from './reading/source-file.ts'
import { recognizedFormat } from './recognizing.ts'

export interface FilesToImport
  extends Pick<
    ImportRequest,
    | 'paths'
    | 'source'
    | 'thread'
    | 'isFresh'
    | 'entriesPerTransaction'
    | 'pause'
    | 'onProgress'
    | 'onBad'
  > {
  /** Detected from the first file if absent. */
  readonly format?: string | undefined
  /** The user whose shelves get the exported library. */
  readonly userId?: string | undefined
}

export interface ImportedFiles extends ImportReport {
  readonly format: FormatName
  /** The number of shelf entries in the files. */
  readonly placed: number
}

/** Imports files into the catalog, and onto the shelves of a user if given. */
export async function importFiles(
  dependencies: BooksDependencies,
  { format: requestedFormat, userId, ...request }: FilesToImport,
): Promise<ImportedFiles> {
  const files = await Promise.all(request.paths.map(openSource))
  const format = formatOf(files, requestedFormat)
  const placing = userId === undefined ? undefined : new Placing()
  const report = await importVolumes(dependencies, {
    ...request,
    fingerprints: files.map(({ fingerprint }) => fingerprint),
    format,
    ...(placing && { onPlaced: (id, places, review) => placing.note(id, places, review) }),
  })
  const placed = (await placing?.put(dependencies, userId!)) ?? 0
  return { ...report, format, placed }
}

function formatOf(files: readonly SourceFile[], requestedFormat: string | undefined): FormatName {
  const [first] = files
  const format = requestedFormat ?? recognizedFormat(first!.head)
  const formatList = Object.keys(formats).join(', ')
  if (format === undefined) {
    throw new Error(
      `It is not clear what ${first!.name} is. Say --format and one of ${formatList}.`,
    )
  }
  if (!isFormatName(format))
    throw new Error(`There is no format ${format}. There are ${formatList}.`)
  if (files.length > 1 && !areOfSeveralFiles.has(format)) {
    throw new Error(`Files of the format ${format} are imported one at a time.`)
  }
  return format
}
