import type { Endpoint } from '#/http/wire.ts'
import type { OpenCalendar } from '#/services/calendar/service.ts'
import { Entrance, type EntranceParts } from './entrance.ts'
import { feedEndpoint } from './feed-endpoint.ts'

interface CaldavContext extends EntranceParts {
  readonly calendar: OpenCalendar
}

/** Opens what calendar programs reach calendars by: iCalendar feeds. */
export function openCaldav(context: CaldavContext): readonly Endpoint[] {
  const entrance = new Entrance(context)
  return [feedEndpoint({ ...context, entrance })]
}
