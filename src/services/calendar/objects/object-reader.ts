import { hash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { Reader } from '#/storage/port.ts'
import { calendarPrecondition } from '../errors.ts'
import { etagFor } from '../event/etag.ts'
import { isEventId } from '../event/event-id.ts'
import { expandedText, isFaithful, mergedText, objectText } from '../ical/object/object-text.ts'
import type { CalendarContext } from '../operation.ts'
import type { CalendarModel } from '../read-model/calendar-model.ts'
import type { IndexedEvent } from '../read-model/indexed-events.ts'
import { eventQuery } from '../reading/query.ts'
import { type View, viewOf } from '../rendering/event-reply.ts'
import { isMasked } from '../rendering/presentation.ts'
import type { Access } from '../sharing/access.ts'
import { type EventFilter, storedEvents } from '../store/event-pages.ts'
import type { EventRow } from '../store/events.ts'
import type { ObjectHead, ObjectRow } from '../store/ical/objects.ts'
import type { CachedObject, CalendarHeads, ObjectCache } from './object-cache.ts'
import { scheduleTagOf } from './scheduling/schedule-tag.ts'
import type { SentObject } from './sent-object.ts'

export const pageSize = 500
/** Other requests get a turn after so many objects. */
export const readPerTurn = 50

/** An object by its name, with the version that a user sees. */
export interface VersionedObject extends ObjectVersion {
  readonly name: string
}

/** The version of an object that a user sees. */
export interface ObjectVersion {
  readonly etag: string
  /** Changes only with what concerns attendees; undefined if there are none. */
  readonly scheduleTag: string | undefined
}

export interface TimeRange {
  readonly fromMs: number
  readonly toMs: number
}

interface VersionParts {
  readonly rows: readonly EventRow[]
  readonly object: ObjectHead | undefined
}

/** The rows of an object, and what a calendar program has sent of it. */
interface FoundObject {
  readonly eventId: string
  readonly name: string
  /** Without deleted ones; empty if the object is gone. */
  readonly rows: readonly EventRow[]
  readonly object: ObjectRow | undefined
}

interface TextObject extends VersionedObject {
  readonly text: string
}

/** An object, with its text if that was wanted. */
type Shown<WithText extends boolean> = WithText extends true ? TextObject : VersionedObject

/** The rows of an object with what identifies their versions. */
interface VersionedRows extends FoundObject {
  readonly version: string
}

/** What is in memory of a calendar. */
export interface ObjectIndex {
  readonly model: CalendarModel
  readonly heads: CalendarHeads
  /** Names the view of the user in the cache. */
  readonly view: string
}

interface ChangedObjects {
  readonly changed: readonly VersionedObject[]
  readonly removed: readonly string[]
}

interface Since extends ChangedObjects {
  /** The number of the last change that is included, if there are further ones. */
  readonly upTo: number | undefined
}

interface Change {
  readonly eventId: string
  readonly changeNumber: number
  /** Undefined if only some of the rows have changed. */
  readonly rows: readonly EventRow[] | undefined
  readonly object: ObjectHead | undefined
}

/** Reads the objects of a calendar as one user sees them. */
export class ObjectReader {
  readonly context: CalendarContext
  readonly reader: Reader
  readonly access: Access
  readonly view: View
  readonly filter: EventFilter
  readonly hidesInvitations: boolean
  readonly cache: ObjectCache | undefined

  /** Objects are cached only outside of transactions, which can see what is not committed. */
  constructor(context: CalendarContext, access: Access, reader: Reader, cache?: ObjectCache) {
    const query = eventQuery({}, access, context)
    this.context = context
    this.reader = reader
    this.access = access
    this.view = viewOf(access, context, {})
    this.filter = { ...query.filter, withCancelled: 1, awaited: 'listed' }
    this.hidesInvitations = query.hidesInvitations
    this.cache = cache
  }

  /** The object of this name, if it is there. */
  async findNamed(name: string): Promise<FoundObject | undefined> {
    const { objects } = this.context
    const object = await objects.findNamed(this.reader, this.#key, name)
    const eventId = object?.eventId ?? /^(.+)\.ics$/.exec(name)?.[1] ?? ''
    // Most names that programs choose for new objects cannot be ids.
    if (object === undefined && !isEventId(eventId)) return undefined
    const found = await this.ofEvent(eventId, object)
    return found.rows.length > 0 && found.name === name ? found : undefined
  }

  async textNamed(name: string): Promise<TextObject | undefined> {
    return (await this.textsNamed([name]))[0]
  }

  /** The objects of these names, in the same order; undefined where there is none. */
  async textsNamed(names: readonly string[]): Promise<readonly (TextObject | undefined)[]> {
    const index = await this.index()
    const view = index && this.cache!.viewOf(index.view)
    const state = index?.heads.stateWith(index.model) ?? ''
    const cached = names.map((name) => view?.named(name, state))
    const missing = new Set(names.filter((_, at) => cached[at] === undefined))
    if (missing.size === 0) return cached
    const read =
      index === undefined
        ? await this.#storedNamed([...missing])
        : await this.#indexedNamed(index, [...missing])
    const found = new Map(read.flatMap((object) => (object ? [[object.name, object]] : [])))
    return names.map((name, at) => cached[at] ?? found.get(name))
  }

  async #indexedNamed(
    index: ObjectIndex,
    names: readonly string[],
  ): Promise<readonly (TextObject | undefined)[]> {
    const eventIds = names.map(
      (name) => index.heads.eventNamed(name) ?? /^(.+)\.ics$/.exec(name)?.[1] ?? '',
    )
    const objects = await this.shownObjects(index, eventIds, { withText: true })
    return objects.map((object, at) => (object?.name === names[at] ? object : undefined))
  }

  async #storedNamed(names: readonly string[]): Promise<readonly (TextObject | undefined)[]> {
    const objects: (TextObject | undefined)[] = []
    for (const [at, name] of names.entries()) {
      if (at % readPerTurn === 0) await turn()
      const found = await this.findNamed(name)
      objects.push(found && { name, ...this.versionOf(found), text: await this.#textOf(found) })
    }
    return objects
  }

  /** What is in memory of the calendar, if it is read often. */
  async index(): Promise<ObjectIndex | undefined> {
    const { database, readModel, origin } = this.context
    const { calendar, role } = this.access
    if (this.cache === undefined) return undefined
    const { index: model } = await readModel.sourceOf(calendar)
    if (model === undefined) return undefined
    const heads = await this.cache.headsOf(this.context, this.reader, calendar)
    const { userId, zone, calendarZone } = this.view
    const key = [database.incarnation, calendar.key, userId, role, zone, calendarZone]
    const view = `${key.join(' ')} ${this.hidesInvitations} ${origin()}`
    return heads && { model, heads, view }
  }

  /** The objects of events, in the same order; undefined where there is none. */
  async shownObjects<T extends boolean>(
    { model, heads, view: key }: ObjectIndex,
    eventIds: readonly string[],
    {
      withText,
      found: singles,
    }: {
      readonly withText: T
      /** Single events that have been found in the index already. */
      readonly found?: ReadonlyMap<string, IndexedEvent | undefined>
    },
  ): Promise<readonly (Shown<T> | undefined)[]> {
    const view = this.cache!.viewOf(key)
    const foundIn = heads.stateWith(model)
    const shown: (Shown<T> | undefined)[] = []
    const missing: { readonly at: number; readonly eventId: string; readonly version: string }[] =
      []
    for (const [at, eventId] of eventIds.entries()) {
      const cached = view.get(eventId)
      const isComplete = cached !== undefined && (!withText || cached.text !== undefined)
      if (isComplete && cached.seenIn === foundIn) {
        shown.push(cached as Shown<T>)
        continue
      }
      const single = singles?.get(eventId)
      const rowsVersion =
        single === undefined ? indexedVersion(model, eventId) : String(single.changeNumber)
      const version = `${rowsVersion} ${heads.of(eventId)?.changeNumber ?? 0}`
      const isUsable = isComplete && cached.version === version
      if (isUsable) cached.seenIn = foundIn
      shown.push(isUsable ? (cached as Shown<T>) : undefined)
      if (!isUsable && rowsVersion !== '') missing.push({ at, eventId, version })
    }
    for (let from = 0; from < missing.length; from += readPerTurn) {
      await turn()
      const batch = missing.slice(from, from + readPerTurn)
      const found = await this.#ofEvents(batch.map(({ eventId }) => eventId))
      for (const { at, eventId, version } of batch) {
        const object = found.get(eventId)
        if (object === undefined || object.rows.length === 0) continue
        const rendered: CachedObject = {
          version,
          seenIn: foundIn,
          name: object.name,
          ...this.versionOf(object),
          text: withText ? await this.#textOf(object) : undefined,
        }
        shown[at] = rendered as Shown<T>
        if (object.version === version) view.set(eventId, rendered)
      }
    }
    this.cache!.keep(key, view)
    return shown
  }

  /** The objects of some events, read at once. */
  async #ofEvents(eventIds: readonly string[]): Promise<Map<string, VersionedRows>> {
    if (eventIds.length === 0) return new Map()
    const { objects } = this.context
    const rows = await objects.rowsOf(this.reader, this.#key, eventIds)
    const sent = await objects.findAll(this.reader, this.#key, eventIds)
    const rowsByEvent = Map.groupBy(rows, ({ id, masterId }) => masterId ?? id)
    const sentByEvent = new Map(sent.map((object) => [object.eventId, object]))
    return new Map(
      eventIds.map((eventId) => {
        const ofEvent = rowsByEvent.get(eventId) ?? []
        const whole = ofEvent.find(({ masterId }) => masterId === null)
        const own = isSingle(whole) ? [whole] : ofEvent
        const present = own.filter(({ presence }) => presence !== 'tombstone')
        const object = sentByEvent.get(eventId)
        const version = `${versionOfNumbers(present)} ${object?.changeNumber ?? 0}`
        const found = { rows: this.#visible(own), object, version, ...nameOf(eventId, object) }
        return [eventId, { eventId, ...found }]
      }),
    )
  }

  /** The instances of an object in a range of time. */
  async expandedNamed(name: string, expansion: TimeRange & { readonly instancesMax: number }) {
    const found = await this.findNamed(name)
    if (found === undefined) return undefined
    const expanded = await expandedText(found.rows, this.view, expansion)
    if (expanded === undefined) throw tooMany('instances')
    return { name, ...this.versionOf(found), ...expanded }
  }

  /** The object of an event or series, with its text if that was read already. */
  async ofEvent(eventId: string, sent?: ObjectRow): Promise<FoundObject> {
    const { events, objects } = this.context
    const whole = await events.findIn(this.reader, this.#key, eventId)
    // An exception belongs to the object of its series.
    const isPart = whole?.masterId != null
    const rows = isPart ? [] : await this.#rowsOf(whole, eventId)
    const object = sent ?? (await objects.find(this.reader, this.#key, eventId))
    return { eventId, ...nameOf(eventId, object), rows, object }
  }

  /** The object of an event that does not repeat, as it was just written. */
  ofSingle(row: EventRow, object: ObjectRow | undefined): FoundObject {
    return { eventId: row.id, ...nameOf(row.id, object), rows: this.#visible([row]), object }
  }

  async #rowsOf(whole: EventRow | undefined, eventId: string): Promise<readonly EventRow[]> {
    if (isSingle(whole)) return this.#visible([whole])
    const instances = await this.context.events.instancesOf(this.reader, this.#key, eventId)
    return this.#visible(whole === undefined ? instances : [whole, ...instances])
  }

  /**
   * Invitations that are hidden until there is a response are left out, and so are cancelled instances of series
   * that are not on the calendar.
   */
  #visible(rows: readonly EventRow[]): EventRow[] {
    const present = rows.filter(({ presence }) => presence !== 'tombstone')
    const shown = present.flatMap((row): EventRow[] => {
      if (row.awaits === 0 || !this.hidesInvitations) return [row]
      return row.kind === 'exception' ? [{ ...row, presence: 'cancelled' }] : []
    })
    return shown.some(({ presence }) => presence === 'live') ? shown : []
  }

  /** Whether the user sees only that time is taken. */
  hides(rows: readonly EventRow[]): boolean {
    return rows.some((row) => isMasked(row, this.view))
  }

  versionOf({ rows, object }: VersionParts): ObjectVersion {
    const isHidden = this.hides(rows)
    return {
      etag: this.#etagOf({ rows, object }, isHidden),
      scheduleTag: isHidden ? undefined : scheduleTagOf(rows, this.access.calendar.id),
    }
  }

  /** Identifies what the rows say to the user. */
  rowsVersionOf(rows: readonly EventRow[]): string {
    const { userId } = this.view
    const versions = rows.map((row) => `${row.id} ${row.presence} ${etagFor(row, userId)}`).sort()
    return hash('sha256', versions.join('\n'), 'base64url').slice(0, 22)
  }

  #etagOf({ rows, object }: VersionParts, isHidden: boolean): string {
    const parts = [this.rowsVersionOf(rows), object?.changeNumber ?? 0, this.view.zone, isHidden]
    return `"${hash('sha256', parts.join(' '), 'base64url').slice(0, 22)}"`
  }

  /** Whether the rows say all that a text says. */
  says({ rows }: FoundObject, sent: SentObject): Promise<boolean> {
    return isFaithful(rows, this.view, sent)
  }

  /** What is stored of the text of an object, or would be if the user had sent it. */
  storedText({ rows, object }: FoundObject): Pick<ObjectRow, 'text' | 'userId' | 'rowsVersion'> {
    if (object !== undefined) return object
    const { userId } = this.view
    return { text: objectText(rows, this.view), userId, rowsVersion: this.rowsVersionOf(rows) }
  }

  #textOf({ rows, object }: FoundObject): string | Promise<string> {
    const { userId, zone } = this.view
    // What was sent may contain what is hidden from others.
    if (object === undefined || this.hides(rows)) return objectText(rows, this.view)
    const isOwn = object.userId === userId
    if (isOwn && object.rowsVersion === this.rowsVersionOf(rows)) return object.text
    const render = (keys?: ReadonlySet<string>) => objectText(rows, this.view, keys)
    return mergedText({ sent: object.text, render, zone }, { keepsAlarms: isOwn })
  }

  /** What has changed after a number, in the order of changes; everything without one. */
  async since(number: number | undefined, limit = Number.POSITIVE_INFINITY): Promise<Since> {
    const index = number === undefined ? undefined : await this.index()
    const changes = await this.#changesAfter(number, index)
    const shown = changes.slice(0, limit)
    const upTo = changes.length > shown.length ? shown.at(-1)!.changeNumber : undefined
    const objects =
      index === undefined ? await this.#storedOf(shown) : await this.#shownOf(index, shown)
    return { ...objects, upTo }
  }

  async #shownOf(index: ObjectIndex, changes: readonly Change[]): Promise<ChangedObjects> {
    const eventIds = changes.map(({ eventId }) => eventId)
    const objects = await this.shownObjects(index, eventIds, { withText: false })
    return {
      changed: objects.filter((object) => object !== undefined),
      removed: eventIds
        .filter((_, at) => objects[at] === undefined)
        .map((eventId) => nameOf(eventId, index.heads.of(eventId)).name),
    }
  }

  async #storedOf(changes: readonly Change[]): Promise<ChangedObjects> {
    const changed: VersionedObject[] = []
    const removed: string[] = []
    for (let from = 0; from < changes.length; from += readPerTurn) {
      await turn()
      const batch = changes.slice(from, from + readPerTurn)
      const incomplete = batch.filter(({ rows }) => rows === undefined)
      const read = await this.#ofEvents(incomplete.map(({ eventId }) => eventId))
      for (const { eventId, rows, object } of batch) {
        const found =
          rows === undefined ? read.get(eventId)! : { rows, object, ...nameOf(eventId, object) }
        if (found.rows.length === 0) removed.push(found.name)
        else changed.push({ name: found.name, ...this.versionOf(found) })
      }
    }
    return { changed, removed }
  }

  /** Each object once, by its last change. With all rows of the calendar, objects are complete. */
  async #changesAfter(
    number: number | undefined,
    index: ObjectIndex | undefined,
  ): Promise<readonly Change[]> {
    const rows: EventRow[] = []
    const filter = { ...this.filter, withTombstones: number === undefined ? 0 : 1 } as const
    const source = index?.model.source ?? storedEvents(this.reader)
    for (let after = number ?? -1; ; after = rows.at(-1)!.changeNumber) {
      const page = await source.byChangeNumber({ ...filter, after, limit: pageSize })
      rows.push(...page)
      if (page.length < pageSize) break
      await turn()
    }
    const heads =
      index?.heads.changedAfter(number ?? -1) ?? (await this.#storedHeadsAfter(number ?? -1))
    const rowsByEvent = Map.groupBy(rows, ({ id, masterId }) => masterId ?? id)
    const headByEvent = new Map(heads.map((head) => [head.eventId, head]))
    const isComplete = number === undefined
    const eventIds = isComplete
      ? rowsByEvent.keys()
      : new Set([...rowsByEvent.keys(), ...headByEvent.keys()]).values()
    return eventIds
      .map((eventId) => {
        const ofEvent = rowsByEvent.get(eventId) ?? []
        const object = headByEvent.get(eventId)
        const numbers = [...ofEvent, ...(object ? [object] : [])].map((one) => one.changeNumber)
        const visible = isComplete ? this.#visible(ofEvent) : undefined
        return { eventId, changeNumber: Math.max(...numbers), rows: visible, object }
      })
      .filter((change) => change.rows?.length !== 0)
      .toArray()
      .sort((one, other) => one.changeNumber - other.changeNumber)
  }

  async #storedHeadsAfter(number: number): Promise<readonly ObjectHead[]> {
    const heads: ObjectHead[] = []
    for (let after = number; ; after = heads.at(-1)!.changeNumber) {
      const page = { calendarKey: this.#key, after, limit: pageSize }
      const read = await this.context.objects.heads(this.reader, page)
      heads.push(...read)
      if (read.length < pageSize) return heads
    }
  }

  get #key(): number {
    return this.access.calendar.key
  }
}

/** Identifies the rows of an object in the index; empty if there are none. */
function indexedVersion(model: CalendarModel, eventId: string): string {
  const whole = model.eventOf(eventId)
  if (whole?.masterId != null) return ''
  if (whole?.kind === 'single') return String(whole.changeNumber)
  const instances = model.instancesOf(eventId)
  return versionOfNumbers(whole === undefined ? instances : [whole, ...instances])
}

/** Whether an event is an object by itself. In place of a deleted one, there can be instances of a series with its UID. */
export const isSingle = (whole: EventRow | undefined): whole is EventRow =>
  whole?.kind === 'single' && whole.presence !== 'tombstone'

const versionOfNumbers = (rows: readonly { readonly changeNumber: number }[]): string =>
  rows
    .map(({ changeNumber }) => changeNumber)
    .sort((one, other) => one - other)
    .join('.')

const nameOf = (eventId: string, object: ObjectHead | undefined) => ({
  name: object?.name ?? `${eventId}.ics`,
})

export const tooMany = (what: string) =>
  calendarPrecondition('number-of-matches-within-limits', `Too many ${what} match.`, 507)
