import { setImmediate as turn } from 'node:timers/promises'
import type { Call, Contract, User } from '#/contract/operation.ts'
import { notFound } from '#/kernel/errors.ts'
import { timeZoneOf } from '../calendar/calendar-row.ts'
import { innerCall, innerContract } from '../call-store.ts'
import { componentTree } from '../ical/component-tree.ts'
import { component, headLines } from '../ical/content-lines.ts'
import { zoneOf } from '../ical/described-zone.ts'
import { zoneComponents } from '../ical/zone-components.ts'
import type { CalendarContext } from '../operation.ts'
import { syncTokens } from '../reading/walk.ts'
import { isUtc } from '../recurrence/exported-lines.ts'
import { canMoveEvents, canReadEvents, canWriteEvents } from '../scopes.ts'
import type { Access } from '../sharing/access.ts'
import { isAtLeast, type Role } from '../sharing/access-rule.ts'
import type { StorageQuota } from '../store/storage-usage.ts'
import { isTimeZone } from '../time/zone-offsets.ts'
import { type MoveObject, moveObject, renameObject } from './move-object.ts'
import { ObjectCache } from './object-cache.ts'
import { type ComponentFilter, meetsFilter } from './object-filter.ts'
import { ObjectReader, readPerTurn, type TimeRange, type VersionedObject } from './object-reader.ts'
import { type ObjectsInRange, RangeReader } from './objects-in-range.ts'
import { type PutObject, putObject } from './put-object.ts'
import { SchedulingInbox } from './scheduling/scheduling-inbox.ts'
import { selectedText, type TextSelection } from './selected-text.ts'
import { objectLimits, sentObject } from './sent-object.ts'
import { deleteObject } from './write-object.ts'

/** Who reads or writes the objects of which calendar. */
export interface ObjectsCall {
  readonly caller: User
  readonly calendarId: string
  readonly origin: string
}

/** An object as one user sees it. */
export interface CalendarObject extends VersionedObject {
  readonly text: string
}

/** What a calendar as a whole is for a caller. */
export interface ObjectsState {
  readonly calendarId: string
  readonly role: Role
  /** Whether the calendar is the caller's own, and is deleted rather than removed from the list. */
  readonly isDataOwner: boolean
  /** Whether the role and the scopes of the caller allow to change events. */
  readonly canWrite: boolean
  readonly timeZone: string
  /** The most attendees that an event can have. */
  readonly attendeesMax: number
  /** Changes with every change on the calendar. */
  readonly version: string
  readonly syncToken: string
}

interface ListOptions {
  readonly withText: boolean
  /** The zone of whole days; by default, that of the calendar. */
  readonly zone?: string | undefined
}

export interface ObjectChanges {
  readonly changed: readonly VersionedObject[]
  /** The names of objects that are gone. */
  readonly removed: readonly string[]
  readonly syncToken: string
  /** Whether there are further changes after the token. */
  readonly isTruncated: boolean
}

/** What became of an object that was written. */
export interface WrittenObject {
  readonly isNew: boolean
  /** Undefined if the text is not the one that was sent. */
  readonly etag: string | undefined
  readonly scheduleTag: string | undefined
}

interface NewObject extends Omit<PutObject, 'sent'> {
  readonly text: string
}

/** Most instances that one response contains. */
const instancesMax = 5_000

const reading = innerContract('calendar.objects.get', {
  scopes: canReadEvents,
  access: { calendarId: 'freeBusyReader' },
})

const writing = innerContract('calendar.objects.put', {
  scopes: canWriteEvents,
  access: { calendarId: 'writerWithoutPrivateAccess' },
})

const moving = innerContract('calendar.objects.move', {
  scopes: canMoveEvents,
  access: { calendarId: 'writerWithoutPrivateAccess' },
})

// What is stored with an object depends on the rows that were written.
const readsBack = { canConfirm: false }

/** Completes a call with what operations use. */
export type ContextOf = (call: Call, contract: Contract) => CalendarContext

/**
 * The events of calendars as iCalendar objects: an object is an event, or a series with its exceptions. The
 * rules are those of the operations on events.
 */
export class CalendarObjects {
  readonly #contextOf: ContextOf
  readonly #cache: ObjectCache
  readonly inbox: SchedulingInbox
  readonly limits = objectLimits

