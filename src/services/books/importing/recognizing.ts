import type { FormatName } from './format-names.ts'
import { encodingOf } from './syntax/xml.ts'

/** The columns that identify a table, in lower case. */
const tables: readonly (readonly [FormatName, readonly string[]])[] = [
  ['gutenberg', ['text#', 'issued', 'title', 'bookshelves']],
  ['goodbooks-10k', ['book_id', 'goodreads_book_id', 'original_publication_year']],
  ['goodreads', ['book id', 'title', 'exclusive shelf']],
  ['storygraph', ['title', 'isbn/uid', 'read status']],
  ['calibre', ['title', 'authors', 'uuid']],
  ['calibre', ['author_sort', 'title_sort']],
]

/** Detects the format from the start of a file; undefined if none matches. */
export function recognizedFormat(head: Buffer): FormatName | undefined {
  const text = new TextDecoder(encodingOf(head)).decode(head)
  const start = text.trimStart()
  if (start.startsWith('<')) return xmlFormat(start)
  if (start.startsWith('{')) return jsonFormat(start)
  if (/^\/type\/\w+\t\/\w+\/OL\w+\t\d+\t/.test(start)) return 'open-library'
  if (/^\d{5}[a-z][a-z].{2}[a ]22/.test(start) && head.includes(0x1e)) return 'marc'
  return tableFormat(start)
}

function xmlFormat(text: string): FormatName | undefined {
  const bare = text.replace(/<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>]*>/g, '').trimStart()
  const root = /^<(?:[\w.-]+:)?([\w.-]+)/.exec(bare)?.[1]
  if (root === 'ONIXMessage' || root === 'ONIXmessage') return 'onix'
  if (root === 'feed' || root === 'entry') return 'opds1'
  return root === 'collection' || root === 'record' ? 'marcxml' : undefined
}

/** A feed is one object over many lines; a volume is one line. */
function jsonFormat(text: string): FormatName | undefined {
  const [firstLine = ''] = text.split('\n')
  if (/"volumeInfo"\s*:/.test(firstLine)) return 'jsonl'
  return /"(?:publications|navigation|groups|metadata)"\s*:/.test(text) ? 'opds2' : undefined
}

function tableFormat(text: string): FormatName | undefined {
  const [header = ''] = text.replace(/^\ufeff/, '').split(/\r\n?|\n/)
  const columns = new Set(
    header.split(',').map((cell) => cell.replace(/"/g, '').trim().toLowerCase()),
  )
  return tables.find(([, required]) => required.every((name) => columns.has(name)))?.[0]
}
