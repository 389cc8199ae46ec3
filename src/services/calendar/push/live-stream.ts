import { createHash } from 'node:crypto'
import type { StreamSink } from '#/contract/answer.ts'
import type { Scope, User } from '#/contract/operation.ts'
import type { Collection } from '#/jobs/push/channels/channel.ts'
import { collectionNamed, nameOf } from '#/jobs/push/channels/watched-collections.ts'
import type { CalendarStores } from '../dependencies.ts'
import { list as listEvents } from '../events/list.ts'
import { canReadEvents, canReadList, canReadSettings } from '../scopes.ts'
import { calendarNumbers, userNumbers, type WatchedKind } from '../store/changes.ts'
import { canWatch } from './calendar-source.ts'
import { resourceIdOf } from './watching.ts'

interface Context extends CalendarStores {
  readonly basePath: string
  readonly streamCalendarsMax: number
}

interface Reading {
  readonly caller: User
  readonly sink: StreamSink
  /** The base URL that the caller used. */
  readonly origin: string
  /** Called when the set of collections may have changed. */
  readonly onNames: () => void
}

// How long browsers wait before they reconnect.
const retryMs = 3_000

/** Reports changed collections to one reader, as far as its token allows. */
export class LiveStream {
  readonly reading: Reading
  readonly #context: Context
  /** The collections of the stream, and the change numbers that were reported. */
  readonly #reported = new Map<string, number>()
  #isBlocked = false
  #isOver = false
  #telling: Promise<void> | undefined
  #isAgain = false

  constructor(context: Context, reading: Reading) {
    this.#context = context
    this.reading = reading
    reading.sink.onDrain(() => {
      this.#isBlocked = false
      this.look()
    })
  }

  get reported(): ReadonlyMap<string, number> {
    return this.#reported
  }

  /** The connection's buffer is full. */
  get isBlocked(): boolean {
    return this.#isBlocked
  }

  /** Sends the current position, or what has changed since the reader's last position. */
  async begin(): Promise<void> {
    const { sink } = this.reading
    const present = await this.#present()
    for (const [name, number] of present) this.#reported.set(name, number)
    this.reading.onNames()
    sink.write(`retry: ${retryMs}\n`)
    const { lastEventId } = sink
    const seen = lastEventId === undefined ? undefined : readPosition(lastEventId, present.keys())
    if (seen === undefined) {
      // The last position is unknown, so anything may have changed.
      const event = lastEventId === undefined ? 'ready' : 'reset'
      this.#write(`event: ${event}\ndata: {}\nid: ${positionText(this.#reported)}\n\n`)
      return
    }
    for (const name of present.keys()) this.#reported.set(name, seen.get(name) ?? -1)
    this.#write(`event: ready\ndata: {}\nid: ${lastEventId}\n\n`)
    this.look()
  }

