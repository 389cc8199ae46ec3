import { timesIn } from '../event/times.ts'
import type { SeriesModel, SeriesModels } from '../recurrence/series-models.ts'
import { type PersonalParts, personalPartsOf } from '../rendering/personal-parts.ts'
import type { IndexedRow } from '../store/event-pages.ts'
import { instantMsAt } from '../time/zone-offsets.ts'
import { leafSizeMax, type Order } from './leaves.ts'

/** Properties that most events don't have. */
interface Details {
  /** The times of the row, which for all-day events and series aren't those of the first instance. */
  readonly startMs: number
  readonly endMs: number
  readonly masterId: string | null
  readonly originalStart: number | null
  /** Only for a series. */
  readonly model: SeriesModel | undefined
  readonly personal: PersonalParts | undefined
  readonly bytes: number
}

const detailsBytes = 200
const seriesBytes = 3_900
const personalBytes = 100

interface IndexContext {
  /** Decides when all-day events start. */
  readonly zone: string
  readonly models: Pick<SeriesModels, 'of'>
}

/** Replaced versions may take this much memory more than current ones. */
const replacedBytesMax = 64 * 1024

/**
 * The properties of a calendar's events that filters, orders and free/busy use, without texts. Each version of an
 * event has a number and takes about 60 bytes of columns; an object would take 240. Replaced versions stay,
 * because a page that is being rendered may refer to them.
 */
export class IndexedEvents {
  readonly #context: IndexContext
  readonly #chunks: Chunk[] = []
  readonly #details = new Map<number, Details>()
  readonly #eventTypes: string[] = []
  #size = 0
  #detailsBytes = 0
  #replacedBytes = 0
  readonly byId: Order<number>
  readonly byTime: Order<number>

  constructor(context: IndexContext) {
    this.#context = context
    const readers = {
      sizeMax: leafSizeMax,
      startMs: (number: number) => this.startMs(number),
      endMs: (number: number) => this.endMs(number),
      isPlain: (number: number) => (this.#flagsOf(number) & notPlain) === 0,
      isPersonal: (number: number) => (this.#flagsOf(number) & Flag.personal) !== 0,
    }
    this.byId = {
      ...readers,
      compare: (one, other) =>
        this.#idKey(one) - this.#idKey(other) || compareTexts(this.id(one), this.id(other)),
    }
    this.byTime = {
      ...readers,
      compare: (one, other) =>
        this.startMs(one) - this.startMs(other) ||
        this.endMs(one) - this.endMs(other) ||
        (one === other ? 0 : compareTexts(this.id(one), this.id(other))),
    }
  }

  get bytes(): number {
    return this.#chunks.reduce((sum, { bytes }) => sum + bytes, this.#detailsBytes)
  }

  /** Whether replaced versions take so much memory that the calendar should be loaded again. */
  get isWorn(): boolean {
    return 2 * this.#replacedBytes > this.bytes + replacedBytesMax
  }

  /** Adds a version of an event that is not deleted, and returns its number. */
  add(row: IndexedRow): number {
    const { zone, models } = this.#context
    const isSeries = row.kind === 'series'
    const isAllDay = row.isAllDay === 1
    const times = isSeries ? timesIn(row, JSON.parse(row.wire)) : row
    const number = this.#size++
    const personal = personalPartsOf(row)
    this.#roomFor(number).add({
      id: row.id,
      startMs: isAllDay ? instantMsAt(zone, times.startMs) : times.startMs,
      endMs: isAllDay ? instantMsAt(zone, times.endMs) : times.endMs,
      changeNumber: row.changeNumber,
      flags: flagsOf(row, this.#typeNumber(row.eventType), personal !== undefined),
    })
    const { startMs, endMs, masterId, originalStart } = row
    if (isAllDay || isSeries || masterId !== null || personal !== undefined) {
      const bytes =
        detailsBytes +
        (masterId?.length ?? 0) +
        (isSeries ? seriesBytes : 0) +
        (personal === undefined ? 0 : personalBytes + 2 * row.internal.length)
      const model = isSeries ? models.of(row) : undefined
      const details = { startMs, endMs, masterId, originalStart, model, personal, bytes }
      this.#details.set(number, details)
      this.#detailsBytes += bytes
    }
    return number
  }

  /** Call this when a version was replaced or its event was deleted. */
  noteReplaced(number: number): void {
    const details = this.#details.get(number)
    this.#replacedBytes += columnsBytes + this.id(number).length + (details?.bytes ?? 0)
  }

  #roomFor(number: number): Chunk {
    const at = number >>> chunkBits
    const chunk = this.#chunks[at]
    if (chunk === undefined) this.#chunks[at] = new Chunk(at === 0 ? firstChunkSize : chunkSize)
    else if (chunk.isFull) this.#chunks[at] = chunk.doubledChunk()
    return this.#chunks[at]!
  }

