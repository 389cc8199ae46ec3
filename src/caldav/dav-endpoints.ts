import { namesRepresentation } from '#/http/response/etags.ts'
import type { Endpoint, WireReply, WireRequest } from '#/http/wire.ts'
import { ApiError, appPasswordRequired, badRequest, forbidden, notFound } from '#/kernel/errors.ts'
import { wholeCharacters } from '#/kernel/text/whole-characters.ts'
import type { CalendarObjects, ObjectVersion, WrittenObject } from '#/services/calendar/service.ts'
import { mkcalendarReply, mkcolReply, proppatchReply } from './calendar-changes.ts'
import { readSelection } from './calendar-data.ts'
import { matchOf, versionHeaders, writtenReply } from './conditions/conditions.ts'
import { DavCall, type DavDependencies } from './dav-call.ts'
import type { Entrance } from './entrance.ts'
import { moveReply } from './move.ts'
import {
  davHeaders,
  href,
  methodNotAllowed,
  plainReply,
  preconditionFailed,
  preconditionReply,
} from './multistatus.ts'
import { objectType } from './properties.ts'
import { propfindReply } from './propfind.ts'
import { reportReply } from './reports.ts'
import { Addresses, objectHref, pathOf, type Resource } from './resources.ts'
import { deleteMessage, inboxReportReply, messageAt } from './scheduling/inbox.ts'
import { outboxReply, requireCalendarText } from './scheduling/outbox.ts'
import { fullName } from './xml/xml.ts'

interface DavContext extends DavDependencies {
  readonly entrance: Entrance
}

type Method = (call: DavCall, resource: Resource) => Promise<WireReply>

const methods: Readonly<Record<string, Method>> = {
  GET: getReply,
  PUT: putReply,
  DELETE: deleteReply,
  PROPFIND: propfindReply,
  PROPPATCH: proppatchReply,
  REPORT: (call, resource) =>
    resource.kind === 'inbox' ? inboxReportReply(call) : reportReply(call, resource),
  MKCALENDAR: mkcalendarReply,
  MKCOL: mkcolReply,
  MOVE: moveReply,
  POST: outboxReply,
}

const allowed = ['OPTIONS', 'HEAD', ...Object.keys(methods)].join(', ')

/** Methods of HTTP and WebDAV that are refused with the list of those that are supported. */
const refusedMethods = [
  ...['PATCH', 'TRACE', 'COPY', 'LOCK', 'UNLOCK', 'ACL', 'SEARCH', 'BIND', 'UNBIND', 'REBIND'],
]

/** Answers at the addresses of CalDAV. */
export function davEndpoints(context: DavContext): readonly Endpoint[] {
  const at = (method: string, handle: Endpoint['handle']): Endpoint[] =>
    ['/caldav', '/caldav/*'].map((path) => ({ method, path, handle }))
  const refuse = async () => ({ status: 405, headers: { Allow: allowed }, body: undefined })
  const propfind: Endpoint['handle'] = (request) => davReply(context, request, propfindReply)
  return [
    ...Object.entries(methods).flatMap(([method, answer]) =>
      at(method, (request) => davReply(context, request, answer)),
    ),
    ...refusedMethods.flatMap((method) => at(method, refuse)),
    ...at('OPTIONS', async () => optionsReply),
    // Programs that know only the host look for the user here.
    { method: 'PROPFIND', path: '/', handle: propfind },
    ...['GET', 'PROPFIND'].map((method) => ({
      method,
      path: '/.well-known/caldav',
      handle: async ({ prefix }: WireRequest) => ({
        status: 301,
        headers: { Location: new Addresses(prefix).root },
        body: undefined,
      }),
    })),
  ]
}

const optionsReply: WireReply = {
  status: 200,
  headers: { ...davHeaders, Allow: allowed },
  body: undefined,
}

async function davReply(
  context: DavContext,
  request: WireRequest,
  answer: Method,
): Promise<WireReply> {
  try {
    const caller = await context.entrance.enter(request)
    if (caller.kind !== 'user') throw appPasswordRequired()
    const { calendar, handle, basePath } = context
    const objects = await calendar.openObjects()
    const call = new DavCall(request, caller, { calendar, handle, basePath, objects })
    return await answer(call, call.resource)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) {
      if (!(error instanceof ApiError) || error.status !== 507) throw error
    }
    return refusalReply(request, error)
  }
}

