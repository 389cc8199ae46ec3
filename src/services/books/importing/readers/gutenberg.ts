import { BadEntry, other, type Reading } from '../entry.ts'
import type { Row } from '../syntax/csv.ts'
import { dateOf } from '../values/dates.ts'
import { languageOf } from '../values/languages.ts'
import { spokenName } from '../values/names.ts'
import { distinct, line, parts, withValues } from '../values/text.ts'

/** A row of the Project Gutenberg catalog. Entries other than texts are skipped. */
export function gutenbergRow(row: Row): Reading {
  const number = line(row('text#'))
  if (number === undefined || !/^\d+$/.test(number)) throw new BadEntry('Text# is not a number')
  if (line(row('type')) !== 'Text') return other
  const [title, ...subtitles] = (row('title') ?? '').split(/\r\n?|\n/).map(line)
  if (title === undefined) throw new BadEntry('there is no title')
  const shelves = parts(row('bookshelves'), ';').map((shelf) => shelf.replace(/^Browsing: /, ''))
  const subjects = parts(row('subjects'), ';').map((subject) => subject.replaceAll(' -- ', ' / '))
  return {
    kind: 'volume',
    volume: {
      source: 'gutenberg',
      sourceKey: number,
      title,
      ...withValues('subtitle', line(subtitles.filter((part) => part !== undefined).join(' '))),
      ...withValues('authors', authorsOf(row('authors'))),
      publisher: 'Project Gutenberg',
      ...withValues('publishedDate', dateOf(row('issued'))),
      identifiers: [{ type: 'OTHER', identifier: `PG:${number}` }],
      ...withValues('mainCategory', shelves[0]),
      ...withValues('categories', distinct([...subjects, ...shelves])),
      ...withValues('language', languageOf(parts(row('language'), ';')[0])),
      isEbook: true,
      saleability: 'FREE',
      viewability: 'ALL_PAGES',
      publicDomain: true,
      epub: {
        isAvailable: true,
        downloadLink: `https://www.gutenberg.org/ebooks/${number}.epub3.images`,
      },
    },
  }
}

/** Authors and editors, without translators and illustrators. */
function authorsOf(text: string | undefined): string[] {
  const names = parts(text, ';').filter((name) => {
    const role = /\[([^[\]]*)\]$/.exec(name)?.[1]
    return role === undefined || /^(?:author|editor)$/i.test(role)
  })
  return distinct(names.map(spokenName))
}
