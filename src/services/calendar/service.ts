import { retryAllDead } from '#/jobs/inspection.ts'
import { OnDemand } from '#/kernel/process/on-demand.ts'
import type { OpenService, Service } from '#/services/service.ts'
import { calendarApi } from './api.ts'
import { calendarProvisioner } from './calendar/provision.ts'
import { ResourceCalendars } from './calendar/resource-calendars.ts'
import { inspectCalendars } from './check.ts'
import {
  type CalendarDependencies,
  type CalendarPlatform,
  openDependencies,
} from './dependencies.ts'
import { type Feed, type FeedRequest, openFeed } from './ical/feed.ts'
import { externalMailAllowance } from './mail/external-mail.ts'
import type { CalendarObjects, ContextOf } from './objects/calendar-objects.ts'
import { calendarScopes } from './scopes.ts'
import { type SubscriptionDraft, subscribe } from './subscribing/subscribe.ts'

export type {
  CalendarObjects,
  ObjectChanges,
  ObjectsCall,
  ObjectsState,
  WrittenObject,
} from './objects/calendar-objects.ts'
export type {
  Collation,
  ComponentFilter,
  PropertyFilter,
  TextMatch,
} from './objects/object-filter.ts'
export type { ObjectVersion } from './objects/object-reader.ts'
export type { ObjectsInRange } from './objects/objects-in-range.ts'
export type { ObjectMatch } from './objects/put-object.ts'
export type { InboxState } from './objects/scheduling/scheduling-inbox.ts'
export type { ComponentSelection, TextSelection } from './objects/selected-text.ts'

export const calendarService: Service = {
  api: calendarApi,
  scopes: Object.values(calendarScopes),
  consoleAreas: ['calendar'],
  loadOperations: async () => (await import('./operations.ts')).calendarOperations,
}

export interface OpenCalendar extends CalendarDependencies, OpenService {
  readonly resources: ResourceCalendars
  /** The events of calendars as iCalendar objects, once the service runs in a server. */
  openObjects(): Promise<CalendarObjects>
  /** Creates a calendar that follows a feed, and returns its id. */
  subscribe(draft: SubscriptionDraft): Promise<string>
  /** Opens the feed at an address, or throws 404. */
  openFeed(request: FeedRequest): Promise<Feed>
}

/** Opens the calendar service on a database. */
export function openCalendar(platform: CalendarPlatform): OpenCalendar {
  const calendar = openDependencies(platform)
  const { settings } = platform
  let contextOf: ContextOf
  // It loads a library.
  const objects = new OnDemand(async () => {
    const { CalendarObjects } = await import('./objects/calendar-objects.ts')
    return new CalendarObjects(contextOf, settings.readModelMb * 1_000_000)
  })
  return {
    ...calendar,
    resources: new ResourceCalendars(calendar),
    openObjects: () => objects.get(),
    subscribe: async (draft) => (await subscribe(calendar, draft)).calendarId,
    openFeed: (request) => openFeed(calendar, request),
    provisioner: calendarProvisioner(calendar),
    allowances: { [externalMailAllowance]: settings.externalMailPerDay },
    problems: () => calendarProblems(calendar),
    serve: async (server) => {
      const { serveCalendar } = await import('./serving.ts')
      const served = await serveCalendar(calendar, { ...platform, ...server })
      contextOf = served.context
      return { ...served, service: calendarService }
    },
  }
}

/**
 * Finds inconsistent data. Retries jobs that failed permanently, and enqueues the update of attendee copies
 * that are behind.
 */
async function calendarProblems({
  database,
  clock,
  reconciler,
}: CalendarDependencies): Promise<readonly string[]> {
  const failed = await retryAllDead(database, clock, [reconciler.kind.kind, reconciler.sweep.kind])
  const { problems, behind } = await inspectCalendars(database)
  await reconciler.enqueueBehind(behind)
  return [
    ...failed.map(
      ({ kind, lastError }) =>
        `A job ${kind} failed for good (${lastError}). A server tries it again.`,
    ),
    ...problems,
  ]
}
