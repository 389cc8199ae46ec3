import { tokensChanged } from '#/auth/credentials/tokens.ts'
import { Streamed } from '#/contract/answer.ts'
import type { User } from '#/contract/operation.ts'
import type { Collection } from '#/jobs/push/channels/channel.ts'
import { collectionNamed, nameOf } from '#/jobs/push/channels/watched-collections.ts'
import { SettableClock } from '#/kernel/clock.ts'
import type { CalendarStores } from '../dependencies.ts'
import { quotaExceeded } from '../errors.ts'
import { calendarNumbers, userNumbers } from '../store/changes.ts'
import { LiveStream } from './live-stream.ts'

interface StreamSettings {
  readonly basePath: string
  readonly streamsMax: number
  readonly streamsPerUserMax: number
  readonly streamCalendarsMax: number
  readonly streamHeartbeatMs: number
}

type Context = CalendarStores & StreamSettings

// How often to look for changes by other processes.
const pollMs = 1_000
const namesPerQuery = 500
// Changes within this time are reported together.
const gatherMs = 10

/** The open streams of this process. */
export class Streams {
  readonly #context: Context
  readonly #open = new Set<LiveStream>()
  readonly #byName = new Map<string, Set<LiveStream>>()
  readonly #namesOf = new Map<LiveStream, readonly string[]>()
  readonly #changed = new Set<LiveStream>()
  #gathering: NodeJS.Timeout | undefined
  #beating: NodeJS.Timeout | undefined
  #polling: NodeJS.Timeout | undefined
  #isPolling = false

  constructor(context: Context) {
    this.#context = context
    context.changes.onChange((collection) => this.#note(collection))
    if (context.clock instanceof SettableClock) context.clock.onChange(() => this.#check())
  }

  async start(): Promise<void> {
    const { database } = this.#context
    await database.listen(tokensChanged, () => this.#check())
  }

  /** Users with an open stream. */
  get userIds(): readonly string[] {
    return [...new Set([...this.#open].map(({ reading }) => reading.caller.userId))]
  }

  /** A stream for the caller, which starts when the response headers have been sent. */
  streamFor(caller: User, origin: string): Streamed {
    const { streamsMax, streamsPerUserMax } = this.#context
    const own = [...this.#open].filter(({ reading }) => reading.caller.userId === caller.userId)
    const isFull = this.#open.size >= streamsMax || own.length >= streamsPerUserMax
    if (isFull) throw quotaExceeded()
    return new Streamed((sink) => {
      const onNames = () => this.#index(stream)
      const stream = new LiveStream(this.#context, { caller, sink, origin, onNames })
      this.#open.add(stream)
      sink.onClose(() => this.#forget(stream))
      this.#keepAlive()
      stream.begin().catch(() => stream.end())
    })
  }

  /** Ends all streams, because the server stops or everything may have changed, as after a restore. Readers reconnect. */
  endAll(): void {
    for (const stream of this.#open) stream.end()
  }

  #note(collection: Collection): void {
    const streams = this.#byName.get(nameOf(collection))
    if (streams === undefined) return
    for (const stream of streams) this.#changed.add(stream)
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined
      for (const stream of this.#changed) stream.look()
      this.#changed.clear()
    }, gatherMs)
  }

  /** Indexes a stream by its collections, which change with the reader's calendar list. */
  #index(stream: LiveStream): void {
    if (!this.#open.has(stream)) return
    const names = [...stream.reported.keys()]
    const before = this.#namesOf.get(stream)
    if (before !== undefined && before.length === names.length) {
      if (before.every((name, index) => name === names[index])) return
    }
    this.#unindex(stream)
    this.#namesOf.set(stream, names)
    for (const name of names) {
      const streams = this.#byName.get(name) ?? new Set()
      this.#byName.set(name, streams.add(stream))
    }
  }

  #unindex(stream: LiveStream): void {
    for (const name of this.#namesOf.get(stream) ?? []) {
      const streams = this.#byName.get(name)
      streams?.delete(stream)
      if (streams?.size === 0) this.#byName.delete(name)
    }
    this.#namesOf.delete(stream)
  }

  #forget(stream: LiveStream): void {
    stream.close()
    this.#open.delete(stream)
    this.#changed.delete(stream)
    this.#unindex(stream)
    if (this.#open.size > 0) return
    clearInterval(this.#beating)
    clearInterval(this.#polling)
    this.#beating = undefined
    this.#polling = undefined
  }

  #keepAlive(): void {
    const { streamHeartbeatMs, database } = this.#context
    this.#beating ??= setInterval(() => this.#beat(), streamHeartbeatMs).unref()
    if (database.engine === 'sqlite') return
    this.#polling ??= setInterval(() => void this.#poll(), pollMs).unref()
  }

  #beat(): void {
    for (const stream of this.#open) {
      // A reader that is still blocked has disconnected.
      if (stream.isBlocked) stream.end()
      else stream.beat()
    }
    this.#check()
  }

  /** Ends streams whose token is no longer valid. */
  #check(): void {
    for (const stream of this.#open) {
      stream.reading.sink.isStillAllowed().then(
        (isAllowed) => {
          if (!isAllowed) stream.end()
        },
        () => {},
      )
    }
  }

  /** Looks for changes by other processes. */
  async #poll(): Promise<void> {
    if (this.#isPolling) return
    this.#isPolling = true
    try {
      const present = await this.#presentNumbers()
      for (const stream of this.#open) {
        const isBehind = [...stream.reported].some(([name, number]) => {
          const now = present.get(name)
          return now !== undefined && now !== number
        })
        if (isBehind) stream.look()
      }
    } catch {
      // The database failed; the next poll makes up for it.
    } finally {
      this.#isPolling = false
    }
  }

  async #presentNumbers(): Promise<ReadonlyMap<string, number>> {
    const { database } = this.#context
    const present = new Map<string, number>()
    const ids = [...this.#byName.keys()].flatMap((name) => {
      const { kind, owner } = collectionNamed(name)!
      return kind === 'events' ? [owner] : []
    })
    for (let at = 0; at < ids.length; at += namesPerQuery) {
      const some = ids.slice(at, at + namesPerQuery)
      for (const [owner, number] of await calendarNumbers(database, some)) {
        present.set(nameOf({ kind: 'events', owner }), number)
      }
    }
    for (const { userId: owner, list, settings } of await userNumbers(database, this.userIds)) {
      present.set(nameOf({ kind: 'calendarList', owner }), list)
      present.set(nameOf({ kind: 'settings', owner }), settings)
    }
    return present
  }
}
