import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { Transaction } from '#/storage/port.ts'
import { none } from '#/storage/sql/statement.ts'
import { Lookout, type NextLook } from '../lookout.ts'
import type { ClaimedChannel, Collection } from './channels/channel.ts'
import { collectionNamed, nameOf, WatchedCollections } from './channels/watched-collections.ts'
import { retryMsMax } from './outcome.ts'
import { leaseMs, Outgoing, type OutgoingContext } from './outgoing.ts'
import { Presence } from './presence.ts'
import type { Claim, PushSource, ScanPage } from './source.ts'
import {
  bringRetriesForward,
  findSweepPlace,
  freeAllLeases,
  freeOldLeases,
  putSweepPlace,
  retryTimes,
} from './store.ts'

/** The notification channel that announces new push channels to every process. */
export const watchChannel = 'almanac_watch'

interface DispatcherContext extends OutgoingContext {
  readonly source: PushSource
}

// Changes within this time cause one notification, and the response to the write is sent first.
const gatherMs = 10
const claimMax = 500
const scanPage = 500
/** How many channels one sweep looks at. */
const sweepMax = 1_000
const incarnationLookMs = 20
const incarnationLooksMax = 250

/**
 * Sends push notifications. Rows alone decide what is due: a channel whose change number is behind that of
 * its collection. Change notifications make deliveries prompt, and leases keep several processes from sending
 * the same notification. A scan of all channels finds what a process left that has died; sweeps look at some
 * channels at a time, so that they cost the same however many there are.
 */
export class Dispatcher {
  readonly #context: DispatcherContext
  readonly #watched = new WatchedCollections()
  readonly #pending = new Map<string, Collection>()
  readonly #outgoing: Outgoing
  readonly #lookout: Lookout
  readonly #presence: Presence
  #gathering: NodeJS.Timeout | undefined
  #draining: Promise<void> | undefined
  /** When each collection was last reported as changed, and when each held channel was claimed. */
  readonly #notedAt = new Map<string, number>()
  readonly #takenAt = new Map<string, number>()
  #moment = 0
  /** When to look at all channels, by the machine's clock. */
  #scanAt = 0
  #isStopped = false
  #renewing: Promise<void> | undefined
  #met: { readonly incarnation: string; readonly atMs: number } | undefined

