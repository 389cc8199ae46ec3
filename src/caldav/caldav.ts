import type { Endpoint } from '#/http/wire.ts'
import type { DavDependencies } from './dav-call.ts'
import { davEndpoints } from './dav-endpoints.ts'
import { Entrance, type EntranceContext } from './entrance.ts'
import { feedEndpoints } from './feed-endpoint.ts'

/** Opens what calendar programs reach calendars by: CalDAV and iCalendar feeds. */
export function openCaldav(context: EntranceContext & DavDependencies): readonly Endpoint[] {
  const parts = { ...context, entrance: new Entrance(context) }
  return [...feedEndpoints(parts), ...davEndpoints(parts)]
}
