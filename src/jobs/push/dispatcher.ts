import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '#/kernel/clock.ts'
import type { Log } from '#/kernel/log.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Database, Transaction } from '#/storage/port.ts'
import { none } from '#/storage/statement.ts'
import { Lookout, type NextLook } from '../lookout.ts'
import { type ClaimedChannel, type Collection, stateOf } from './channel.ts'
import type { ChannelStops } from './channel-stops.ts'
import { Lanes, type Underway } from './lanes.ts'
import { messageHeaders } from './message.ts'
import {
  type Answer,
  type NextState,
  outcomeOf,
  postponedState,
  retryState,
  settledState,
} from './outcome.ts'
import type { Claim, Judgement, PushSource } from './source.ts'
import {
  type DeliveryRow,
  earliestRetry,
  extendLeases,
  freeAllLeases,
  freeOldLeases,
  putDeliveries,
  settleChannels,
} from './store.ts'
import type { Message, Posting } from './transport.ts'
import { collectionNamed, nameOf, WatchedCollections } from './watched-collections.ts'

/** Where a new channel is announced to every process. */
export const watchChannel = 'almanac_watch'

interface DispatcherParts {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly randomBytes: RandomBytes
  readonly source: PushSource
  readonly stops: ChannelStops
  readonly transport: {
    post(message: Message): Posting
    close(): Promise<void>
  }
  /** The address of this server, by which it introduces itself. */
  readonly sender: () => string
  readonly webhookInFlightMax: number
  readonly webhookPerHostMax: number
  readonly webhookTimeoutMs: number
  readonly webhookLogMax: number
}

/** A channel that this process holds, from the claim until its outcome is written. */
interface Held {
  readonly channel: ClaimedChannel
  readonly target: URL
  /** The epoch in which it was taken: what is told now may be undone by a restore. */
  readonly epoch: number
  readonly calendarKey: number
  leasedUntil: number
}

interface Settled {
  readonly held: Held
  readonly next: NextState
  readonly delivery?: DeliveryRow
}

// What changes within so short a time is told at once, and the answer to the write goes out first.
const gatherMs = 10
const claimMax = 250
const heldMax = 4_096
const settleMs = 15
const settleMax = 256
const leaseMs = 10_000
const heartbeatMs = 3_000
const scanEveryMs = 10_000
const scanPage = 500
const epochLookMs = 20
const epochLooksMax = 250
const stuckHostMs = 5_000
const numbersPerEpoch = 1_000_000_000

/**
 * Tells receivers what has changed. What is due follows from rows alone: a channel whose number lies
 * behind that of its collection. Hearing of a change makes it prompt, looking at all channels now and
 * then makes it certain, and a lease keeps several processes from telling the same.
 */
export class Dispatcher {
  readonly #parts: DispatcherParts
  readonly #watched = new WatchedCollections()
  readonly #pending = new Map<string, Collection>()
  readonly #held = new Map<string, Held>()
  readonly #lanes: Lanes<Held>
  readonly #lookout: Lookout
  #settled: Settled[] = []
  #gathering: NodeJS.Timeout | undefined
  #settling: NodeJS.Timeout | undefined
  #heartbeat: NodeJS.Timeout | undefined
  #draining: Promise<void> | undefined
  #flushing: Promise<void> = Promise.resolve()
  #scanAt = 0
  #isStopped = false

