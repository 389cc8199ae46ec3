import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReadyFile } from '#/contract/answer.ts'
import type { Database } from '#/storage/port.ts'
import type { ReportPieces } from '../store/report-pieces.ts'
import { fileNameOf } from '../warehouse/embedded/messages.ts'
import { reportPath } from '../warehouse/embedded/warehouse.ts'
import type { ReportFormat } from '../warehouse/report-engine.ts'

interface ReportFile {
  readonly reportId: string
  readonly epoch: number
  readonly incarnation: string
  readonly fragment: number
  readonly format: ReportFormat
  readonly bytes: number
}

/** The files of completed reports. */
export interface ReportFiles {
  open(file: ReportFile): ReadyFile
  remove(reportIds: readonly string[]): Promise<void>
  /** Removes files of unknown reports. */
  sweep(isKnown: (reportIds: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void>
}

const etagOf = ({ reportId, incarnation, fragment }: ReportFile) =>
  `"${reportId}-${incarnation}-${fragment}"`

/** Files in the data folder. */
export class FolderFiles implements ReportFiles {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  open(file: ReportFile): ReadyFile {
    const { reportId, epoch, fragment, format, bytes } = file
    const path = fileNameOf(reportPath(this.#folder, reportId, epoch), fragment, format)
    return { source: { path }, bytes, etag: etagOf(file) }
  }

  async remove(reportIds: readonly string[]): Promise<void> {
    const ids = new Set(reportIds)
    for (const name of await this.#names()) {
      if (ids.has(idIn(name))) await rm(join(this.#folder, name), { force: true })
    }
  }

  async sweep(isKnown: (ids: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void> {
    const ids = [...new Set((await this.#names()).map(idIn))]
    const existing = await isKnown(ids)
    await this.remove(ids.filter((id) => !existing.has(id)))
  }

  async #names(): Promise<string[]> {
    try {
      return await readdir(this.#folder)
    } catch {
      return []
    }
  }
}

const idIn = (fileName: string): string => fileName.slice(0, fileName.indexOf('-'))

/** Files stored in pieces in the database that all processes share. */
export class PieceFiles implements ReportFiles {
  readonly #database: Database
  readonly #pieces: ReportPieces

  constructor(database: Database, pieces: ReportPieces) {
    this.#database = database
    this.#pieces = pieces
  }

  open(file: ReportFile): ReadyFile {
    const read = (first: number, last: number) => this.#read(file, first, last)
    return { source: { read }, bytes: file.bytes, etag: etagOf(file) }
  }

  async remove(reportIds: readonly string[]): Promise<void> {
    for (const id of reportIds) {
      await this.#database.transaction((tx) => this.#pieces.remove(tx, id))
    }
  }

  async sweep(): Promise<void> {
    await this.#database.transaction((tx) => this.#pieces.removeStray(tx))
  }

  async *#read(
    { reportId, fragment }: ReportFile,
    first: number,
    last: number,
  ): AsyncIterable<Uint8Array> {
    let byte = first
    while (byte <= last) {
      const piece = await this.#pieces.at(this.#database, { reportId, fragment, byte })
      if (piece === undefined) throw new Error('A part of a report is missing.')
      const bytes = Buffer.from(piece.content, piece.encoding)
      yield bytes.subarray(byte - piece.firstByte, last + 1 - piece.firstByte)
      byte = piece.firstByte + piece.byteCount
    }
  }
}
