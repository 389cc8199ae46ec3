import type { Domains } from '#/auth/directory/domains.ts'
import { retryAllDead } from '#/jobs/inspection.ts'
import { ChannelStops } from '#/jobs/push/channels/channel-stops.ts'
import { TargetRules } from '#/kernel/outgoing/target-rules.ts'
import type { PlatformSettings } from '#/kernel/settings/settings.ts'
import type { OpenService, Platform, Service } from '#/services/service.ts'
import { calendarApi } from './api.ts'
import { Reconciler } from './attendees/reconciler.ts'
import { calendarProvisioner } from './calendar/provision.ts'
import { ResourceCalendars } from './calendar/resource-calendars.ts'
import { inspectCalendars } from './check.ts'
import { type Feed, type FeedRequest, openFeed } from './ical/feed.ts'
import { externalMailAllowance } from './mail/external-mail.ts'
import type { CalendarObjects, ContextOf } from './objects/calendar-objects.ts'
import type { CalendarDependencies } from './operation.ts'
import { Streams } from './push/streams.ts'
import { ReadModel } from './read-model/read-model.ts'
import { RecentWrites } from './read-model/recent-writes.ts'
import { SeriesModels } from './recurrence/series-models.ts'
import { calendarScopes } from './scopes.ts'
import type { CalendarSettings } from './service-settings.ts'
import { AccessRules } from './store/access/access-rules.ts'
import { EffectiveRoles } from './store/access/effective-roles.ts'
import { CalendarLists } from './store/calendar-lists.ts'
import { Calendars } from './store/calendars.ts'
import { Changes } from './store/changes.ts'
import { Channels } from './store/channels.ts'
import { CopyHolders } from './store/copy-holders.ts'
import { EventRemoval } from './store/event-removal.ts'
import { Events } from './store/events.ts'
import { Feeds } from './store/ical/feeds.ts'
import { Inboxes } from './store/ical/inbox.ts'
import { Objects } from './store/ical/objects.ts'
import { Subscriptions } from './store/ical/subscriptions.ts'
import { joinedReads } from './store/joined-reads.ts'
import { StorageUsage } from './store/storage-usage.ts'
import { StoredCopies } from './store/stored-copies.ts'
import { UserSettings } from './store/user-settings.ts'
import { type SubscriptionDraft, subscribeOn } from './subscribing/subscribe.ts'

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

interface CalendarPlatform extends Platform {
  readonly settings: PlatformSettings & CalendarSettings
  readonly domains: Domains
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
  const calendar = composeCalendar(platform)
  const { settings } = platform
  let contextOf: ContextOf
  let objects: Promise<CalendarObjects> | undefined
  return {
    ...calendar,
    resources: new ResourceCalendars(calendar),
    openObjects: () => {
      // Loaded on first use, because it loads a library.
      objects ??= import('./objects/calendar-objects.ts').then(
        (loaded) => new loaded.CalendarObjects(contextOf, settings.readModelMb * 1_000_000),
      )
      return objects
    },
    subscribe: async (draft) => (await subscribeOn(calendar, draft)).calendarId,
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

function composeCalendar(platform: CalendarPlatform): CalendarDependencies {
  const { settings, database, clock, randomBytes, promptJobs: prompt } = platform
  const changes = new Changes()
  const channels = new Channels()
  const calendars = new Calendars(database, { changes, channels })
  const rules = new AccessRules(calendars)
  const models = new SeriesModels()
  const writes = new RecentWrites()
  const events = new Events(database, writes)
  const copies = new StoredCopies(database, events)
  const holders = new CopyHolders(database)
  const lists = new CalendarLists(database, changes)
  const stores = {
    database,
    calendars,
    rules,
    roles: new EffectiveRoles(database, rules),
    lists,
    events,
    copies,
    holders,
    eventRemoval: new EventRemoval(database, { events, copies, holders }),
    feeds: new Feeds(),
    objects: new Objects(),
    inboxes: new Inboxes(),
    subscriptions: new Subscriptions(),
    joined: joinedReads(database, { calendars, lists }),
    models,
    readModel: new ReadModel(database, { models, writes }, settings.readModelMb * 1_000_000),
    settings: new UserSettings(database, changes),
    usage: new StorageUsage({ clock, ceilings: settings }),
    domains: platform.domains,
    changes,
    channels,
    channelStops: new ChannelStops({ clock, randomBytes }),
    watching: {
      ...settings,
      targets: new TargetRules({
        privateAddresses: settings.webhookPrivate,
        ports: settings.webhookPorts,
        hosts: settings.webhookHosts,
      }),
      basePath: settings.calendarBasePath,
    },
    enqueue: platform.enqueue,
    prompt,
    clock,
    randomBytes,
    syncTokenLifetimeMs: settings.syncTokenDays * 86_400_000,
    calendarsPerUserMax: settings.calendarsPerUserMax,
    attendeesMax: settings.attendeesMax,
    copiesPerEventMax: settings.copiesPerEventMax,
    freeBusyLimits: {
      calendarsMax: settings.freeBusyCalendarsMax,
      groupMembersMax: settings.freeBusyGroupMax,
      daysMax: settings.freeBusyDaysMax,
    },
    answerLimits: {
      horizonMs: settings.answerHorizonDays * 86_400_000,
      instancesMax: settings.answerInstancesMax,
      declinesMax: settings.autoDeclinesMax,
    },
    importsOtherTypes: settings.importTypes === 'convert',
    exportBytesMax: settings.exportBytesMax,
    importedEventsMax: settings.importedEventsMax,
    subscriptionLimits: {
      perUserMax: settings.subscriptionsPerUserMax,
      refreshMs: settings.subscriptionRefreshMinutes * 60_000,
      feedBytesMax: settings.subscriptionBytesMax,
    },
    conferenceUrl: settings.conferenceUrl,
  }
  return {
    ...stores,
    reconciler: new Reconciler(stores),
    streams: new Streams({ ...stores, ...settings, basePath: settings.calendarBasePath }),
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
