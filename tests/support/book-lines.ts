import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A volume as a line of a catalog has it; what it leaves out is nothing that tests care about. */
export interface BookLine {
  readonly id: string
  readonly title: string
  readonly authors?: readonly string[]
  readonly isEbook?: boolean
  /** Further members of `volumeInfo`. */
  readonly info?: object
}

/** Ids that volumes of a test catalog have: twelve characters that count up. */
export const bookIds = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `book${String(index).padStart(8, '0')}`)

/** Books that nothing is said about but that they are numbered. */
export const numberedBooks = (count: number): BookLine[] =>
  bookIds(count).map((id, index) => ({ id, title: `Book number ${index}` }))

/** Writes a catalog that `almanac books import` reads, and gives its path. */
export async function writeBookLines(folder: string, books: readonly BookLine[]): Promise<string> {
  const path = join(folder, 'books.jsonl')
  const lines = books.map(({ id, title, authors, isEbook, info }) =>
    JSON.stringify({
      id,
      volumeInfo: { title, ...(authors && { authors }), ...info },
      ...(isEbook === undefined ? {} : { saleInfo: { isEbook } }),
    }),
  )
  await writeFile(path, `${lines.join('\n')}\n`)
  return path
}