  /** Looks for changes, and again if it was called in the meantime. */
  look(): void {
    if (this.#isOver || this.#isBlocked) return
    if (this.#telling !== undefined) {
      this.#isAgain = true
      return
    }
    this.#telling = this.#tell()
      // The database failed; the next look finds what this one has missed.
      .catch(() => {})
      .finally(() => {
        this.#telling = undefined
        if (!this.#isAgain) return
        this.#isAgain = false
        this.look()
      })
  }

  beat(): void {
    this.#write(': alive\n\n')
  }

  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.reading.sink.end()
  }

  /** The reader has disconnected. */
  close(): void {
    this.#isOver = true
  }

  async #tell(): Promise<void> {
    const present = await this.#present()
    const changed: Collection[] = []
    for (const [name, number] of present) {
      if (this.#reported.get(name) === number) continue
      const isNew = !this.#reported.has(name)
      this.#reported.set(name, number)
      // A new calendar is reported as a change of the calendar list.
      const collection = collectionNamed(name)!
      if (!isNew && (await this.#mayKnow(collection))) changed.push(collection)
    }
    for (const name of this.#reported.keys()) if (!present.has(name)) this.#reported.delete(name)
    this.reading.onNames()
    if (changed.length === 0 || this.#isOver) return
    const texts = changed.map((collection) => this.#eventText(collection))
    const position = positionText(this.#reported)
    // The id comes last, so that a reader that misses a part gets everything again.
    this.#write(`${texts.join('\n\n')}\nid: ${position}\n\n`)
  }

  #eventText({ kind, owner }: Collection): string {
    const { caller, origin } = this.reading
    const path =
      kind === 'events' ? `/calendars/${encodeURIComponent(owner)}/events` : `/users/me/${kind}`
    const data = {
      kind: `calendar#${kind}`,
      ...(kind === 'events' && { calendarId: owner }),
      ...(kind === 'events' && owner === caller.email && { primary: true }),
      resourceId: resourceIdOf({ kind, owner }),
      resourceUri: `${origin}${this.#context.basePath}${path}?alt=json`,
      number: String(this.#reported.get(nameOf({ kind, owner }))),
    }
    return `event: change\ndata: ${JSON.stringify(data)}`
  }

  async #mayKnow({ kind, owner }: Collection): Promise<boolean> {
    if (kind !== 'events') return true
    const calendar = await this.#context.calendars.find(owner)
    if (calendar === undefined) return false
    return canWatch(this.#context, calendar, this.reading.caller, listEvents.contract)
  }

  /** The reader's collections with their current change numbers. */
  async #present(): Promise<ReadonlyMap<string, number>> {
    const { database, lists, streamCalendarsMax } = this.#context
    const { caller } = this.reading
    const { userId } = caller
    const numbers = new Map<string, number>()
    const [own] = await userNumbers(database, [userId])
    if (own === undefined) return numbers
    const has = (scopes: readonly Scope[]) => scopes.some(({ uri }) => caller.scopes.has(uri))
    const put = (kind: WatchedKind, owner: string, number: number) =>
      numbers.set(nameOf({ kind, owner }), number)
    if (has(canReadList)) put('calendarList', userId, own.list)
    if (has(canReadSettings)) put('settings', userId, own.settings)
    if (!has(canReadEvents)) return numbers
    const entries = await lists.page(database, {
      userId,
      after: '',
      since: -1,
      withHidden: 1,
      withDeleted: 0,
      limit: streamCalendarsMax,
    })
    const ids = entries.map(({ calendarId }) => calendarId)
    for (const [id, number] of await calendarNumbers(database, ids)) put('events', id, number)
    return numbers
  }

  #write(text: string): void {
    if (this.#isOver || this.#isBlocked) return
    this.#isBlocked = !this.reading.sink.write(text)
  }
}

const nameBytes = 5
const numberBytes = 8
const entryBytes = nameBytes + numberBytes
const positionLengthMax = 16_384

/** The position of a stream: reported change numbers by collection. */
type Position = ReadonlyMap<string, number>

/** Encodes a position as an event id, which a reader sends when it reconnects. */
export function positionText(position: Position): string {
  const bytes = Buffer.alloc(position.size * entryBytes)
  let at = 0
  for (const [name, number] of position) {
    at += shortName(name).copy(bytes, at)
    at = bytes.writeBigUInt64BE(BigInt(number), at)
  }
  return bytes.toString('base64url')
}

/** Decodes the position for the given collections; undefined if the text is invalid. */
export function readPosition(text: string, names: Iterable<string>): Position | undefined {
  if (text.length > positionLengthMax || !/^[\w-]+$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length === 0 || bytes.length % entryBytes !== 0) return undefined
  const numbers = new Map<string, number>()
  for (let at = 0; at < bytes.length; at += entryBytes) {
    const name = bytes.toString('hex', at, at + nameBytes)
    numbers.set(name, Number(bytes.readBigUInt64BE(at + nameBytes)))
  }
  const position = new Map<string, number>()
  for (const name of names) {
    const number = numbers.get(shortName(name).toString('hex'))
    if (number !== undefined) position.set(name, number)
  }
  return position
}

const shortName = (name: string) =>
  createHash('sha256').update(name).digest().subarray(0, nameBytes)
