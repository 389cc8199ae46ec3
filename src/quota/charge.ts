import type { ClientSubject, UserSubject } from './limits.ts'

/** The cost of a request, and who is charged. A request with only an API key has no user. */
export interface Charge {
  readonly userSubject?: UserSubject | undefined
  readonly clientSubject: ClientSubject
  readonly units: number
  /** Whether the request has no credential. Such charges are not stored. */
  readonly isAnonymous?: boolean
  /** The status of a rejection. */
  readonly status: 403 | 429
}

/** Accepts or rejects charges: immediately, or with a promise if the database has to be asked. */
export interface Ledger {
  /** Throws or rejects if the charge exceeds a limit; nothing is charged then. */
  charge(charge: Charge): Promise<void> | void
}

/** Totals since the start, for metrics. */
export class Totals {
  chargedUnits = 0
  readonly refusedRequests = { user: 0, client: 0 }
}
