import { takesGzip } from '#/http/listener/compression.ts'
import { gzipEtag, namesRepresentation, repeatedEtag } from '#/http/response/etags.ts'
import type { Endpoint, WireReply, WireRequest } from '#/http/wire.ts'
import { notFound } from '#/kernel/errors.ts'
import type { OpenCalendar } from '#/services/calendar/service.ts'
import type { Entrance } from './entrance.ts'

interface FeedContext {
  readonly entrance: Entrance
  readonly calendar: Pick<OpenCalendar, 'openFeed'>
}

/** Answers at the iCalendar addresses of calendars. */
export const feedEndpoint = (context: FeedContext): Endpoint => ({
  method: 'GET',
  path: '/calendar/ical/:calendarId/:access/basic.ics',
  handle: (request) => feedReply(context, request),
})

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

const feedForm = /\/([^/]+)\/(?:public|private-([^/]+))\/basic\.ics\/?(?:\?|$)/

/** The calendar and the secret in an address. */
function feedIn(target: string): {
  readonly calendarId: string
  readonly secret: string | undefined
} {
  const [, calendarId, secret] = feedForm.exec(target) ?? []
  if (calendarId === undefined) throw notFound()
  return { calendarId: decodeURIComponent(calendarId), secret }
}