  constructor(parts: DispatcherParts) {
    this.#parts = parts
    this.#lanes = new Lanes({
      inFlightMax: parts.webhookInFlightMax,
      perHostMax: parts.webhookPerHostMax,
      timeoutMs: parts.webhookTimeoutMs,
      begin: (held) => this.#begin(held),
      postpone: (held) => this.#putOff(held, parts.clock.nowMs() + stuckHostMs),
    })
    this.#lookout = new Lookout({ ...parts, look: () => this.#look() })
  }

  async start(): Promise<void> {
    const { database } = this.#parts
    if (database.engine === 'sqlite') {
      // No other process has the file, so whoever held these leases is gone.
      await database.transaction((tx) => tx.run(freeAllLeases, none))
    }
    await this.#parts.stops.listen(database)
    await database.listen(watchChannel, (name) => {
      const collection = collectionNamed(name)
      if (collection === undefined) return this.distrust()
      this.#watched.add(collection)
      this.note(collection)
    })
    this.#heartbeat = setInterval(() => void this.#extend(), heartbeatMs).unref()
    this.#lookout.open()
    this.#lookout.wake()
  }

  /** After a restore: the leases that came with it are nobody's, and everybody has to be told. */
  async renew(epoch: number): Promise<void> {
    const { database, log } = this.#parts
    try {
      for (let look = 0; database.epoch < epoch && look < epochLooksMax; look++) {
        await delay(epochLookMs)
      }
      await database.transaction((tx) => tx.run(freeOldLeases, { epoch: database.epoch }))
    } catch (error) {
      log.warn('leases of channels not freed', { error: String(error) })
    }
    this.distrust()
  }

  /** Looks at all channels again. */
  distrust(): void {
    this.#watched.distrust()
    this.#scanAt = 0
    this.#lookout.wake()
  }

  /** Says that a collection has changed, or may have. */
  note(collection: Collection): void {
    if (this.#isStopped || !this.#watched.has(collection)) return
    this.#pending.set(nameOf(collection), collection)
    this.#gather()
  }

  /** Begins nothing more, and gives free what it holds. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#gathering)
    clearInterval(this.#heartbeat)
    await this.#lookout.close()
    await this.#draining?.catch(() => {})
    this.#lanes.abandon()
    for (const held of this.#held.values()) this.#putOff(held, null)
    this.#flush()
    await this.#flushing
    await this.#parts.transport.close()
  }

  #gather(): void {
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined
      this.#draining ??= this.#drain()
        .catch((error: unknown) => {
          this.#parts.log.warn('channels not looked at', { error: String(error) })
          this.distrust()
        })
        .finally(() => {
          this.#draining = undefined
          if (this.#pending.size > 0 && this.#room > 0 && !this.#isStopped) this.#gather()
        })
    }, gatherMs)
  }

  get #room(): number {
    return heldMax - this.#held.size
  }

  async #drain(): Promise<void> {
    const { source } = this.#parts
    for (const [name, collection] of this.#pending) {
      if (this.#isStopped || this.#room <= 0) return
      this.#pending.delete(name)
      const taken = await this.#claim((tx, claim) => source.claimOf(tx, collection, claim))
      if (taken === claimMax) this.#pending.set(name, collection)
    }
  }

  /** Takes channels and lets their messages go; says how many there were. */
  async #claim(
    take: (tx: Transaction, claim: Claim) => Promise<ClaimedChannel[]>,
  ): Promise<number> {
    const { database, source, stops } = this.#parts
    const claim = { ...this.#terms(), worker: stops.worker, count: Math.min(claimMax, this.#room) }
    const claimed = await database.transaction((tx) => take(tx, claim))
    if (claimed.length === 0) return 0
    const judgements = await source.judge(claimed)
    for (const channel of claimed) {
      this.#hold(channel, judgements.get(channel.key)!, claim)
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
      epoch: database.epoch,
      epochNumber: (database.epoch - 1) * numbersPerEpoch,
    }
  }

  #hold(
    channel: ClaimedChannel,
    { isWorthTelling, calendarKey }: Judgement,
    { leasedUntil, epoch }: Claim,
  ): void {
    const target = new URL(channel.address)
    const held = { channel, target, calendarKey, leasedUntil, epoch }
    this.#held.set(channel.key, held)
    if (isWorthTelling) this.#lanes.add(target.host, held)
    else this.#settle({ held, next: this.#asSettled(held) })
  }

  #begin(held: Held): Underway | undefined {
    const { clock, stops, transport, sender } = this.#parts
    const { channel } = held
    const isOver =
      this.#isStopped ||
      stops.hasEnded(channel.key) ||
      held.leasedUntil <= clock.machineMs() ||
      channel.expiresAt <= clock.nowMs()
    if (isOver) {
      this.#putOff(held, null)
      return undefined
    }
    const beganAtMs = clock.nowMs()
    const began = performance.now()
    const { answer, abort } = transport.post({
      target: held.target,
      headers: messageHeaders(channel, { nowMs: beganAtMs, sender: sender() }),
    })
    const done = answer.then((given) => {
      const durationMs = Math.round(performance.now() - began)
      this.#settle(this.#answered(held, given, { beganAtMs, durationMs }))
    })
    return { done, abort }
  }

  #answered(
    held: Held,
    answer: Answer,
    timing: { readonly beganAtMs: number; readonly durationMs: number },
  ): Settled {
    const { clock, randomBytes, webhookLogMax, log } = this.#parts
    const { channel } = held
    const outcome = outcomeOf(answer)
    const next =
      outcome === 'retrying'
        ? retryState(channel, { nowMs: clock.nowMs(), randomBytes })
        : this.#asSettled(held)
    const delivery: DeliveryRow = {
      channelKey: channel.key,
      slot: channel.tries % webhookLogMax,
      messageNumber: channel.messageNumber,
      state: stateOf(channel),
      attempt: channel.attempts + 1,
      outcome,
      status: 'status' in answer ? answer.status : null,
      error: 'error' in answer ? answer.error : 'refusal' in answer ? answer.refusal : null,
      ...timing,
    }
    const { id: channelId, userId } = channel
    const { status, error } = delivery
    if (outcome === 'delivered') log.debug('message delivered', { channelId, userId, status })
    else log.warn('message not delivered', { channelId, userId, outcome, status, error })
    return { held, next, delivery }
  }

  #asSettled({ channel, calendarKey, epoch }: Held): NextState {
    return settledState(channel, { epoch, calendarKey })
  }

  #putOff(held: Held, dueAt: number | null): void {
    this.#settle({ held, next: postponedState(held.channel, dueAt) })
  }

  #settle(settled: Settled): void {
    this.#settled.push(settled)
    if (this.#settled.length >= settleMax) this.#flush()
    else this.#settling ??= setTimeout(() => this.#flush(), settleMs)
  }

  #flush(): void {
    clearTimeout(this.#settling)
    this.#settling = undefined
    const settled = this.#settled
    if (settled.length === 0) return
    this.#settled = []
    this.#flushing = this.#flushing.then(() => this.#write(settled))
  }

  async #write(settled: readonly Settled[]): Promise<void> {
    const { database, log, stops } = this.#parts
    const deliveries = settled.flatMap(({ delivery }) => (delivery ? [delivery] : []))
    try {
      await database.transaction(async (tx) => {
        const rows = JSON.stringify(settled.map(({ next }) => next))
        await tx.run(settleChannels, { worker: stops.worker, rows })
        if (deliveries.length > 0) {
          await tx.run(putDeliveries, { rows: JSON.stringify(deliveries) })
        }
      })
    } catch (error) {
      // The leases run out, and what was told is told again.
      log.error('deliveries not written', { error: String(error) })
    }
    for (const { held } of settled) this.#held.delete(held.channel.key)
    if (this.#isStopped) return
    // The collection may have gone on meanwhile, by whichever process.
    for (const { held } of settled) this.note(held.channel)
    if (settled.some(({ next }) => next.dueAt !== null)) this.#lookout.wake()
    if (this.#pending.size > 0) this.#gather()
  }

  async #look(): Promise<NextLook> {
    const { database, clock, source } = this.#parts
    const isScanned = clock.machineMs() < this.#scanAt
    if (!isScanned) await this.#scan()
    let taken = claimMax
    while (taken === claimMax && this.#room > 0 && !this.#isStopped) {
      taken = await this.#claim((tx, claim) => source.claimRetries(tx, claim))
    }
    const next = await database.first(earliestRetry, { now: clock.nowMs() })
    return { atMs: next?.dueAt ?? undefined, machineAtMs: this.#scanAt }
  }

  /** Finds what is due though nobody said so: after a start, a crash of another process, a restore. */
  async #scan(): Promise<void> {
    const { database, source, clock } = this.#parts
    this.#scanAt = clock.machineMs() + scanEveryMs
    this.#watched.beginListing()
    let after = ''
    for (;;) {
      const { machineNow, now, epoch } = this.#terms()
      const page = { machineNow, now, epoch, after, count: scanPage }
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
    if (this.#pending.size > 0) this.#gather()
  }

  async #extend(): Promise<void> {
    const { database, clock, log, stops } = this.#parts
    if (this.#held.size === 0) return
    const leasedUntil = clock.machineMs() + leaseMs
    const keys = [...this.#held.keys()]
    try {
      const rows = await database.transaction((tx) =>
        tx.all(extendLeases, { worker: stops.worker, leasedUntil, keys: JSON.stringify(keys) }),
      )
      const kept = new Set(rows.map(({ key }) => key))
      for (const key of keys) {
        const held = this.#held.get(key)
        if (held !== undefined) held.leasedUntil = kept.has(key) ? leasedUntil : 0
      }
    } catch (error) {
      log.warn('leases of channels not extended', { error: String(error) })
    }
  }
}
