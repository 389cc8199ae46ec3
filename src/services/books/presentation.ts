import {
  api,
  country,
  description,
  details,
  etag,
  images,
  type Marked,
  ordinary,
  origin,
  page,
  preview,
  unread,
  unsold,
  withoutMarks,
} from './domain/wire-marks.ts'
import { etagOf, ordinaryText, unreadText, unsoldText } from './domain/wire-volume.ts'
import type { wireReview } from './reviewing/review.ts'
import type { VolumeRow } from './store/volumes.ts'

/** The settings for cover images. */
export interface Covers {
  /** The URL of covers by ISBN, with the placeholder `{isbn}`; empty if there is none. */
  readonly source: string
  /** Whether volumes without a known cover get links to a generated one. */
  readonly areDrawn: boolean
}

/** The caller and the context that a volume is rendered for. */
export interface VolumeView {
  /** A search shows less text than shelves and lookups by id. */
  readonly of: 'search' | 'get' | 'shelf'
  readonly projection: 'full' | 'lite'
  readonly country: string
  readonly origin: string
  /** The base URL of the service. */
  readonly api: string
  readonly covers: Covers
  /** The caller's relation to the volume; absent without a token. */
  readonly userInfo?: UserInfo | undefined
  /** Only in a search. */
  readonly textSnippet?: string | undefined
  /** The query that a search adds to preview links. */
  readonly previewQuery?: string | undefined
}

export interface UserInfo {
  readonly isInMyBooks: boolean
  readonly updated?: string
  readonly review?: ReturnType<typeof wireReview>
}

interface PresentedVolume {
  readonly json: string
  readonly etag: string
}

/** The wire form of a volume. */
export function presentedVolume(row: VolumeRow, view: VolumeView): PresentedVolume {
  const ownEtag = etagFor(row, view)
  const text = withoutMarks(row.wire, partsFor(row, view, ownEtag))
  const full = withMembers(text, view)
  return { json: view.projection === 'lite' ? liteVolume(full) : full, etag: `"${ownEtag}"` }
}

const etagFor = ({ digest }: VolumeRow, view: VolumeView) =>
  etagOf(
    digest,
    view.of,
    view.projection,
    view.country,
    view.api,
    view.covers.source,
    String(view.covers.areDrawn),
    JSON.stringify(view.userInfo ?? null),
  )

function partsFor(row: VolumeRow, view: VolumeView, ownEtag: string): Marked {
  const isSearch = view.of === 'search'
  const address = inJson(view.origin)
  const always = { [page]: `${address}/books?id=${row.id}`, [country]: view.country }
  return {
    ...always,
    [origin]: address,
    [api]: inJson(view.api),
    [etag]: ownEtag,
    [images]: imageLinks(row, view),
    [description]: (isSearch && row.brief) || row.description,
    [details]: isSearch ? '' : row.details,
    [preview]: isSearch ? inJson(view.previewQuery ?? '') : '',
    [ordinary]: ordinaryText,
    [unsold]: withoutMarks(unsoldText, always),
    [unread]: withoutMarks(unreadText, always),
  }
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

const sizes = {
  smallThumbnail: 5,
  thumbnail: 1,
  small: 2,
  medium: 3,
  large: 4,
  extraLarge: 6,
} as const

function imageLinks(row: VolumeRow, { of, origin, covers }: VolumeView): string {
  const isKnown = row.cover !== null || (covers.source !== '' && row.wire.includes('"ISBN_13"'))
  if (!isKnown && !covers.areDrawn) return ''
  const shown = Object.entries(sizes).slice(0, of === 'search' ? 2 : undefined)
  const links = shown.map(([size, zoom]) => [
    size,
    `${origin}/books/content?id=${row.id}&printsec=frontcover&img=1&zoom=${zoom}`,
  ])
  return `"imageLinks":${JSON.stringify(Object.fromEntries(links))},`
}

function withMembers(text: string, { textSnippet, userInfo }: VolumeView): string {
  if (textSnippet === undefined && userInfo === undefined) return text
  const added = {
    userInfo: userInfo && {
      isPurchased: false,
      isPreordered: false,
      isUploaded: false,
      ...userInfo,
    },
    searchInfo: textSnippet === undefined ? undefined : { textSnippet },
  }
  return `${text.slice(0, -1)},${JSON.stringify(added).slice(1)}`
}

/** The properties in the lite projection: a member, or some of its members. */
const liteProperties: Readonly<Record<string, true | readonly string[]>> = {
  kind: true,
  id: true,
  etag: true,
  selfLink: true,
  volumeInfo: [
    'title',
    'subtitle',
    'authors',
    'publisher',
    'publishedDate',
    'description',
    'contentVersion',
    'imageLinks',
    'infoLink',
    'canonicalVolumeLink',
  ],
  userInfo: ['isPurchased', 'isPreordered', 'readingPosition'],
  saleInfo: ['country', 'listPrice', 'retailPrice', 'buyLink'],
  accessInfo: ['country', 'epub', 'pdf', 'accessViewStatus'],
}

function liteVolume(json: string): string {
  const volume = JSON.parse(json) as Record<string, Record<string, unknown>>
  const lite = Object.entries(liteProperties).map(([name, members]) => [
    name,
    members === true || volume[name] === undefined
      ? volume[name]
      : pickedMembers(volume[name], members),
  ])
  return JSON.stringify(Object.fromEntries(lite))
}

const pickedMembers = (value: Record<string, unknown>, members: readonly string[]) =>
  Object.fromEntries(members.map((name) => [name, value[name]]))
