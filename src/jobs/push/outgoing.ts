import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '#/kernel/clock.ts'
import type { Log } from '#/kernel/log.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Database } from '#/storage/port.ts'
import { type ClaimedChannel, type DeliveryOutcome, stateOf } from './channels/channel.ts'
import type { ChannelStops } from './channels/channel-stops.ts'
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
import { type Settlement, Settlements } from './settlements.ts'
import type { Claim, Judgment } from './source.ts'
import { type DeliveryRow, extendLeases } from './store.ts'
import type { Message, Posting } from './webhook-transport.ts'

export interface OutgoingContext {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly randomBytes: RandomBytes
  readonly stops: ChannelStops
  readonly transport: {
    post(message: Message): Posting
    close(): Promise<void>
  }
  /** The URL of this server in the User-Agent. */
  readonly sender: () => string
  readonly webhookInFlightMax: number
  readonly webhookPerHostMax: number
  readonly webhookTimeoutMs: number
  readonly webhookLogMax: number
  /** Called after each attempt to deliver a notification. */
  readonly onDelivery?: (outcome: DeliveryOutcome) => void
}

/** A channel that this process holds, from the claim until its outcome is written. */
interface Delivering {
  readonly channel: ClaimedChannel
  readonly target: URL
  /** The incarnation of the database at the claim; a restore since then invalidates the message. */
  readonly incarnation: string
  readonly ownerKey: number
  /** By the clock of this machine. */
  leasedUntil: number
}

interface Settled extends Settlement {
  readonly delivering: Delivering
}

interface Listeners {
  /** Called with channels that were released, and whether some of them are to be used again later. */
  readonly onReleased: (channels: readonly ClaimedChannel[], isToRepeat: boolean) => void
  /** Called when outcomes could not be written, so that the leases have to end first. */
  readonly onUnrecorded: () => void
}

const deliveriesMax = 4_096
const heartbeatMs = 3_000
const stuckHostMs = 5_000
const drainMs = 1_000
const drainLookMs = 10

/** How long a lease lasts after the last heartbeat of its process. */
export const leaseMs = 10_000

/** The channels that this process holds, and the notifications that it sends for them. */
export class Outgoing {
  readonly #context: OutgoingContext
  readonly #listeners: Listeners
  readonly #deliveries = new Map<string, Delivering>()
  readonly #lanes: Lanes<Delivering>
  readonly #settlements: Settlements<Settled>
  #heartbeat: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(context: OutgoingContext, listeners: Listeners) {
    this.#context = context
    this.#listeners = listeners
    this.#lanes = new Lanes({
      inFlightMax: context.webhookInFlightMax,
      perHostMax: context.webhookPerHostMax,
      timeoutMs: context.webhookTimeoutMs,
      begin: (delivering) => this.#begin(delivering),
      postpone: (delivering) => this.#putOff(delivering, context.clock.nowMs() + stuckHostMs),
    })
    this.#settlements = new Settlements({
      ...context,
      worker: context.stops.worker,
      onWritten: (settled) => this.#release(settled),
      onUnwritten: listeners.onUnrecorded,
    })
  }

  start(): void {
    this.#heartbeat = setInterval(() => void this.#extend(), heartbeatMs).unref()
  }

  /** How many more channels it can hold. */
  get room(): number {
    return deliveriesMax - this.#deliveries.size
  }

  /** Stops sending and frees all held channels. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#heartbeat)
    const end = performance.now() + drainMs
    while (this.#lanes.size > 0 && performance.now() < end) await delay(drainLookMs)
    this.#lanes.abandon()
    await this.#settlements.finish()
    for (const delivering of this.#deliveries.values()) this.#putOff(delivering, null)
    await this.#settlements.finish()
    await this.#context.transport.close()
  }

  /** Holds a claimed channel, and sends its notification if there is one. */
  hold(
    channel: ClaimedChannel,
    { isWorthTelling, ownerKey }: Judgment,
    { leasedUntil, incarnation }: Claim & { readonly leasedUntil: number },
  ): void {
    const target = new URL(channel.address)
    const delivering = { channel, target, ownerKey, leasedUntil, incarnation }
    this.#deliveries.set(channel.key, delivering)
    if (isWorthTelling) this.#lanes.add(target.host, delivering)
    else this.#settle({ delivering, next: this.#asSettled(delivering) })
  }

  #begin(delivering: Delivering): Underway | undefined {
    const { clock, stops, transport, sender } = this.#context
    const { channel } = delivering
    const isOver =
      this.#isStopped ||
      stops.hasEnded(channel.key) ||
      delivering.leasedUntil <= clock.machineMs() ||
      channel.expiresAt <= clock.nowMs()
    if (isOver) {
      this.#putOff(delivering, null)
      return undefined
    }
    const beganAtMs = clock.nowMs()
    const began = performance.now()
    const { answer, abort } = transport.post({
      target: delivering.target,
      headers: messageHeaders(channel, { nowMs: beganAtMs, sender: sender() }),
    })
    const done = answer.then((outcome) => {
      const durationMs = Math.round(performance.now() - began)
      this.#settle(this.#settlement(delivering, outcome, { beganAtMs, durationMs }))
    })
    return { done, abort }
  }

  #settlement(
    delivering: Delivering,
    answer: Answer,
    timing: { readonly beganAtMs: number; readonly durationMs: number },
  ): Settled {
    const { clock, randomBytes, webhookLogMax, log } = this.#context
    const { channel } = delivering
    const outcome = outcomeOf(answer)
    this.#context.onDelivery?.(outcome)
    const next =
      outcome === 'retrying'
        ? retryState(channel, { nowMs: clock.nowMs(), randomBytes })
        : this.#asSettled(delivering)
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
    if (outcome !== 'delivered') {
      log.warn('push notification not delivered', { channelId, userId, outcome, status, error })
    }
    return { delivering, next, delivery }
  }

  #asSettled({ channel, ownerKey, incarnation }: Delivering): NextState {
    return settledState(channel, { incarnation, ownerKey })
  }

  #putOff(delivering: Delivering, dueAt: number | null): void {
    this.#settle({ delivering, next: postponedState(delivering.channel, dueAt) })
  }

  #settle(settled: Settled): void {
    this.#settlements.add(settled, { isLast: this.#lanes.isQuiet })
  }

  #release(settled: readonly Settled[]): void {
    for (const { delivering } of settled) this.#deliveries.delete(delivering.channel.key)
    if (this.#isStopped) return
    const isToRepeat = settled.some(({ next }) => next.dueAt !== null)
    this.#listeners.onReleased(
      settled.map(({ delivering }) => delivering.channel),
      isToRepeat,
    )
  }

  async #extend(): Promise<void> {
    const { database, clock, log, stops } = this.#context
    if (this.#deliveries.size === 0) return
    const leasedUntil = clock.machineMs() + leaseMs
    const keys = [...this.#deliveries.keys()]
    try {
      const rows = await database.transaction((tx) =>
        tx.all(extendLeases, { worker: stops.worker, leaseMs, keys: JSON.stringify(keys) }),
      )
      const present = new Set(rows.map(({ key }) => key))
      for (const key of keys) {
        const delivering = this.#deliveries.get(key)
        if (delivering !== undefined) delivering.leasedUntil = present.has(key) ? leasedUntil : 0
      }
    } catch (error) {
      log.warn('could not extend channel leases', { error: String(error) })
    }
  }
}
