import { any, type WordQuery } from '#/storage/sql/word-query.ts'
import { mark, preorders, type Scope } from '../search/scope.ts'

/** The parameters of a search that narrow what is found. */
export interface Narrowing {
  readonly download?: string
  readonly filter?: string
  readonly langRestrict?: string
  readonly maxAllowedMaturityRating?: string
  readonly printType?: string
  readonly showPreorders?: boolean
}

const languagesMax = 20

const filters: Readonly<Record<string, WordQuery>> = {
  ebooks: mark('x:ebook'),
  'free-ebooks': mark('x:free'),
  'paid-ebooks': mark('x:paid'),
  full: mark('x:full'),
  partial: mark('x:partial'),
}

const printTypes: Readonly<Record<string, WordQuery>> = {
  BOOKS: mark('x:book'),
  MAGAZINES: mark('x:magazine'),
}

export function scopeOf(given: Narrowing): Scope {
  const { download, filter = '', langRestrict = '', printType = '' } = given
  const required = [filters[filter], printTypes[printType], languages(langRestrict)]
  if (download === 'EPUB') required.push(mark('x:epub'))
  const excluded = given.showPreorders === true ? [] : [preorders]
  if (given.maxAllowedMaturityRating === 'not-mature') excluded.push(mark('x:mature'))
  return { required: required.filter((query) => query !== undefined), excluded }
}

function languages(text: string): WordQuery | undefined {
  const wanted = text
    .split(',')
    .map((tag) =>
      tag
        .trim()
        .split(/[-_]/, 1)[0]!
        .toLowerCase()
        .replace(/[^a-z0-9]/g, ''),
    )
    .filter((tag) => tag !== '')
    .slice(0, languagesMax)
  if (text.trim() === '') return undefined
  return any(...(wanted.length === 0 ? ['none'] : wanted).map((tag) => mark(`l:${tag}`)))
}
