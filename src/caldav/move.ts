import type { WireReply } from '#/http/wire.ts'
import { badRequest, forbidden } from '#/kernel/errors.ts'
import { matchOf, writtenReply } from './conditions/conditions.ts'
import type { DavCall } from './dav-call.ts'
import { plainReply, preconditionReply } from './multistatus.ts'
import type { Resource } from './resources.ts'
import { fullName } from './xml/xml.ts'

/** Moves an object to another calendar of the caller's, or to another name (RFC 4918, 9.9). */
export async function moveReply(call: DavCall, resource: Resource): Promise<WireReply> {
  const address = call.header('destination')?.trim() ?? ''
  const host = hostOf(address)
  if (host !== undefined && host !== new URL(call.request.origin).host) {
    return plainReply(403, 'The destination is on another server.')
  }
  if (resource.kind === 'calendar') {
    return preconditionReply(403, fullName('c', 'calendar-collection-location-ok'))
  }
  if (resource.kind !== 'object') throw forbidden('Only objects of calendars can be moved.')
  const destination = call.objectAt(address)
  const to = destination && call.calendarId(destination.calendarId)
  if (to === undefined || !(await call.isThere(to))) {
    return plainReply(409, 'The destination is not in a calendar.')
  }
  const from = call.calendarId(resource.calendarId)
  if (from === to && resource.name === destination?.name) {
    return plainReply(403, 'The object is at the destination already.')
  }
  const written = await call.objects.move(call.of(from), {
    name: resource.name,
    to,
    newName: destination!.name,
    canReplace: call.header('overwrite')?.trim().toUpperCase() !== 'F',
    match: await matchOf(call),
  })
  return writtenReply(written)
}

/**
 * The host in an address; undefined for a path. The scheme does not count, because a proxy may have received
 * the request by HTTPS without telling.
 */
function hostOf(address: string): string | undefined {
  if (address.startsWith('/') && !address.startsWith('//')) return undefined
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
    throw badRequest('The request has no Destination that is an address.')
  }
  return new URL(address).host
}
