import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { Transaction } from '#/storage/port.ts'
import { none } from '#/storage/sql/statement.ts'
import { Lookout, type NextLook } from '../lookout.ts'
import type { ClaimedChannel, Collection } from './channels/channel.ts'
import { collectionNamed, nameOf, WatchedCollections } from './channels/watched-collections.ts'
import { leaseMs, Outgoing, type OutgoingParts } from './outgoing.ts'
import type { Claim, PushSource } from './source.ts'
import { earliestRetry, freeAllLeases, freeOldLeases } from './store.ts'

/** The notification channel that announces new push channels to every process. */
export const watchChannel = 'almanac_watch'

interface DispatcherParts extends OutgoingParts {
  readonly source: PushSource
}

// Changes within this time cause one notification, and the response to the write is sent first.
const gatherMs = 10
const claimMax = 500
const scanEveryMs = 10_000
const scanPage = 500
const incarnationLookMs = 20
const incarnationLooksMax = 250

/**
 * Sends push notifications. Rows alone decide what is due: a channel whose change number is behind that of
 * its collection. Change notifications make deliveries prompt, periodic scans of all channels make them
 * certain, and leases keep several processes from sending the same notification.
 */
export class Dispatcher {
  readonly #parts: DispatcherParts
  readonly #watched = new WatchedCollections()
  readonly #pending = new Map<string, Collection>()
  readonly #outgoing: Outgoing
  readonly #lookout: Lookout
  #gathering: NodeJS.Timeout | undefined
  #draining: Promise<void> | undefined
  /** When each collection was last reported as changed, and when each held channel was claimed. */
  readonly #notedAt = new Map<string, number>()
  readonly #takenAt = new Map<string, number>()
  #moment = 0
  #scanAt = 0
  #isStopped = false
  #renewing: Promise<void> | undefined
  #met: { readonly incarnation: string; readonly atMs: number } | undefined

  constructor(parts: DispatcherParts) {
    this.#parts = parts
    this.#outgoing = new Outgoing(parts, (channels, isToRepeat) => {
      this.#goOn(channels)
      if (isToRepeat) this.#lookout.wake()
    })
    this.#lookout = new Lookout({ ...parts, look: () => this.#look() })
  }

  async start(): Promise<void> {
    const { database } = this.#parts
    if (database.engine === 'sqlite') {
      // No other process uses the file, so that the holders of these leases have ended.
      await database.transaction((tx) => tx.run(freeAllLeases, none))
    }
    await this.#parts.stops.listen(database)
    await database.listen(watchChannel, (name) => {
      const collection = collectionNamed(name)
      if (collection === undefined) return this.distrust()
      this.#watched.add(collection)
      this.note(collection)
    })
    this.#outgoing.start()
    this.#lookout.open()
    this.#lookout.wake()
  }

  /** Frees leases that came with a restored database, and notifies all channels. */
  async renew(incarnation: string): Promise<void> {
    if (this.#isStopped) return
    this.#renewing = this.#renew(incarnation)
    await this.#renewing
  }

  async #renew(incarnation: string): Promise<void> {
    const { database, log } = this.#parts
    const isKnown = () => incarnation === '' || database.incarnation === incarnation
    try {
      for (let look = 0; !isKnown() && look < incarnationLooksMax && !this.#isStopped; look++) {
        await delay(incarnationLookMs)
      }
      const present = { incarnation: database.incarnation }
      await database.transaction((tx) => tx.run(freeOldLeases, present))
    } catch (error) {
      log.warn('could not release channel leases', { error: String(error) })
    }
    if (!this.#isStopped) this.distrust()
  }

  /** Looks at all channels again. */
  distrust(): void {
    this.#watched.distrust()
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
  }

  #gather(): void {
    if (this.#isStopped) return
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined
      this.#draining ??= this.#drain()
        .catch((error: unknown) => {
          this.#parts.log.warn('could not check channels', { error: String(error) })
          this.distrust()
        })
        .finally(() => {
          this.#draining = undefined
          if (this.#pending.size > 0 && this.#outgoing.room > 0 && !this.#isStopped) this.#gather()
        })
    }, gatherMs)
  }

  async #drain(): Promise<void> {
    const { source } = this.#parts
    for (const [name, collection] of this.#pending) {
      if (this.#isStopped || this.#outgoing.room <= 0) return
      this.#pending.delete(name)
      const taken = await this.#claim((tx, claim) => source.claimOf(tx, collection, claim))
      if (taken === claimMax) this.#pending.set(name, collection)
    }
  }

  /** Claims channels and sends their notifications; returns how many. */
  async #claim(
    take: (tx: Transaction, claim: Claim) => Promise<ClaimedChannel[]>,
  ): Promise<number> {
    const { database, source, stops } = this.#parts
    const claim = {
      ...this.#terms(),
      worker: stops.worker,
      count: Math.min(claimMax, this.#outgoing.room),
    }
    const takenAt = ++this.#moment
    const claimed = await database.transaction((tx) => take(tx, claim))
    if (claimed.length === 0) return 0
    const judgments = await source.judge(claimed)
    for (const channel of claimed) {
      this.#takenAt.set(channel.key, takenAt)
      this.#outgoing.hold(channel, judgments.get(channel.key)!, claim)
    }
    return claimed.length
  }

  #terms() {
    const { database, clock } = this.#parts
    const machineNow = clock.machineMs()
    return {
      machineNow,
      leasedUntil: machineNow + leaseMs,
      now: clock.nowMs(),
      incarnation: database.incarnation,
      numberMin: this.#numberMin(database.incarnation, machineNow),
    }
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
    const isAlone = this.#parts.database.engine === 'sqlite'
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
    const { database, clock, source } = this.#parts
    const isScanned = clock.machineMs() < this.#scanAt
    if (!isScanned) await this.#scan()
    const nextRetry = async () =>
      (await database.first(earliestRetry, { now: clock.nowMs() }))?.dueAt ?? undefined
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
    const { database, source, clock } = this.#parts
    this.#scanAt = clock.machineMs() + scanEveryMs
    this.#watched.beginListing()
    let after = ''
    for (;;) {
      const { machineNow, now, incarnation } = this.#terms()
      const page = { machineNow, now, incarnation, after, count: scanPage }
      const channels = await source.scan(database, page)
      for (const { key, kind, owner, isDue } of channels) {
        const collection = { kind, owner }
        this.#watched.list(collection)
        if (isDue === 1) this.#pending.set(nameOf(collection), collection)
        after = key
      }
      if (channels.length < scanPage || this.#isStopped) break
      await nextTurn()
    }
    this.#watched.endListing()
    this.#forgetNotes()
    if (this.#pending.size > 0) this.#gather()
  }

  /** Drops notes that no held channel can have missed. */
  #forgetNotes(): void {
    const earliest = Math.min(this.#moment, ...this.#takenAt.values())
    for (const [name, notedAt] of this.#notedAt) {
      if (notedAt < earliest) this.#notedAt.delete(name)
    }
  }
}
