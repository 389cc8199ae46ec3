/** A list of resources that can be watched. */
export interface Collection {
  /** What is in the list; the service that has it decides on the names. */
  readonly kind: string
  /** The id of the resource or user that the list belongs to. */
  readonly owner: string
}

/** What a message says of the resource: that watching has begun, or that something has changed. */
export type ResourceState = 'sync' | 'exists'

/** A channel that this process has taken to tell its receiver something. */
export interface ClaimedChannel extends Collection {
  /** Names this life of the channel: an id can be used again. */
  readonly key: string
  readonly id: string
  readonly clientId: string
  readonly userId: string
  /** The types that are watched, as a JSON array; empty for all. */
  readonly eventTypes: string
  /** The scopes of the token that it was made with. */
  readonly scopes: string
  readonly address: string
  readonly token: string | null
  readonly secret: string | null
  readonly resourceId: string
  readonly resourceUri: string
  readonly expiresAt: number
  /** In which the receiver was last told something. */
  readonly incarnation: string
  /** The number of the last change that the receiver knows of. */
  readonly told: number
  /** The key of the owner at that time. */
  readonly toldKey: number
  /** The number of the change that the receiver is told of now. */
  readonly telling: number
  readonly isSynced: 0 | 1
  /** Somebody has asked for a message though nothing has changed. */
  readonly isWanted: 0 | 1
  readonly messageNumber: number
  /** How often this message was sent in vain. */
  readonly attempts: number
  /** How often anything was sent. */
  readonly tries: number
}

export const stateOf = ({ isSynced }: Pick<ClaimedChannel, 'isSynced'>): ResourceState =>
  isSynced === 0 ? 'sync' : 'exists'

/** What became of an attempt: taken; to be tried again; given up; not even sent. */
export type DeliveryOutcome = 'delivered' | 'retrying' | 'failed' | 'refused'

/** An entry of the log of a channel. */
export interface Delivery {
  readonly messageNumber: number
  readonly state: ResourceState
  /** 1 for the first one. */
  readonly attempt: number
  readonly outcome: DeliveryOutcome
  readonly status: number | null
  readonly error: string | null
  readonly beganAtMs: number
  readonly durationMs: number
}