  constructor(context: DispatcherContext) {
    this.#context = context
    this.#outgoing = new Outgoing(context, {
      onReleased: (channels, isToRepeat) => {
        this.#goOn(channels)
        if (isToRepeat) this.#lookout.wake()
      },
      onUnrecorded: () => {
        this.#scanAt = Math.min(this.#scanAt, context.clock.machineMs() + leaseMs)
        this.#lookout.wake()
      },
    })
    this.#lookout = new Lookout({ ...context, look: () => this.#look() })
    const { worker } = context.stops
    this.#presence = new Presence({ ...context, worker, onDeath: () => this.#scanSoon() })
  }

  async start(): Promise<void> {
    const { database } = this.#context
    if (database.engine === 'sqlite') {
      // No other process uses the file, so that the holders of these leases have ended.
      await database.transaction((tx) => tx.run(freeAllLeases, none))
    }
    await this.#context.stops.listen(database)
    await database.listen(watchChannel, (name) => {
      const collection = collectionNamed(name)
      if (collection === undefined) return this.distrust()
      this.#watched.add(collection)
      this.note(collection)
    })
    this.#outgoing.start()
    this.#lookout.open()
    this.#lookout.wake()
    await this.#presence.start()
  }

  /** Frees leases that came with a restored database, and notifies all channels. */
  async renew(incarnation: string): Promise<void> {
    if (this.#isStopped) return
    this.#renewing = this.#renew(incarnation)
    await this.#renewing
  }

  async #renew(incarnation: string): Promise<void> {
    const { database, log } = this.#context
    const isKnown = () => incarnation === '' || database.incarnation === incarnation
    try {
      for (let look = 0; !isKnown() && look < incarnationLooksMax && !this.#isStopped; look++) {
        await delay(incarnationLookMs)
      }
      if (this.#isStopped) return
      const present = { incarnation: database.incarnation }
      await database.transaction((tx) => tx.run(freeOldLeases, present))
    } catch (error) {
      if (!this.#isStopped) log.warn('could not release channel leases', { error: String(error) })
    }
    if (!this.#isStopped) this.distrust()
  }

  /** Looks at all channels again. */
  distrust(): void {
    this.#watched.distrust()
    this.#scanSoon()
  }

  #scanSoon(): void {
    this.#scanAt = 0
    this.#lookout.wake()
  }

  /** Reports that a collection has or may have changed. */
  note(collection: Collection): void {
    if (this.#isStopped || !this.#watched.has(collection)) return
    const name = nameOf(collection)
    this.#notedAt.set(name, ++this.#moment)
    this.#pending.set(name, collection)
    this.#gather()
  }

  /** Stops sending and frees all held channels. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#gathering)
    await this.#lookout.close()
    await this.#draining?.catch(() => {})
    await this.#renewing
    await this.#outgoing.stop()
    await this.#presence.stop({ hasWork: this.#pending.size > 0 })
  }

  #gather(): void {
    if (this.#isStopped) return
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined
      this.#draining ??= this.#drain()
        .catch((error: unknown) => {
          this.#context.log.warn('could not check channels', { error: String(error) })
          this.distrust()
        })
        .finally(() => {
          this.#draining = undefined
          if (this.#pending.size > 0 && this.#outgoing.room > 0 && !this.#isStopped) this.#gather()
        })
    }, gatherMs)
  }

  async #drain(): Promise<void> {
    const { source } = this.#context
    for (const [name, collection] of this.#pending) {
      if (this.#isStopped || this.#outgoing.room <= 0) return
      this.#pending.delete(name)
      const taken = await this.#claim((tx, claim) => source.claimOf(tx, collection, claim))
      if (taken === claimMax) this.#pending.set(name, collection)
      if (taken === 0) await this.#forgetUnwatched(collection)
    }
  }

  async #forgetUnwatched(collection: Collection): Promise<void> {
    const { database, source, clock } = this.#context
    const { additions } = this.#watched
    if (await source.isWatched(database, collection, clock.nowMs())) return
    this.#watched.remove(collection, additions)
  }

  /** Claims channels and sends their notifications; returns how many. */
  async #claim(
    take: (tx: Transaction, claim: Claim) => Promise<ClaimedChannel[]>,
  ): Promise<number> {
    const { database, source, stops } = this.#context
    const count = Math.min(claimMax, this.#outgoing.room)
    // In the transaction, which fails if its incarnation has ended.
    const terms = () => ({ ...this.#terms(), worker: stops.worker, leaseMs, count })
    let claim = terms()
    // The lease of the database begins later.
    const leasedUntil = this.#context.clock.machineMs() + leaseMs
    const takenAt = ++this.#moment
    const claimed = await database.transaction((tx) => {
      claim = terms()
      return take(tx, claim)
    })
    if (claimed.length === 0) return 0
    const judgments = await source.judge(claimed)
    for (const channel of claimed) {
      this.#takenAt.set(channel.key, takenAt)
      this.#outgoing.hold(channel, judgments.get(channel.key)!, { ...claim, leasedUntil })
    }
    return claimed.length
  }

  #terms() {
    const { database, clock } = this.#context
    const { incarnation } = database
    const numberMin = this.#numberMin(incarnation, clock.machineMs())
    return { now: clock.nowMs(), incarnation, numberMin }
  }

  /**
   * The message numbers of a lost history are unknown. A channel sends less than one message per millisecond,
   * so that they are below the time at which the new incarnation was noticed.
   */
  #numberMin(incarnation: string, machineNow: number): number {
    if (this.#met?.incarnation !== incarnation) this.#met = { incarnation, atMs: machineNow }
    return this.#met.atMs
  }

  /** Checks again for changes of held channels, which other processes do not report. */
  #goOn(channels: readonly ClaimedChannel[]): void {
    const isAlone = this.#context.database.engine === 'sqlite'
    for (const { key, kind, owner, isSynced } of channels) {
      const name = nameOf({ kind, owner })
      const takenAt = this.#takenAt.get(key) ?? 0
      this.#takenAt.delete(key)
      const hasToldAll = isSynced === 1 && takenAt > (this.#notedAt.get(name) ?? 0)
      if (isAlone && hasToldAll) continue
      this.#pending.set(name, { kind, owner })
    }
    if (this.#pending.size > 0) this.#gather()
  }

  async #look(): Promise<NextLook> {
    const { database, clock, source } = this.#context
    const isScanned = clock.machineMs() < this.#scanAt
    if (!isScanned) await this.#scan()
    this.#forgetNotes()
    const nextRetry = async (): Promise<number | undefined> => {
      const now = clock.nowMs()
      const times = (await database.first(retryTimes, { now }))!
      const latest = now + retryMsMax
      if ((times.latest ?? 0) <= latest) return times.earliest ?? undefined
      await database.transaction((tx) => tx.run(bringRetriesForward, { now, latest }))
      return now
    }
    let atMs = await nextRetry()
    while (
      atMs !== undefined &&
      atMs <= clock.nowMs() &&
      this.#outgoing.room > 0 &&
      !this.#isStopped
    ) {
      const taken = await this.#claim((tx, claim) => source.claimRetries(tx, claim))
      atMs = await nextRetry()
      if (taken === 0) break
    }
    return { atMs, machineAtMs: this.#scanAt }
  }

  /**
   * Finds due channels without a change notification: after a start, a crash of another process, or a
   * restore.
   */
  async #scan(): Promise<void> {
    this.#scanAt = Number.POSITIVE_INFINITY
    try {
      this.#watched.beginListing()
      let after: string | undefined = ''
      while (after !== undefined && !this.#isStopped) {
        after = await this.#lookAt({ after, count: scanPage })
        await nextTurn()
      }
      this.#watched.endListing()
    } catch (error) {
      this.#scanAt = 0
      throw error
    }
  }

  /**
   * Checks the next few of all channels, in a cycle, in one process at a time. This finds what no
   * notification announces, such as a row that was locked when it was due.
   */
  async sweep(): Promise<void> {
    const { database } = this.#context
    const after = (await database.first(findSweepPlace, none))?.value ?? ''
    const value = (await this.#lookAt({ after, count: sweepMax })) ?? ''
    if (value === after) return
    await database.transaction((tx) => tx.run(putSweepPlace, { value }))
  }

  /** Looks at a page of channels, and returns the key of the last one unless it was the last page. */
  async #lookAt(place: Pick<ScanPage, 'after' | 'count'>): Promise<string | undefined> {
    const { database, source, clock } = this.#context
    const { incarnation } = database
    const page = { ...place, now: clock.nowMs(), incarnation }
    const channels = await source.scan(database, page)
    for (const { kind, owner, isDue } of channels) {
      const collection = { kind, owner }
      this.#watched.list(collection)
      if (isDue === 1) this.#pending.set(nameOf(collection), collection)
    }
    if (this.#pending.size > 0 && !this.#isStopped) this.#gather()
    return channels.length < place.count ? undefined : channels.at(-1)!.key
  }

  /** Drops notes that no held channel can have missed. */
  #forgetNotes(): void {
    const earliest = Math.min(this.#moment, ...this.#takenAt.values())
    for (const [name, notedAt] of this.#notedAt) {
      if (notedAt < earliest) this.#notedAt.delete(name)
    }
  }
}