  #typeNumber(eventType: string): number {
    const found = this.#eventTypes.indexOf(eventType)
    return found === -1 ? this.#eventTypes.push(eventType) - 1 : found
  }

  at(number: number): IndexedEvent {
    return new IndexedEvent(this, number)
  }

  id(number: number): string {
    return this.#chunks[number >>> chunkBits]!.id(number & chunkMask)
  }

  #idKey(number: number): number {
    return this.#chunks[number >>> chunkBits]!.idKeys[number & chunkMask]!
  }

  startMs(number: number): number {
    return this.#chunks[number >>> chunkBits]!.starts[number & chunkMask]!
  }

  endMs(number: number): number {
    return this.#chunks[number >>> chunkBits]!.ends[number & chunkMask]!
  }

  changeNumber(number: number): number {
    return this.#chunks[number >>> chunkBits]!.changeNumbers[number & chunkMask]!
  }

  has(number: number, flags: number): boolean {
    return (this.#flagsOf(number) & flags) === flags
  }

  #flagsOf(number: number): number {
    return this.#chunks[number >>> chunkBits]!.flags[number & chunkMask]!
  }

  /** A field of the flags with more than two values. */
  part(number: number, shift: number): number {
    return (this.#flagsOf(number) >>> shift) & partMask
  }

  eventType(number: number): string {
    return this.#eventTypes[this.#flagsOf(number) >>> Shift.eventType]!
  }

  details(number: number): Details | undefined {
    return this.has(number, Flag.details) ? this.#details.get(number) : undefined
  }
}

const compareTexts = (one: string, other: string): number =>
  one < other ? -1 : one > other ? 1 : 0

/** One version of an event. */
export class IndexedEvent {
  readonly number: number
  readonly #events: IndexedEvents

  constructor(events: IndexedEvents, number: number) {
    this.#events = events
    this.number = number
  }

  get id(): string {
    return this.#events.id(this.number)
  }

  /** Instants; for a series, those of its first instance. */
  get startMs(): number {
    return this.#events.startMs(this.number)
  }

  get endMs(): number {
    return this.#events.endMs(this.number)
  }

  get changeNumber(): number {
    return this.#events.changeNumber(this.number)
  }

