import { Stored } from '#/contract/answer.ts'
import { boolean, oneOf, optional, string, uint32 } from '#/contract/schema.ts'
import { loginRequired, queryRequired } from '#/kernel/errors.ts'
import { any, type WordQuery } from '#/storage/sql/word-query.ts'
import { textSnippet } from '../domain/snippet.ts'
import { operation } from '../operation.ts'
import { presentedVolume } from '../presentation.ts'
import { projectionOf, projectionParam } from '../projection.ts'
import { Volumes } from '../schemas/volumes.ts'
import { mark, preorders, type Scope } from '../search/scope.ts'
import type { VolumeRow } from '../store/volumes.ts'
import { userInfosOf } from '../user-info.ts'

const queryTextMax = 1_000_000

const anyCase = <const V extends readonly string[]>(about: string, ...values: V) =>
  optional({ ...oneOf(...values), anyCase: true, about })

export const list = operation(
  {
    id: 'books.volumes.list',
    http: 'GET /volumes',
    summary: 'Searches the catalog.',
    params: {
      q: string({
        about: 'Words, "phrases", -exclusions, and intitle:, inauthor:, isbn: and others.',
        default: '',
        lengthMax: queryTextMax,
        mayHoldNul: true,
      }),
      country: optional(string({ about: 'The country that the answer is for, ISO 3166-1.' })),
      download: anyCase('Only what can be had in this form.', 'DOWNLOAD_UNDEFINED', 'EPUB'),
      filter: anyCase(
        'Only what can be read or bought in this way.',
        'FILTER_UNDEFINED',
        'ebooks',
        'free-ebooks',
        'full',
        'paid-ebooks',
        'partial',
      ),
      langRestrict: optional(
        string({ about: 'Only volumes in this language; several by commas.' }),
      ),
      libraryRestrict: anyCase(
        'Only volumes on a shelf of the caller.',
        'LIBRARY_RESTRICT_UNDEFINED',
        'my-library',
        'no-restrict',
      ),
      maxAllowedMaturityRating: anyCase(
        'Whether volumes for adults are found.',
        'MAX_ALLOWED_MATURITY_RATING_UNDEFINED',
        'MATURE',
        'not-mature',
      ),
      maxResults: optional(uint32({ about: 'How many volumes a page has.', maximum: 40 })),
      orderBy: anyCase('The order of what is found.', 'ORDER_BY_UNDEFINED', 'newest', 'relevance'),
      partner: optional(string({ about: 'Accepted and ignored.' })),
      printType: anyCase(
        'Only books or only magazines.',
        'PRINT_TYPE_UNDEFINED',
        'ALL',
        'BOOKS',
        'MAGAZINES',
      ),
      projection: projectionParam,
      showPreorders: optional(boolean({ about: 'Volumes that are not out yet are found too.' })),
      source: optional(string({ about: 'Accepted and ignored.' })),
      startIndex: optional(uint32({ about: 'The index of the first volume to return.' })),
    },
    reply: Volumes,
    credential: 'none',
  },
  async (context) => {
    const { params, user, database, volumes, searcher, covers, origin, api, countryFor } = context
    const { q, startIndex: start = 0, maxResults: count = 10, orderBy, libraryRestrict } = params
    if (q.trim() === '') throw queryRequired()
    const isOwn = libraryRestrict === 'my-library'
    if (isOwn && user === undefined) throw loginRequired()
    const found = await searcher.search({
      text: q,
      scope: scopeOf(params),
      order: orderBy === 'newest' ? 'newest' : 'relevance',
      start,
      count,
      ...(isOwn && { among: await searcher.shelvedRanks(user!.userId) }),
    })
    const rows = await volumes.findRanked(database, found.ranks)
    const infos =
      user &&
      (await userInfosOf(context, database, {
        userId: user.userId,
        volumeIds: rows.map(({ id }) => id),
      }))
    const view = {
      of: 'search',
      projection: projectionOf(params.projection),
      country: countryFor(params.country),
      origin: origin(),
      api: api(),
      covers,
    } as const
    const items = rows.map((row, place) => {
      const textSnippet = snippetOf(row, found.words)
      const previewQuery = `&dq=${encodeURIComponent(q.slice(0, 200).toWellFormed())}&cd=${start + place + 1}`
      return presentedVolume(row, { ...view, userInfo: infos?.(row.id), textSnippet, previewQuery })
        .json
    })
    const listed = items.length === 0 ? '' : `,"items":[${items.join(',')}]`
    return new Stored<Volumes>(`{"kind":"books#volumes","totalItems":${found.total}${listed}}`)
  },
)

/** The part of a volume's description with the matching words. */
function snippetOf(row: VolumeRow, words: readonly string[]): string | undefined {
  const member = row.brief || row.description
  if (member === '' || words.length === 0) return undefined
  const { description } = JSON.parse(`{${member.slice(0, -1)}}`) as { description: string }
  return textSnippet(description, words)
}

/** The parameters of a search that narrow its results. */
interface Narrowing {
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

function scopeOf(narrowing: Narrowing): Scope {
  const { download, filter = '', langRestrict = '', printType = '' } = narrowing
  const required = [filters[filter], printTypes[printType], languages(langRestrict)]
  if (download === 'EPUB') required.push(mark('x:epub'))
  const excluded = narrowing.showPreorders === true ? [] : [preorders]
  if (narrowing.maxAllowedMaturityRating === 'not-mature') excluded.push(mark('x:mature'))
  return { required: required.filter((query) => query !== undefined), excluded }
}

function languages(text: string): WordQuery | undefined {
  const words = text
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
  return any(...(words.length === 0 ? ['none'] : words).map((tag) => mark(`l:${tag}`)))
}
