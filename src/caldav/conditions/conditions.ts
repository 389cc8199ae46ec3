import { namesVersion } from '#/http/response/etags.ts'
import type { WireReply } from '#/http/wire.ts'
import { badRequest, conditionNotMet } from '#/kernel/errors.ts'
import type { ObjectMatch, ObjectVersion, WrittenObject } from '#/services/calendar/service.ts'
import type { DavCall } from '../dav-call.ts'
import { davHeaders } from '../multistatus.ts'
import { type IfList, readIfHeader } from './if-header.ts'

/**
 * What a program requires of the version of the object that a request names, by etags, its schedule tag or the
 * `If` header of WebDAV. Undefined if it requires nothing. `If-None-Match` of GET has another response.
 */
export async function matchOf(call: DavCall): Promise<ObjectMatch | undefined> {
  const isRead = call.request.method === 'GET' || call.request.method === 'HEAD'
  const ifMatch = call.header('if-match')
  const ifNoneMatch = isRead ? undefined : call.header('if-none-match')
  const ifScheduleTagMatch = call.header('if-schedule-tag-match')
  const ifHeader = call.header('if')
  if ((ifMatch ?? ifNoneMatch ?? ifScheduleTagMatch ?? ifHeader) === undefined) return undefined
  const lists = ifHeader === undefined ? undefined : await readLists(call, ifHeader)
  return {
    require: (version) => {
      const isMet =
        (ifMatch === undefined || isNamed(ifMatch, version)) &&
        (ifNoneMatch === undefined || !isNamed(ifNoneMatch, version)) &&
        (ifScheduleTagMatch === undefined || isTagged(ifScheduleTagMatch, version)) &&
        (lists === undefined || lists.some((list) => isListMet(list, version)))
      if (!isMet) throw conditionNotMet()
    },
    allowsResponses: ifScheduleTagMatch !== undefined && ifMatch === undefined,
  }
}

const isNamed = (header: string, version: ObjectVersion | undefined): boolean =>
  version !== undefined && namesVersion(header, version.etag)

const isTagged = (header: string, version: ObjectVersion | undefined): boolean =>
  version !== undefined && header.trim() === version.scheduleTag

/** A list of the `If` header; the version is known already if the list is about another object. */
interface KnownList extends IfList {
  readonly other?: { readonly version: ObjectVersion | undefined }
}

/** Reads the versions of the other objects that an `If` header names. */
async function readLists(call: DavCall, header: string): Promise<readonly KnownList[]> {
  const lists = readIfHeader(header)
  if (lists === undefined) throw badRequest('The If header cannot be read.')
  const own = call.objectAt(call.request.target)
  const complete: KnownList[] = []
  for (const list of lists) {
    const tagged = list.tag === undefined ? own : call.objectAt(list.tag)
    const isOwn =
      list.tag === undefined || (tagged?.base === own?.base && tagged?.name === own?.name)
    if (isOwn) complete.push(list)
    else complete.push({ ...list, other: { version: await versionAt(call, tagged) } })
  }
  return complete
}

async function versionAt(
  call: DavCall,
  object: ReturnType<DavCall['objectAt']>,
): Promise<ObjectVersion | undefined> {
  const calendarId = object && call.calendarId(object.calendarId)
  if (calendarId === undefined || !(await call.isThere(calendarId))) return undefined
  return (await call.objects.get(call.of(calendarId), [object!.name]))[0]
}

/** Nothing can be locked, so that no state token is that of a resource. */
function isListMet({ conditions, other }: KnownList, own: ObjectVersion | undefined): boolean {
  const version = other === undefined ? own : other.version
  return conditions.every(({ etag, isNegated }) => {
    const isMet = etag !== undefined && isNamed(etag, version)
    return isMet !== isNegated
  })
}

/** The headers of a response that say which version an object has. */
export const versionHeaders = ({
  etag,
  scheduleTag,
}: Omit<WrittenObject, 'isNew'>): Record<string, string> => ({
  ...(etag !== undefined && { ETag: etag }),
  ...(scheduleTag !== undefined && { 'Schedule-Tag': scheduleTag }),
})

/** The response to a request that has written an object. */
export const writtenReply = (written: WrittenObject): WireReply => ({
  status: written.isNew ? 201 : 204,
  headers: { ...davHeaders, ...versionHeaders(written) },
  body: undefined,
})
