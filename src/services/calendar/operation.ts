import type { Domains } from '#/auth/directory/domains.ts'
import type { Streamed } from '#/contract/answer.ts'
import { type Call, type Contract, operationsOf, type User } from '#/contract/operation.ts'
import type { Enqueue } from '#/jobs/enqueue.ts'
import type { PromptJobs } from '#/jobs/prompt-jobs.ts'
import type { ChannelStops } from '#/jobs/push/channels/channel-stops.ts'
import type { Clock } from '#/kernel/clock.ts'
import { base32hex } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Database, Reader, Transaction, TransactionOptions } from '#/storage/port.ts'
import type { AnswerLimits } from './attendees/absences.ts'
import type { Reconciler } from './attendees/reconciler.ts'
import {
  calendarKeys,
  newCalendarId,
  newEventId,
  newSubscribedId,
  uuidOf,
} from './calendar/new-ids.ts'
import { CallStore } from './call-store.ts'
import type { NewConference } from './event/event-content.ts'
import { newConference } from './event/properties/conference.ts'
import type { Reminder } from './event/properties/event-reminders.ts'
import type { FreeBusyLimits } from './free-times/free-busy.ts'
import type { ExternalMail } from './mail/external-mail.ts'
import type { Streams } from './push/streams.ts'
import type { WatchRules } from './push/watching.ts'
import type { ReadModel } from './read-model/read-model.ts'
import type { Target } from './reading/target.ts'
import type { SeriesModels } from './recurrence/series-models.ts'
import type { Access, CalendarAccess } from './sharing/access.ts'
import type { AccessRules } from './store/access/access-rules.ts'
import type { EffectiveRoles } from './store/access/effective-roles.ts'
import type { CalendarLists } from './store/calendar-lists.ts'
import type { Calendars } from './store/calendars.ts'
import type { Changes } from './store/changes.ts'
import type { Channels } from './store/channels.ts'
import type { CopyHolders } from './store/copy-holders.ts'
import type { EventRemoval } from './store/event-removal.ts'
import type { EventRow, Events } from './store/events.ts'
import type { Feeds } from './store/ical/feeds.ts'
import type { Inboxes } from './store/ical/inbox.ts'
import type { Objects } from './store/ical/objects.ts'
import type { Subscriptions } from './store/ical/subscriptions.ts'
import type { JoinedReads } from './store/joined-reads.ts'
import type { StorageUsage } from './store/storage-usage.ts'
import type { StoredCopies } from './store/stored-copies.ts'
import type { UserSettings } from './store/user-settings.ts'
import type { SubscriptionLimits } from './subscribing/subscribe.ts'
import type { CalendarWriter } from './writing/calendar-writer.ts'

/** Limits of handlers, which follow from settings. */
interface CalendarLimits {
  readonly watching: WatchRules
  readonly syncTokenLifetimeMs: number
  /** The maximum number of calendars that a user can own; 0 sets no limit. */
  readonly calendarsPerUserMax: number
  readonly attendeesMax: number
  readonly copiesPerEventMax: number
  readonly freeBusyLimits: FreeBusyLimits
  readonly answerLimits: AnswerLimits
  /** Whether events of other types are imported, as plain ones. */
  readonly importsOtherTypes: boolean
  /** The maximum size of an exported calendar. */
  readonly exportBytesMax: number
  /** The maximum number of events in an imported file. */
  readonly importedEventsMax: number
  readonly subscriptionLimits: SubscriptionLimits
}

/** What the calendar service depends on: stores, caches and limits. */
export interface CalendarDependencies extends CalendarLimits {
  readonly database: Database
  readonly calendars: Calendars
  readonly rules: AccessRules
  readonly roles: EffectiveRoles
  readonly lists: CalendarLists
  readonly events: Events
  readonly copies: StoredCopies
  readonly holders: CopyHolders
  readonly eventRemoval: EventRemoval
  readonly feeds: Feeds
  readonly objects: Objects
  readonly inboxes: Inboxes
  readonly subscriptions: Subscriptions
  readonly joined: JoinedReads | undefined
  readonly models: SeriesModels
  readonly readModel: ReadModel
  readonly settings: UserSettings
  readonly usage: StorageUsage
  readonly domains: Domains
  readonly changes: Changes
  readonly channels: Channels
  readonly channelStops: ChannelStops
  readonly streams: Streams
  readonly enqueue: Enqueue
  readonly prompt: PromptJobs
  readonly reconciler: Reconciler
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  /** The address of a conference, with `{code}` in place of its code. */
  readonly conferenceUrl: string
}

