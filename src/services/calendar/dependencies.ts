import type { Domains } from '#/auth/directory/domains.ts'
import { ChannelStops } from '#/jobs/push/channels/channel-stops.ts'
import type { Clock } from '#/kernel/clock.ts'
import { base32hex } from '#/kernel/identifiers.ts'
import { TargetRules } from '#/kernel/outgoing/target-rules.ts'
import type { PlatformSettings } from '#/kernel/settings/settings.ts'
import type { Platform } from '#/services/service.ts'
import { Reconciler } from './attendees/reconciler.ts'
import {
  calendarKeys,
  newCalendarId,
  newEventId,
  newSubscribedId,
  uuidOf,
} from './calendar/new-ids.ts'
import { newConference } from './event/properties/conference.ts'
import { Streams } from './push/streams.ts'
import type { WatchRules } from './push/watching.ts'
import { ReadModel } from './read-model/read-model.ts'
import { RecentWrites } from './read-model/recent-writes.ts'
import { SeriesModels } from './recurrence/series-models.ts'
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

export interface CalendarPlatform extends Platform {
  readonly settings: PlatformSettings & CalendarSettings
  readonly domains: Domains
}

/** The stores, caches and limits of the calendar service. */
export type CalendarStores = Readonly<ReturnType<typeof openStores>>

/** What the calendar service depends on for all calls. */
export interface CalendarDependencies extends CalendarStores {
  readonly reconciler: Reconciler
  readonly streams: Streams
}

const channelKeyLength = 24
const feedSecretLength = 32

/** Opens the stores and caches of the calendar service on a database. */
export function openDependencies(platform: CalendarPlatform): CalendarDependencies {
  const { settings } = platform
  const stores = openStores(platform)
  return {
    ...stores,
    reconciler: new Reconciler(stores),
    streams: new Streams({ ...stores, ...settings, basePath: settings.calendarBasePath }),
  }
}

function openStores(platform: CalendarPlatform) {
  const { settings, database, randomBytes, enqueue, domains } = platform
  const clock: Clock = platform.clock
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
  return {
    ...limitsOf(settings),
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
    domains,
    changes,
    channels,
    channelStops: new ChannelStops({ clock, randomBytes }),
    enqueue,
    prompt: platform.promptJobs,
    clock,
    randomBytes,
    newCalendarId: () => newCalendarId(clock.nowMs(), randomBytes),
    newSubscribedId: () => newSubscribedId(clock.nowMs(), randomBytes),
    newCalendarKey: calendarKeys(randomBytes),
    newEventId: () => newEventId(clock.nowMs(), randomBytes),
    newLabelId: () => uuidOf(randomBytes(16)),
    newChannelKey: () => base32hex(channelKeyLength, randomBytes),
    newFeedSecret: () => base32hex(feedSecretLength, randomBytes),
    newConference: () => newConference(settings.conferenceUrl, randomBytes),
  }
}

function limitsOf(settings: CalendarPlatform['settings']) {
  const watching: WatchRules = {
    ...settings,
    targets: new TargetRules({
      privateAddresses: settings.webhookPrivate,
      ports: settings.webhookPorts,
      hosts: settings.webhookHosts,
    }),
    basePath: settings.calendarBasePath,
  }
  return {
    watching,
    syncTokenLifetimeMs: settings.syncTokenDays * 86_400_000,
    /** The maximum number of calendars that a user can own; 0 sets no limit. */
    calendarsPerUserMax: settings.calendarsPerUserMax,
    attendeesMax: settings.attendeesMax,
    copiesPerEventMax: settings.copiesPerEventMax,
    freeBusyLimits: {
      calendarsMax: settings.freeBusyCalendarsMax,
      groupMembersMax: settings.freeBusyGroupMax,
      daysMax: settings.freeBusyDaysMax,
    },
    /** Limits on the work for an automatic response to an invitation. */
    answerLimits: {
      /** How far ahead the instances of a series are checked. */
      horizonMs: settings.answerHorizonDays * 86_400_000,
      instancesMax: settings.answerInstancesMax,
      /** How many invitations one write can decline. */
      declinesMax: settings.autoDeclinesMax,
    },
    /** Whether events of other types are imported, as plain ones. */
    importsOtherTypes: settings.importTypes === 'convert',
    /** The maximum size of an exported calendar. */
    exportBytesMax: settings.exportBytesMax,
    /** The maximum number of events in an imported file. */
    importedEventsMax: settings.importedEventsMax,
    subscriptionLimits: {
      /** Most subscriptions of a user; 0 sets no limit. */
      perUserMax: settings.subscriptionsPerUserMax,
      refreshMs: settings.subscriptionRefreshMinutes * 60_000,
      feedBytesMax: settings.subscriptionBytesMax,
    },
  }
}