  /** Objects in memory take up to so many bytes. */
  constructor(contextOf: ContextOf, cachedBytesMax: number) {
    this.#cache = new ObjectCache(cachedBytesMax)
    this.#contextOf = contextOf
    const rules = { reading, writing, canWrite }
    this.inbox = new SchedulingInbox((call, contract) => this.#openCalendar(call, contract), rules)
  }

  async state(call: ObjectsCall): Promise<ObjectsState> {
    const { context, access } = await this.#openCalendar(call, reading)
    const { calendar, role } = access
    return {
      calendarId: calendar.id,
      role,
      isDataOwner: calendar.ownerId === call.caller.userId,
      canWrite: canWrite(access, call.caller),
      timeZone: timeZoneOf(calendar),
      attendeesMax: context.attendeesMax,
      version: String(calendar.changeNumber),
      syncToken: tokenAt(context, access, calendar.changeNumber),
    }
  }

  /** The objects with these names, in the same order; undefined where there is none. */
  async get(
    call: ObjectsCall,
    names: readonly string[],
    selection?: TextSelection,
  ): Promise<readonly (CalendarObject | undefined)[]> {
    const { context, access } = await this.#openCalendar(call, reading)
    const reader = new ObjectReader(context, access, context.database, this.#cache)
    if (selection === undefined) return reader.textsNamed(names)
    const { expansion, ...parts } = selection
    const zone = timeZoneOf(access.calendar)
    const distinct = [...new Set(names)]
    const texts =
      expansion === undefined
        ? await reader.textsNamed(distinct)
        : await expandedObjects(reader, distinct, expansion)
    const objects = new Map<string, CalendarObject>()
    for (const [index, found] of texts.entries()) {
      if (index % readPerTurn === 0) await turn()
      if (found === undefined) continue
      objects.set(found.name, { ...found, text: await selectedText(found.text, parts, zone) })
    }
    return names.map((name) => objects.get(name))
  }

  /** All objects. */
  async list(call: ObjectsCall): Promise<readonly VersionedObject[]> {
    const reader = await this.#reader(call)
    return (await reader.since(undefined)).changed
  }

  /** The objects with something in a range of time. Some have their texts already if these are wanted. */
  async listIn(call: ObjectsCall, range: TimeRange, options: ListOptions): Promise<ObjectsInRange> {
    return new RangeReader(await this.#reader(call)).find(range, options)
  }

  /** Those of the objects whose texts meet a filter. */
  async filterObjects<T extends { readonly text?: string | undefined }>(
    call: ObjectsCall,
    objects: readonly (T | undefined)[],
    filter: ComponentFilter,
  ): Promise<readonly T[]> {
    const { access } = await this.#openCalendar(call, reading)
    const zone = timeZoneOf(access.calendar)
    const met: T[] = []
    for (const [index, object] of objects.entries()) {
      if (index % readPerTurn === 0) await turn()
      if (object?.text === undefined) continue
      if (await meetsFilter(object.text, filter, zone)) met.push(object)
    }
    return met
  }

  /** How much the calendars of the caller hold, and can hold in addition. */
  async quota(call: ObjectsCall): Promise<StorageQuota> {
    const { context } = await this.#openCalendar(call, reading)
    return context.usage.quotaOf(context.database, call.caller.userId)
  }

  /** The standard name of the time zone that an iCalendar object describes; undefined if it is not known. */
  zoneIn(text: string): string | undefined {
    const [zone, ...others] = componentTree(text)?.components ?? []
    if (zone?.name !== 'VTIMEZONE' || others.length > 0) return undefined
    return zoneOf(zone, zoneYear)
  }

  /** The standard name of a time zone; undefined if it is not known. */
  zoneNamed(name: string): string | undefined {
    return isTimeZone(name) ? name : undefined
  }

  /** Whether iCalendar describes a time zone, which it does for all but UTC. */
  isDescribable(zone: string): boolean {
    return !isUtc(zone)
  }

  /** A time zone as an iCalendar object. */
  zoneText(zone: string, nowMs: number): string {
    const zones = zoneComponents([zone], { from: nowMs, to: nowMs, isEndless: true })
    return `${component('VCALENDAR', [...headLines(), ...zones])}\r\n`
  }

  /** What has changed since a token; everything without one. */
  async changes(
    call: ObjectsCall,
    { token, limit }: { readonly token: string | undefined; readonly limit: number },
  ): Promise<ObjectChanges> {
    const { context, access } = await this.#openCalendar(call, reading)
    const since = changeNumberIn(context, access, token)
    const reader = new ObjectReader(context, access, context.database, this.#cache)
    const { changed, removed, upTo } = await reader.since(since, limit)
    return {
      changed,
      removed,
      syncToken: tokenAt(context, access, upTo ?? access.calendar.changeNumber),
      isTruncated: upTo !== undefined,
    }
  }

  /** Creates or replaces an object. The etag is that of the text that was sent, if it is what is read again. */
  async put(call: ObjectsCall, object: NewObject): Promise<WrittenObject> {
    const { context, access } = await this.#openCalendar(call, writing)
    const sent = await sentObject(object.text, timeZoneOf(access.calendar))
    const { isNew, name, version } = await context.store.writeEvents(
      (events) => putObject(context, events, { ...object, sent }),
      readsBack,
    )
    if (version !== undefined) return { isNew, ...version }
    // The commit and what follows it would be one turn of the event loop.
    await turn()
    const reader = await this.#reader(call)
    const written = await reader.textNamed(name)
    const isAsSent = written?.text === object.text
    const etag = isAsSent ? written.etag : undefined
    return { isNew, etag, scheduleTag: written?.scheduleTag }
  }

  /** Moves an object to another calendar, or gives it another name. */
  async move(
    call: ObjectsCall,
    { to, ...move }: MoveObject & { readonly to: string },
  ): Promise<WrittenObject> {
    const { context, access } = await this.#openCalendar(call, moving)
    const destination = await context.store.access(to)
    const { isNew } =
      destination.calendar.id === access.calendar.id
        ? await context.store.writeEvents((tx) => renameObject(context, tx, move), readsBack)
        : await context.store.writeBoth(to, (both) => moveObject(context, both, move))
    const reader = await this.#reader({ ...call, calendarId: to })
    const { etag, scheduleTag } = (await reader.textNamed(move.newName)) ?? {}
    return { isNew, etag, scheduleTag }
  }

  async delete(
    call: ObjectsCall,
    {
      name,
      match,
      isSilent = false,
    }: Pick<NewObject, 'name' | 'match'> & {
      /** Whether nobody is told, because the program says so. */
      readonly isSilent?: boolean
    },
  ): Promise<void> {
    const { context } = await this.#openCalendar(call, writing)
    await context.store.writeEvents(async (events) => {
      const reader = new ObjectReader(context, events.access, events.tx)
      const found = await reader.findNamed(name)
      if (found === undefined) throw notFound()
      match?.require(reader.versionOf(found))
      await deleteObject({ context, writing: events, found, isSilent })
    }, readsBack)
  }

  async #openCalendar(
    call: ObjectsCall,
    rules: Contract,
  ): Promise<{ readonly context: CalendarContext; readonly access: Access }> {
    const context = this.#contextOf(innerCall(call), rules)
    return { context, access: await context.store.access(call.calendarId) }
  }

  async #reader(call: ObjectsCall): Promise<ObjectReader> {
    const { context, access } = await this.#openCalendar(call, reading)
    return new ObjectReader(context, access, context.database, this.#cache)
  }
}

/** Zones of calendars that have no known name are compared from this year on. */
const zoneYear = 2020

/** The objects with their instances in a range of time, which are limited for all of them together. */
async function expandedObjects(
  reader: ObjectReader,
  names: readonly string[],
  range: TimeRange,
): Promise<readonly (CalendarObject | undefined)[]> {
  const objects: (CalendarObject | undefined)[] = []
  let left = instancesMax
  for (const name of names) {
    const found = await reader.expandedNamed(name, { ...range, instancesMax: left })
    left -= found?.instanceCount ?? 0
    objects.push(found)
  }
  return objects
}

const canWrite = ({ role }: Access, { scopes }: User): boolean =>
  isAtLeast(role, 'writerWithoutPrivateAccess') && canWriteEvents.some(({ uri }) => scopes.has(uri))

const { tokenAt, changeNumberIn } = syncTokens('calendar.objects')
