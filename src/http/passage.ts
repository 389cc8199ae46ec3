import type { AuditTrail } from '#/audit/trail.ts'
import type { Authenticator } from '#/auth/authenticator.ts'
import type { RecentSignIn } from '#/auth/sign-in/recent-sign-in.ts'
import type { Call, Caller } from '#/contract/operation.ts'
import type { Exchange, Observer } from './observation/observer.ts'
import type { BodyLimits } from './request/body.ts'
import type { ChargeContext } from './request/charge.ts'
import type { Faults } from './request/faults.ts'
import type { Query } from './request/query.ts'
import type { Form } from './response/rendering.ts'
import type { BoundOperation, Guard, Match, Router } from './router.ts'
import type { WireRequest } from './wire.ts'

export interface PipelineContext extends ChargeContext {
  readonly router: Router
  readonly authenticator: Authenticator
  readonly faults: Faults
  readonly audit: AuditTrail
  readonly recentSignIn: Pick<RecentSignIn, 'require'>
  readonly observer: Observer
  readonly limits: BodyLimits
}

/** A request for an operation that passes through the gates, each of which adds to it. */
export interface Passage {
  readonly context: PipelineContext
  readonly exchange: Exchange
  readonly request: WireRequest
  readonly operation: BoundOperation
  readonly match: Match
  /** The check of the guard that needs the caller. */
  checkCaller?: ReturnType<Guard>
  query: Query
  /** Anonymous until the credentials are known. */
  caller: Caller
  form: Form
  params: Call['params']
  body: unknown
  answer: unknown
}
