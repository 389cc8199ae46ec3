/** A collection that can be watched. */
export interface Collection {
  /** The kind of its resources, named by the service. */
  readonly kind: string
  /** The id of the resource or user that the collection belongs to. */
  readonly owner: string
}

/** What a notification reports: that watching has started, or that something has changed. */
type ResourceState = 'sync' | 'exists'

/** A channel that this process has claimed to send a notification. */
export interface ClaimedChannel extends Collection {
  /** Unique, unlike the id of a channel, which can be reused. */
  readonly key: string
  readonly id: string
  readonly clientId: string
  readonly userId: string
  /** The watched event types as a JSON array; empty for all. */
  readonly eventTypes: string
  /** The scopes of the token that created the channel. */
  readonly scopes: string
  readonly address: string
  readonly token: string | null
  readonly secret: string | null
  readonly resourceId: string
  readonly resourceUri: string
  readonly expiresAt: number
  /** The incarnation of the database at the last notification. */
  readonly incarnation: string
  /** The change number at the last notification. */
  readonly told: number
  /** The key of the owner at the last notification. */
  readonly toldKey: number
  /** The change number of the current notification. */
  readonly telling: number
  readonly isSynced: 0 | 1
  /** Whether a notification was requested without a change. */
  readonly isWanted: 0 | 1
  readonly messageNumber: number
  /** The failed attempts of the current notification. */
  readonly attempts: number
  /** The attempts of all notifications. */
  readonly tries: number
}

export const stateOf = ({ isSynced }: Pick<ClaimedChannel, 'isSynced'>): ResourceState =>
  isSynced === 0 ? 'sync' : 'exists'

/** The outcome of an attempt: accepted, to be retried, given up, or not sent. */
export type DeliveryOutcome = 'delivered' | 'retrying' | 'failed' | 'refused'

/** An entry in the delivery log of a channel. */
export interface Delivery {
  readonly messageNumber: number
  readonly state: ResourceState
  /** 1 for the first attempt. */
  readonly attempt: number
  readonly outcome: DeliveryOutcome
  readonly status: number | null
  readonly error: string | null
  readonly beganAtMs: number
  readonly durationMs: number
}
