import { LRUCache } from 'lru-cache'
import type { Reader } from '#/storage/port.ts'
import type { CalendarRow } from '../calendar/calendar-row.ts'
import type { CalendarDependencies } from '../dependencies.ts'
import type { ObjectHead } from '../store/ical/objects.ts'

const headsMax = 200_000
const pageSize = 500
/** What an object takes beside its text. */
const entryCharacters = 200
/** A text is cached in responses for the object and for its day as well. */
const copiesOfText = 3

/** An object as one user sees it, with the versions that it was read from. */
export interface CachedObject {
  readonly version: string
  /** Identifies the last state of the calendar in which it had this version. */
  seenIn: string
  readonly name: string
  readonly etag: string
  readonly scheduleTag: string | undefined
  /** Undefined if only the etag was needed so far. */
  readonly text: string | undefined
}

type TextObject = CachedObject & { readonly text: string }

const hasText = (object: CachedObject): object is TextObject => object.text !== undefined

/** The objects of the events that start on one day of UTC. */
export interface DayRun {
  /** The same array as long as none of the objects changes. */
  readonly objects: readonly Omit<CachedObject, 'version' | 'seenIn' | 'text'>[]
  /** The series with exceptions on this day. */
  readonly seriesIds: readonly string[]
  readonly withText: boolean
  /** Identifies what the run was found in. */
  readonly foundIn: string
}

/** Which events of a calendar have texts of calendar programs, as of a change number. */
export class CalendarHeads {
  readonly #byEvent = new Map<string, ObjectHead>()
  readonly #eventByName = new Map<string, string>()
  /** In the order of their changes, with some that were replaced since. */
  #inOrder: ObjectHead[] = []
  #number = -1
  #state = ''

  get number(): number {
    return this.#number
  }

  get size(): number {
    return this.#byEvent.size
  }

  /**
   * Identifies a state of the calendar in memory. While it lasts, the string is the same one, so that comparing it
   * with that of each object takes no time.
   */
  stateWith({ number }: { readonly number: number }): string {
    const state = `${number} ${this.#number}`
    if (state !== this.#state) this.#state = state
    return this.#state
  }

  /** Adds what follows the heads that are there, up to a change number at least. */
  add(heads: readonly ObjectHead[], number: number): void {
    for (const head of heads) {
      // Another request may have read the same heads, or later ones.
      if (head.changeNumber <= this.#number) continue
      this.#byEvent.set(head.eventId, head)
      this.#eventByName.set(head.name, head.eventId)
      this.#inOrder.push(head)
      this.#number = head.changeNumber
    }
    this.#number = Math.max(this.#number, number)
    if (this.#inOrder.length > 2 * this.size + pageSize) {
      this.#inOrder = this.#inOrder.filter((head) => this.of(head.eventId) === head)
    }
  }

  /** The head of an event; undefined if another event has taken its name. */
  of(eventId: string): ObjectHead | undefined {
    const head = this.#byEvent.get(eventId)
    return head !== undefined && this.#eventByName.get(head.name) === eventId ? head : undefined
  }

  eventNamed(name: string): string | undefined {
    return this.#eventByName.get(name)
  }

  /** The heads that have changed after a number, in no particular order. */
  changedAfter(number: number): ObjectHead[] {
    const changed: ObjectHead[] = []
    for (let at = this.#inOrder.length - 1; at >= 0; at--) {
      const head = this.#inOrder[at]!
      if (head.changeNumber <= number) break
      if (this.of(head.eventId) === head) changed.push(head)
    }
    return changed
  }
}

/** The objects of one calendar as one user sees them, by event. */
class ObjectView {
  readonly #charactersMax: number
  readonly #objects = new Map<string, CachedObject>()
  readonly #byName = new Map<string, CachedObject>()
  readonly #runs = new Map<number, DayRun>()
  #characters = 0

  constructor(charactersMax: number) {
    this.#charactersMax = charactersMax
  }

  get characters(): number {
    return 1 + this.#characters
  }

  get(eventId: string): CachedObject | undefined {
    return this.#objects.get(eventId)
  }

  /** The object of this name with its text, if it is the same as in a state of the calendar. */
  named(name: string, state: string): TextObject | undefined {
    const object = this.#byName.get(name)
    return object !== undefined && object.seenIn === state && hasText(object) ? object : undefined
  }

  set(eventId: string, object: CachedObject): void {
    this.#makeRoom()
    const former = this.#objects.get(eventId)
    this.#characters += charactersOf(object) - charactersOf(former)
    this.#objects.set(eventId, object)
    if (former !== undefined && this.#byName.get(former.name) === former) {
      this.#byName.delete(former.name)
    }
    this.#byName.set(object.name, object)
  }

  runOf(day: number): DayRun | undefined {
    return this.#runs.get(day)
  }

  setRun(day: number, run: DayRun): void {
    this.#makeRoom()
    if (!this.#runs.has(day)) this.#characters += entryCharacters
    this.#runs.set(day, run)
  }

  /** Deleted events are never looked for again, so that they go only with everything else. */
  #makeRoom(): void {
    if (this.#characters <= this.#charactersMax) return
    this.#objects.clear()
    this.#byName.clear()
    this.#runs.clear()
    this.#characters = 0
  }
}

const charactersOf = (object: CachedObject | undefined): number =>
  object === undefined ? 0 : entryCharacters + copiesOfText * (object.text?.length ?? 0)

/**
 * Objects in memory, so that those that have not changed are neither read nor rendered again. Each is compared
 * with the change numbers of its rows before it is used, so that it is never stale. Without it, a query of a month
 * cost 23 times the JSON list; with it, and without runs of days, 3.5 times (`bench/workloads/caldav.ts`).
 */
export class ObjectCache {
  readonly #charactersMax: number
  readonly #views: LRUCache<string, ObjectView>
  readonly #heads = new LRUCache<string, CalendarHeads>({
    maxSize: headsMax,
    sizeCalculation: ({ size }) => 1 + size,
  })

  constructor(charactersMax: number) {
    this.#charactersMax = charactersMax
    this.#views = new LRUCache({
      maxSize: Math.max(charactersMax, 1),
      sizeCalculation: ({ characters }) => characters,
    })
  }

  /** The view of a user; `key` names all that decides how objects look. */
  viewOf(key: string): ObjectView {
    return this.#views.get(key) ?? new ObjectView(this.#charactersMax * 0.75)
  }

  /** Notes what a view takes now. */
  keep(key: string, view: ObjectView): void {
    this.#views.set(key, view)
  }

  /** Which objects have texts, as of the change number of the calendar; undefined if they are too many. */
  async headsOf(
    { database, objects }: Pick<CalendarDependencies, 'database' | 'objects'>,
    reader: Reader,
    { key: calendarKey, changeNumber }: CalendarRow,
  ): Promise<CalendarHeads | undefined> {
    const key = `${database.incarnation} ${calendarKey}`
    const cached = this.#heads.get(key)
    if (cached !== undefined && cached.number >= changeNumber) return cached
    const heads = cached ?? new CalendarHeads()
    for (let after = heads.number; ; ) {
      const page = await objects.heads(reader, { calendarKey, after, limit: pageSize })
      const isLast = page.length < pageSize
      heads.add(page, isLast ? changeNumber : after)
      if (heads.size > headsMax) return undefined
      if (isLast) break
      after = page.at(-1)!.changeNumber
    }
    this.#heads.set(key, heads)
    return heads
  }
}
