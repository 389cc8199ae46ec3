import { notFound } from '#/kernel/errors.ts'
import type { EndpointReply, EndpointRequest, ServiceEndpoint } from '#/services/service.ts'
import { isVolumeId } from '../domain/volume-id.ts'
import type { BooksDependencies } from '../operation.ts'
import { presentedVolume } from '../presentation.ts'
import type { Volume } from '../schemas/volume.ts'
import { drawnCover } from './drawn-cover.ts'
import { volumePage } from './volume-page.ts'

type Context = Pick<BooksDependencies, 'database' | 'volumes' | 'covers' | 'country' | 'basePath'>

/** The targets of the links in volumes: cover images, and a page about the volume. */
export function booksEndpoints(context: Context): ServiceEndpoint[] {
  return [
    { method: 'GET', path: '/books/content', handle: (request) => cover(context, request) },
    {
      method: 'GET',
      path: '/books',
      isFor: (query) => query.has('id'),
      handle: (request) => page(context, request),
    },
  ]
}

/** The policy of both: no other page frames them, and they send nothing anywhere. */
const confined = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const longLived = 'public, max-age=86400'

/** The cover of the catalog or of the configured source, or else a generated one. */
async function cover(context: Context, request: EndpointRequest): Promise<EndpointReply> {
  const { volume, address } = await volumeAt(context, request)
  const { title = '', authors, industryIdentifiers = [] } = volume.volumeInfo ?? {}
  const isbn = industryIdentifiers.find(({ type }) => type === 'ISBN_13')?.identifier
  const { source, areDrawn } = context.covers
  const bySource =
    source !== '' && isbn !== undefined
      ? source.replaceAll('{isbn}', encodeURIComponent(isbn))
      : null
  const location = address ?? bySource
  if (location !== null && URL.canParse(location) && /^https?:/i.test(location)) {
    const headers = { Location: new URL(location).href, 'Cache-Control': longLived }
    return { status: 302, headers, body: undefined }
  }
  if (!areDrawn) throw notFound('There is no picture of this cover.')
  return {
    status: 200,
    headers: {
      'Content-Type': 'image/svg+xml; charset=UTF-8',
      'Cache-Control': longLived,
      'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; ${confined}; sandbox`,
    },
    body: drawnCover({ title, ...(authors && { authors }) }),
  }
}

async function page(context: Context, request: EndpointRequest): Promise<EndpointReply> {
  const { volume } = await volumeAt(context, request)
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=UTF-8',
      'Cache-Control': longLived,
      'Content-Security-Policy': `default-src 'none'; img-src * data:; style-src 'unsafe-inline'; ${confined}`,
      'Referrer-Policy': 'no-referrer',
    },
    body: volumePage(volume),
  }
}

async function volumeAt(context: Context, { target, origin }: EndpointRequest) {
  const { database, volumes, covers, country, basePath } = context
  const id = new URLSearchParams(target.slice(target.indexOf('?') + 1)).get('id') ?? ''
  const row = isVolumeId(id) ? await volumes.find(database, id) : undefined
  if (row === undefined) throw notFound()
  const api = origin + basePath
  const view = { of: 'search', projection: 'full', country, origin, api, covers } as const
  return { volume: JSON.parse(presentedVolume(row, view).json) as Volume, address: row.cover }
}