/** Reads and writes for one call. Calendars have passed the checks that the contract declares. */
export interface CalendarStore
  extends Pick<
    CalendarDependencies,
    | 'calendars'
    | 'rules'
    | 'roles'
    | 'lists'
    | 'events'
    | 'copies'
    | 'holders'
    | 'feeds'
    | 'objects'
    | 'inboxes'
    | 'subscriptions'
    | 'models'
    | 'readModel'
    | 'settings'
    | 'usage'
    | 'domains'
    | 'channels'
  > {
  /** The current incarnation of the database. */
  readonly incarnation: string
  /** Reads data that belongs to no single calendar. */
  readonly reader: Reader
  /** Reads, after checking that the caller may see the calendar that the call names. */
  read<T>(body: (access: Access) => T | Promise<T>): T | Promise<T>
  /** The same for one event of that calendar; a promise unless it is cached. */
  readEvent<T>(eventId: string, body: (access: Access, found: FoundEvent) => Soon<T>): Soon<T>
  /** The same for a list of its events, with the caller's default reminders. */
  readList<T>(body: (access: Access, reminders: () => FoundReminders) => Soon<T>): Soon<T>
  /** Writes after locking that calendar and checking the caller's role in the same transaction. */
  write<T>(body: (tx: Transaction, access: Access) => Promise<T>): Promise<T>
  /** The same for writing events of that calendar, with its next change number reserved. */
  writeEvents<T>(
    body: (writing: EventWriting) => Promise<T>,
    options?: Pick<TransactionOptions, 'canConfirm'>,
  ): Promise<T>
  /** The same with a second calendar, on which the caller needs the same role. */
  writeBoth<T>(otherId: string, body: (both: BothWritings) => Promise<T>): Promise<T>
  /** Removes the events of a deleted calendar, with all attendee copies of them. */
  sweep(tx: Transaction, calendarKey: number): Promise<void>
  /** The written event as it is after attendee copies were reconciled. */
  latest(target: Target): Promise<Target>
  /** Writes data that belongs to no calendar yet, or only to the caller. */
  transaction<T>(body: (tx: Transaction) => Promise<T>): Promise<T>
  /** The calendar with this id, after the same checks and without a lock. */
  access(calendarId: string, tx?: Transaction): Access | Promise<Access>
}

type Soon<T> = T | Promise<T>

export type FoundEvent = Soon<EventRow | undefined>
export type FoundReminders = Soon<readonly Reminder[]>

/** A transaction that writes events of a calendar. */
export interface EventWriting {
  readonly tx: Transaction
  readonly access: Access
  readonly writer: CalendarWriter
}

export interface BothWritings {
  readonly source: EventWriting
  readonly destination: EventWriting
}

/** What the handlers of this service need. */
export interface CalendarContext extends CalendarLimits {
  readonly caller: User
  readonly clock: Clock
  readonly store: CalendarStore
  /** Throws if the etag in the request is not this one. */
  readonly requireMatch: (etag: string) => void
  readonly noteWritten: Call['noteWritten']
  /** The address that the caller used for this server. */
  readonly origin: () => string
  readonly enqueue: Enqueue
  /** Refuses mail to other servers beyond the daily allowance. */
  readonly externalMail: ExternalMail
  readonly channelStops: ChannelStops
  /** Opens a stream of changes, or refuses to. */
  readonly streamFor: (caller: User, origin: string) => Streamed
  readonly newChannelKey: () => string
  readonly newCalendarId: () => string
  readonly newSubscribedId: () => string
  readonly newCalendarKey: (calendarId: string) => number
  readonly newEventId: () => string
  readonly newFeedSecret: () => string
  readonly newConference: () => NewConference
  readonly newLabelId: () => string
}

/** What writing an event and following the write needs. */
export interface EventWriteContext
  extends Pick<
    CalendarContext,
    'caller' | 'enqueue' | 'attendeesMax' | 'copiesPerEventMax' | 'answerLimits'
  > {
  readonly store: Pick<CalendarStore, 'calendars' | 'events' | 'copies' | 'domains'>
  readonly externalMail: Pick<ExternalMail, 'charge'>
}

export const operation = operationsOf<CalendarAccess, CalendarContext>()

const channelKeyLength = 24
const feedSecretLength = 32

/** Completes a call with what the handlers use. */
export function calendarContext(
  calendar: CalendarDependencies & Pick<CalendarContext, 'externalMail'>,
) {
  const { clock, randomBytes, conferenceUrl, channelStops, watching } = calendar
  const { syncTokenLifetimeMs, enqueue, attendeesMax, copiesPerEventMax } = calendar
  const { freeBusyLimits, answerLimits, importsOtherTypes } = calendar
  const { exportBytesMax, importedEventsMax, externalMail, calendarsPerUserMax } = calendar
  const { subscriptionLimits } = calendar
  const always = {
    clock,
    enqueue,
    externalMail,
    channelStops,
    watching,
    syncTokenLifetimeMs,
    calendarsPerUserMax,
    attendeesMax,
    copiesPerEventMax,
    freeBusyLimits,
    answerLimits,
    importsOtherTypes,
    exportBytesMax,
    importedEventsMax,
    subscriptionLimits,
    streamFor: (caller: User, origin: string) => calendar.streams.streamFor(caller, origin),
    newChannelKey: () => base32hex(channelKeyLength, randomBytes),
    newCalendarId: () => newCalendarId(clock.nowMs(), randomBytes),
    newSubscribedId: () => newSubscribedId(clock.nowMs(), randomBytes),
    newCalendarKey: calendarKeys(randomBytes),
    newEventId: () => newEventId(clock.nowMs(), randomBytes),
    newFeedSecret: () => base32hex(feedSecretLength, randomBytes),
    newConference: () => newConference(conferenceUrl, randomBytes),
    newLabelId: () => uuidOf(randomBytes(16)),
  }
  return (call: Call, contract: Contract): CalendarContext & Call => ({
    ...always,
    params: call.params,
    body: call.body,
    // Operations that need no token do not use the caller.
    caller: call.caller as User,
    origin: call.origin,
    requireMatch: call.requireMatch,
    noteWritten: call.noteWritten,
    store: new CallStore(calendar, call, contract),
  })
}
