import type { VolumeRecord, VolumeSeries } from '../../domain/volume-record.ts'
import { BadEntry } from '../entry.ts'
import { description } from '../syntax/markup.ts'
import { dateOf } from '../values/dates.ts'
import { Identifiers } from '../values/identifiers.ts'
import { languageOf } from '../values/languages.ts'
import { distinct, line, withValues } from '../values/text.ts'

export type Json = Readonly<Record<string, unknown>>

type LookUp = (key: string) => string | undefined

/** The name of an author, as stored for later editions. */
export const authorText = (author: Json): string =>
  line(textIn(author.name) ?? textIn(author.personal_name)) ?? ''

interface Work {
  readonly title?: string
  readonly description?: string
  readonly subjects?: readonly string[]
  readonly authors?: readonly string[]
  readonly cover?: number
}

/** The properties of a work that its editions use, as stored for them. */
export function workText(work: Json): string {
  const stored: Work = {
    ...withValues('title', line(textIn(work.title))),
    ...withValues('description', description(textIn(work.description))),
    ...withValues('subjects', texts(work.subjects).slice(0, subjectsMax)),
    ...withValues(
      'authors',
      listOf(work.authors).flatMap((each) => keyOf(objectOf(each).author)),
    ),
    ...withValues('cover', coverIn(work)),
  }
  return JSON.stringify(stored)
}

const subjectsMax = 50

/** The volume of an edition, completed by its work. */
export function editionVolume(edition: Json, key: string, lookUp: LookUp): VolumeRecord {
  const work = workOf(edition, lookUp)
  const title = line(`${textIn(edition.title_prefix) ?? ''} ${textIn(edition.title) ?? ''}`)
  if (title === undefined) throw new BadEntry('there is no title')
  const subjects = texts(edition.subjects)
  const translated = distinct([textIn(edition.translation_of), work.title])
  return {
    source: 'open-library',
    sourceKey: key.replace(/^\/books\//, ''),
    title,
    ...withValues('subtitle', line(textIn(edition.subtitle))),
    ...withValues(
      'alternativeTitles',
      distinct([...texts(edition.other_titles), ...translated]).filter((each) => each !== title),
    ),
    ...withValues('authors', authorsOf(edition, work, lookUp)),
    ...withValues('publisher', texts(edition.publishers)[0]),
    ...withValues('publishedDate', dateOf(textIn(edition.publish_date))),
    ...withValues('description', description(textIn(edition.description)) ?? work.description),
    ...withValues('identifiers', identifiersOf(edition, key)),
    ...withValues('pageCount', pagesOf(edition)),
    ...withValues('dimensions', dimensionsOf(textIn(edition.physical_dimensions))),
    ...withValues(
      'categories',
      distinct([
        ...(subjects.length > 0 ? subjects : (work.subjects ?? [])),
        ...texts(edition.genres),
      ]),
    ),
    ...withValues('language', languageOf(languageIn(edition))),
    ...withValues('series', texts(edition.series).map(seriesOf)),
    ...(/e-?book/i.test(textIn(edition.physical_format) ?? '') ? { isEbook: true } : {}),
    ...withValues('cover', coverLink(coverIn(edition) ?? work.cover)),
  }
}

function workOf(edition: Json, lookUp: LookUp): Work {
  const [key] = listOf(edition.works).flatMap(keyOf)
  const text = key === undefined ? undefined : lookUp(key)
  return text === undefined ? {} : (JSON.parse(text) as Work)
}

const authorsMax = 100

function authorsOf(edition: Json, work: Work, lookUp: LookUp): string[] {
  const own = listOf(edition.authors).flatMap(keyOf)
  const keys = own.length > 0 ? own : (work.authors ?? [])
  return distinct(keys.slice(0, authorsMax).map((key) => lookUp(key) || undefined))
}

function identifiersOf(edition: Json, key: string) {
  const identifiers = new Identifiers()
  for (const isbn of [...texts(edition.isbn_13), ...texts(edition.isbn_10)]) identifiers.isbn(isbn)
  for (const number of texts(edition.lccn)) identifiers.lccn(number)
  for (const number of texts(edition.oclc_numbers)) identifiers.oclc(number)
  return identifiers.other('OL', key.replace(/^\/books\//, '')).list
}

function pagesOf(edition: Json): number | undefined {
  const { number_of_pages: pages } = edition
  const isCount = Number.isInteger(pages) && (pages as number) > 0 && (pages as number) < 100_000
  return isCount ? (pages as number) : undefined
}

const centimetresPer: Readonly<Record<string, number>> = {
  centimeters: 1,
  millimeters: 0.1,
  inches: 2.54,
}

/** `8.2 x 5.5 x 0.9 inches` */
function dimensionsOf(text: string | undefined): VolumeRecord['dimensions'] {
  const [, height, width, thickness, unit] =
    /^([\d.]{1,8}) x ([\d.]{1,8}) x ([\d.]{1,8}) (\w{1,20})$/.exec(text?.trim() ?? '') ?? []
  const factor = centimetresPer[unit ?? '']
  if (factor === undefined) return undefined
  const lengthText = (side: string | undefined) => `${(Number(side) * factor).toFixed(2)} cm`
  if ([height, width, thickness].some((side) => !(Number(side) > 0))) return undefined
  return { height: lengthText(height), width: lengthText(width), thickness: lengthText(thickness) }
}

const languageIn = (edition: Json): string | undefined =>
  listOf(edition.languages).flatMap(keyOf)[0]?.replace('/languages/', '')

/** `Oxford world's classics ; 12` */
function seriesOf(text: string): VolumeSeries {
  const [, title, number] = /^(.*[^\s;,#(\d])\s*[;,(]?\s*#?(\d{1,5})\)?$/.exec(text) ?? []
  return title === undefined ? { title: text } : { title, ...withValues('number', number) }
}

/** Covers are numbers; -1 means none. */
const coverIn = (json: Json): number | undefined =>
  listOf(json.covers).find((id): id is number => Number.isSafeInteger(id) && (id as number) > 0)

const coverLink = (id: number | undefined): string | undefined =>
  id === undefined ? undefined : `https://covers.openlibrary.org/b/id/${id}-L.jpg`

/** A text, or `{type, value}`. */
const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'object' ? wrappedText(value) : undefined

const wrappedText = (value: object | null): string | undefined => {
  const text = objectOf(value).value
  return typeof text === 'string' ? text : undefined
}

const texts = (value: unknown): string[] =>
  distinct(listOf(value).map((each) => line(textIn(each))))

const keyOf = (value: unknown): string[] => {
  const key = typeof value === 'string' ? value : objectOf(value).key
  return typeof key === 'string' ? [key] : []
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {}