  get kind(): IndexedRow['kind'] {
    return kinds[this.#events.part(this.number, Shift.kind)]!
  }

  get presence(): IndexedRow['presence'] {
    return this.#events.has(this.number, Flag.cancelled) ? 'cancelled' : 'live'
  }

  get isAllDay(): 0 | 1 {
    return this.#events.has(this.number, Flag.allDay) ? 1 : 0
  }

  get isBusy(): 0 | 1 {
    return this.#events.has(this.number, Flag.busy) ? 1 : 0
  }

  get awaits(): IndexedRow['awaits'] {
    return this.#events.part(this.number, Shift.awaits) as IndexedRow['awaits']
  }

  get visibility(): IndexedRow['visibility'] {
    return visibilities[this.#events.part(this.number, Shift.visibility)]!
  }

  get eventType(): string {
    return this.#events.eventType(this.number)
  }

  /** The times of the row: UTC midnights for all-day events, and all instances of a series. */
  get rowStartMs(): number {
    return this.#events.details(this.number)?.startMs ?? this.startMs
  }

  get rowEndMs(): number {
    return this.#events.details(this.number)?.endMs ?? this.endMs
  }

  get masterId(): string | null {
    return this.#events.details(this.number)?.masterId ?? null
  }

  get originalStart(): number | null {
    return this.#events.details(this.number)?.originalStart ?? null
  }

  /** The compiled rules; for series only. */
  get model(): SeriesModel {
    return this.#events.details(this.number)!.model!
  }

  get personal(): PersonalParts | undefined {
    return this.#events.details(this.number)?.personal
  }

  get isPlain(): boolean {
    return this.#events.byId.isPlain(this.number)
  }

  get isPersonal(): boolean {
    return this.#events.byId.isPersonal(this.number)
  }
}

const Flag = {
  cancelled: 1,
  allDay: 2,
  busy: 4,
  personal: 8,
  details: 16,
} as const

const Shift = { kind: 5, awaits: 7, visibility: 9, eventType: 11 } as const

const partMask = 3
const kinds = ['single', 'series', 'exception'] as const
const visibilities = ['default', 'public', 'private'] as const
const notPlain = Flag.cancelled | Flag.allDay | (kinds.indexOf('series') << Shift.kind)

function flagsOf(row: IndexedRow, typeNumber: number, isPersonal: boolean): number {
  const { kind, presence, isAllDay, isBusy, awaits, visibility, masterId } = row
  const hasDetails = isAllDay === 1 || kind === 'series' || masterId !== null || isPersonal
  return (
    (presence === 'live' ? 0 : Flag.cancelled) |
    (isAllDay === 1 ? Flag.allDay : 0) |
    (isBusy === 1 ? Flag.busy : 0) |
    (isPersonal ? Flag.personal : 0) |
    (hasDetails ? Flag.details : 0) |
    (kinds.indexOf(kind) << Shift.kind) |
    (awaits << Shift.awaits) |
    (visibilities.indexOf(visibility) << Shift.visibility) |
    (typeNumber << Shift.eventType)
  )
}

const chunkBits = 10
const chunkSize = 1 << chunkBits
const chunkMask = chunkSize - 1
const firstChunkSize = 16
/** The memory of an event in the columns of a chunk. */
const columnsBytes = 40
const chunkBytes = 1_000
/** The memory of an id besides its characters while it is a separate string. */
const ownIdBytes = 32

interface Columns {
  readonly id: string
  readonly startMs: number
  readonly endMs: number
  readonly changeNumber: number
  readonly flags: number
}

/** Up to `chunkSize` events. A full chunk stores its ids as one string. */
class Chunk {
  readonly starts: Float64Array
  readonly ends: Float64Array
  readonly changeNumbers: Float64Array
  readonly flags: Uint32Array
  /** The first characters of ids as numbers, which are faster to compare. */
  readonly idKeys: Float64Array
  readonly #idEnds: Uint32Array
  #ids: string[] = []
  #idText = ''
  #size = 0
  #idLength = 0

  constructor(capacity: number) {
    this.starts = new Float64Array(capacity)
    this.ends = new Float64Array(capacity)
    this.changeNumbers = new Float64Array(capacity)
    this.flags = new Uint32Array(capacity)
    this.idKeys = new Float64Array(capacity)
    this.#idEnds = new Uint32Array(capacity)
  }

  get isFull(): boolean {
    return this.#size === this.starts.length
  }

  get bytes(): number {
    const ids = this.#idLength + ownIdBytes * this.#ids.length
    return chunkBytes + columnsBytes * this.starts.length + ids
  }

  /** A copy with twice the capacity. */
  doubledChunk(): Chunk {
    const chunk = new Chunk(2 * this.starts.length)
    chunk.starts.set(this.starts)
    chunk.ends.set(this.ends)
    chunk.changeNumbers.set(this.changeNumbers)
    chunk.flags.set(this.flags)
    chunk.idKeys.set(this.idKeys)
    chunk.#idEnds.set(this.#idEnds)
    chunk.#ids = this.#ids
    chunk.#size = this.#size
    chunk.#idLength = this.#idLength
    return chunk
  }

  add({ id, startMs, endMs, changeNumber, flags }: Columns): void {
    const at = this.#size++
    this.starts[at] = startMs
    this.ends[at] = endMs
    this.changeNumbers[at] = changeNumber
    this.flags[at] = flags
    this.idKeys[at] = idKeyOf(id)
    this.#idLength += id.length
    this.#idEnds[at] = this.#idLength
    this.#ids.push(id)
    if (this.#size < chunkSize) return
    this.#idText = this.#ids.join('')
    this.#ids = []
  }

  id(at: number): string {
    if (this.#size < chunkSize) return this.#ids[at]!
    return this.#idText.slice(at === 0 ? 0 : this.#idEnds[at - 1]!, this.#idEnds[at]!)
  }
}

const idKeyLength = 6

/** The first characters as a number. Ids with different keys have the order of their keys. */
function idKeyOf(id: string): number {
  let key = 0
  let isAscii = true
  for (let at = 0; at < idKeyLength; at++) {
    const code: number = isAscii && at < id.length ? id.charCodeAt(at) : 0
    isAscii &&= code < 0x80
    key = key * 256 + Math.min(code, 0x80)
  }
  return key
}
