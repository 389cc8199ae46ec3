import type { Reader, Transaction } from '#/storage/port.ts'
import type { ClaimedChannel, Collection } from './channels/channel.ts'
import type { ChannelStops } from './channels/channel-stops.ts'
import type { TargetRules } from './transport/target-rules.ts'

/** Under which terms a worker takes channels. */
export interface Claim {
  readonly worker: string
  readonly leasedUntil: number
  readonly machineNow: number
  readonly now: number
  readonly incarnation: string
  /** The least number of a message in this incarnation, whatever was sent in a history that was lost. */
  readonly numberMin: number
  readonly count: number
}

/** A channel as the regular look at all of them sees it. */
export interface ScannedChannel extends Collection {
  readonly key: string
  readonly isDue: 0 | 1
}

/** What is known of a claimed channel when all that matters has been looked at. */
export interface Judgement {
  /** There is something to tell, and the user may know of it. */
  readonly isWorthTelling: boolean
  /** The present key of the owner, which changes when the list is replaced as a whole. */
  readonly ownerKey: number
}

/** Where channels are, and what they are about. */
export interface PushSource {
  /** Takes channels of a collection whose receivers do not know the last change of it. */
  claimOf(tx: Transaction, collection: Collection, claim: Claim): Promise<ClaimedChannel[]>
  /** Takes channels whose time to try again has come. */
  claimRetries(tx: Transaction, claim: Claim): Promise<ClaimedChannel[]>
  /** Channels that have not expired, in the order of their keys. */
  scan(
    reader: Reader,
    page: Omit<Claim, 'worker' | 'leasedUntil' | 'numberMin'> & { readonly after: string },
  ): Promise<ScannedChannel[]>
  judge(channels: readonly ClaimedChannel[]): Promise<ReadonlyMap<string, Judgement>>
}

/** What a service provides so that receivers hear of its changes. */
export interface PushOutlet {
  readonly source: PushSource
  readonly stops: ChannelStops
  /** Where receivers may be. */
  readonly targets: TargetRules
  /** Calls back with each collection that this process has changed. */
  onChange(listener: (collection: Collection) => void): void
}
