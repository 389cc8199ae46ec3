import { takesGzip } from '#/http/listener/compression.ts'
import { gzipEtag, namesRepresentation, repeatedEtag } from '#/http/response/etags.ts'
import type { Endpoint, WireReply, WireRequest } from '#/http/wire.ts'
import { notFound } from '#/kernel/errors.ts'
import type { OpenCalendar } from '#/services/calendar/service.ts'
import type { Entrance } from './entrance.ts'
import { pathOf, segmentsOf } from './resources.ts'

interface FeedContext {
  readonly entrance: Entrance
  readonly calendar: Pick<OpenCalendar, 'openFeed'>
}

/** Answers at the iCalendar addresses of calendars. An address that is none is like one of no calendar. */
export const feedEndpoints = (context: FeedContext): readonly Endpoint[] =>
  ['/calendar/ical', '/calendar/ical/*'].map((path) => ({
    method: 'GET',
    path,
    takesAnyEncoding: true,
    handle: (request) => feedReply(context, request),
  }))

async function feedReply(
  { entrance, calendar }: FeedContext,
  request: WireRequest,
): Promise<WireReply> {
  const caller = await entrance.enter(request)
  const place = feedIn(request.target)
  const { etag, parts } = await calendar.openFeed({ ...place, caller, origin: request.origin })
  const headers = {
    'Content-Type': 'text/calendar; charset=utf-8',
    'Cache-Control': 'private, max-age=0, must-revalidate',
  }
  const { 'if-none-match': clientEtag } = request.headers
  if (clientEtag !== undefined && namesRepresentation(clientEtag, etag)) {
    return {
      status: 304,
      headers: { ...headers, ETag: repeatedEtag(clientEtag, etag) },
      body: undefined,
    }
  }
  return {
    status: 200,
    headers: { ...headers, ETag: takesGzip(request.headers) ? gzipEtag(etag) : etag },
    body: undefined,
    chunks: parts(),
  }
}

/** The calendar and the secret in an address. */
function feedIn(target: string): {
  readonly calendarId: string
  readonly secret: string | undefined
} {
  const [, , calendarId, access = '', file, ...more] = segmentsOf(pathOf(target))
  const [, secret] = /^(?:public|private-(.+))$/.exec(access) ?? []
  const isFeed = secret !== undefined || access === 'public'
  if (calendarId === undefined || !isFeed || file !== 'basic.ics' || more.length > 0) {
    throw notFound()
  }
  return { calendarId, secret }
}