/** The response for an error. Preconditions have the elements that the standards name. */
function refusalReply(request: WireRequest, error: ApiError): WireReply {
  const { message, headers } = error
  const { domain, reason } = error.refusals[0]!
  // A deleted event is as good as none.
  const status = error.status === 410 ? 404 : error.status
  if (domain === 'caldav') {
    const isOfDav = reason === 'number-of-matches-within-limits'
    const content =
      reason === 'no-uid-conflict' ? href(objectHref(writtenCollection(request), message)) : ''
    const text = content === '' ? message : ''
    return preconditionReply(status, fullName(isOfDav ? 'd' : 'c', reason), {
      content,
      message: text,
    })
  }
  if (domain === 'usageLimits' && reason === 'quotaExceeded') {
    return preconditionReply(507, fullName('d', 'quota-not-exceeded'), { message })
  }
  if (domain === 'calendar' && reason === 'timeRangeTooLong') {
    return preconditionReply(507, fullName('d', 'number-of-matches-within-limits'), { message })
  }
  if (status === 403) return preconditionReply(403, fullName('d', 'need-privileges'), { message })
  return plainReply(status, message, { ...headers, ...(status === 405 && { Allow: allowed }) })
}

/** The address of the calendar that a request writes an object to. */
function writtenCollection({ method, target, headers, prefix }: WireRequest): string {
  const path = method === 'MOVE' ? pathOf(headers.destination ?? '') : prefix + target
  return path.replace(/[^/]*$/, '')
}

async function getReply(call: DavCall, resource: Resource): Promise<WireReply> {
  if (resource.kind === 'calendar') {
    const { etag, parts } = await call.feedOf(call.calendarId(resource.calendarId))
    return textReply(call, { etag, scheduleTag: undefined }, parts())
  }
  if (resource.kind === 'message') {
    const message = await messageAt(call, resource)
    return textReply(call, message, oneChunk(message.text))
  }
  if (resource.kind !== 'object') throw methodNotAllowed()
  const { calendarId: segment, name } = resource
  const of = call.of(call.calendarId(segment))
  const [object] = await call.objects.get(of, [name], readSelection(undefined, call))
  if (object === undefined) throw notFound()
  return textReply(call, object, oneChunk(object.text))
}

/** Sent as a stream, so that compression does not change the etag, which programs compare. */
async function* oneChunk(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

async function textReply(
  call: DavCall,
  version: ObjectVersion,
  chunks: AsyncIterable<Buffer>,
): Promise<WireReply> {
  const match = await matchOf(call)
  match?.require(version)
  const headers = {
    ...davHeaders,
    'Content-Type': objectType,
    Vary: 'CalDAV-Timezones',
    ...versionHeaders(version),
  }
  const clientEtag = call.header('if-none-match')
  return clientEtag !== undefined && namesRepresentation(clientEtag, version.etag)
    ? { status: 304, headers, body: undefined }
    : { status: 200, headers, body: undefined, chunks }
}

async function putReply(call: DavCall, resource: Resource): Promise<WireReply> {
  if (resource.kind !== 'object') throw forbidden('Only objects of calendars can be replaced.')
  requireCalendarText(call)
  if (call.header('content-range') !== undefined) {
    throw badRequest('Parts of an object cannot be replaced.')
  }
  const { calendarId: segment, name } = resource
  const object = { name, text: textOf(call.request.body), match: await matchOf(call) }
  return writtenReply(await putObject(call.objects, call.of(call.calendarId(segment)), object))
}

/** Writes an object. What the API does not accept of an event is not acceptable as an object. */
async function putObject(
  objects: CalendarObjects,
  ...call: Parameters<CalendarObjects['put']>
): Promise<WrittenObject> {
  try {
    return await objects.put(...call)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error
    throw preconditionFailed('valid-calendar-data', error.message)
  }
}

function textOf(body: Buffer = Buffer.alloc(0)): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(wholeCharacters(body))
  } catch {
    throw preconditionFailed('valid-calendar-data', 'The text is not UTF-8.')
  }
}

async function deleteReply(call: DavCall, resource: Resource): Promise<WireReply> {
  if (resource.kind === 'object') {
    const { calendarId: segment, name } = resource
    await call.objects.delete(call.of(call.calendarId(segment)), {
      name,
      match: await matchOf(call),
      isSilent: call.header('schedule-reply')?.trim().toUpperCase() === 'F',
    })
  } else if (resource.kind === 'calendar') await deleteCalendar(call, resource.calendarId)
  else if (resource.kind === 'message') await deleteMessage(call, resource)
  else throw forbidden()
  return { status: 204, headers: { ...davHeaders }, body: undefined }
}

/** Deletes a calendar of the caller; those of others are removed from the list. */
async function deleteCalendar(call: DavCall, segment: string): Promise<void> {
  const { calendarId, isDataOwner } = await call.objects.state(call.of(call.calendarId(segment)))
  const id = encodeURIComponent(calendarId)
  await call.call('DELETE', isDataOwner ? `/calendars/${id}` : `/users/me/calendarList/${id}`)
}
