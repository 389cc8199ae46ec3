import { integer, optional } from '#/contract/schema.ts'
import type { Volume } from '#/services/books/schemas/volume.ts'
import type { Volumes } from '#/services/books/schemas/volumes.ts'
import type { ToolAnswer } from '../tool.ts'

/** Longer descriptions are cut in lists. `get_book` returns all of it. */
const descriptionLengthMax = 300

/** Arguments of the tools that list books. */
export const bookPageArguments = {
  pageSize: optional(integer({ about: 'Books per page.', default: 10, minimum: 1, maximum: 40 })),
  startIndex: optional(
    integer({ about: 'The `nextStartIndex` of the page before.', minimum: 0, maximum: 1_000_000 }),
  ),
}

/** A book as models read it. */
export function bookView(
  { id, volumeInfo = {}, accessInfo }: Volume,
  isInList = false,
): ToolAnswer {
  const { description } = volumeInfo
  const isCut = isInList && description !== undefined && description.length > descriptionLengthMax
  return {
    volumeId: id,
    title: volumeInfo.title,
    subtitle: volumeInfo.subtitle,
    authors: volumeInfo.authors,
    publisher: volumeInfo.publisher,
    publishedDate: volumeInfo.publishedDate,
    pageCount: volumeInfo.pageCount,
    language: volumeInfo.language,
    categories: volumeInfo.categories,
    identifiers: volumeInfo.industryIdentifiers?.map(({ identifier }) => identifier),
    description: isCut ? `${description.slice(0, descriptionLengthMax)}…` : description,
    isDescriptionCut: isCut || undefined,
    link: volumeInfo.infoLink ?? accessInfo?.webReaderLink,
  }
}

interface Page {
  readonly startIndex: number
  readonly pageSize: number
}

/** The answer of the tools that list books. */
export function booksAnswer(
  { totalItems = 0, items = [] }: Volumes,
  { startIndex, pageSize }: Page,
): ToolAnswer {
  const end = startIndex + items.length
  return {
    totalItems,
    books: items.map((volume) => bookView(volume, true)),
    nextStartIndex: items.length === pageSize && end < totalItems ? end : undefined,
  }
}
