import type { TargetRules } from '#/kernel/outgoing/target-rules.ts'
import type { Reader, Transaction } from '#/storage/port.ts'
import type { ClaimedChannel, Collection } from './channels/channel.ts'
import type { ChannelStops } from './channels/channel-stops.ts'

/** The terms of a claim of channels. */
export interface Claim {
  readonly worker: string
  readonly leaseMs: number
  readonly now: number
  readonly incarnation: string
  /** The minimum message number in this incarnation, whatever a lost history has sent. */
  readonly numberMin: number
  readonly count: number
}

/** A page of a scan of all channels, in the order of their keys. */
export interface ScanPage extends Pick<Claim, 'now' | 'incarnation' | 'count'> {
  readonly after: string
}

/** A channel as a scan reads it. */
export interface ScannedChannel extends Collection {
  readonly key: string
  readonly isDue: 0 | 1
}

/** The result of checking a claimed channel. */
export interface Judgment {
  /** There is a change that the user may see. */
  readonly isWorthTelling: boolean
  /** The current key of the owner, which changes when the whole collection is replaced. */
  readonly ownerKey: number
}

/** Reads channels and the changes that they watch. */
export interface PushSource {
  /** Claims channels of a collection that have not been notified of its last change. */
  claimOf(tx: Transaction, collection: Collection, claim: Claim): Promise<ClaimedChannel[]>
  /** Claims channels that are due for a retry. */
  claimRetries(tx: Transaction, claim: Claim): Promise<ClaimedChannel[]>
  /** The unexpired channels, in the order of their keys. */
  scan(reader: Reader, page: ScanPage): Promise<ScannedChannel[]>
  /** Whether a collection has an unexpired channel. */
  isWatched(reader: Reader, collection: Collection, now: number): Promise<boolean>
  judge(channels: readonly ClaimedChannel[]): Promise<ReadonlyMap<string, Judgment>>
}

/** What a service provides for push notifications. */
export interface PushOutlet {
  readonly source: PushSource
  readonly stops: ChannelStops
  /** The rules for the addresses of receivers. */
  readonly targets: TargetRules
  /** Subscribes to the collections that this process changes. */
  onChange(listener: (collection: Collection) => void): void
}
