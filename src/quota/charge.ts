import type { ClientSubject, UserSubject } from './limits.ts'

/** The cost of one request, and who pays. A request with nothing but a key has no user. */
export interface Charge {
  readonly userSubject?: UserSubject | undefined
  readonly clientSubject: ClientSubject
  readonly units: number
  /** Whether the caller has shown no credential; then nothing about the charge is stored. */
  readonly isAnonymous?: boolean
  /** What a refusal answers. */
  readonly status: 403 | 429
}

/** Decides about charges: at once, or with a promise when the database has to be asked. */
export interface Ledger {
  /** Throws or rejects with a refusal, and then nothing is charged. */
  charge(charge: Charge): Promise<void> | void
}

/** What has been decided since the start, for metrics. */
export class Totals {
  chargedUnits = 0
  readonly refusedRequests = { user: 0, client: 0 }
}
