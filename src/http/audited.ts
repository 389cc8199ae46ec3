import type { AuditNote } from '#/audit/entry.ts'
import type { AuditTrail } from '#/audit/trail.ts'
import type { RecentSignIn } from '#/auth/recent-sign-in.ts'
import { auditDetails, auditObject } from '#/contract/audit.ts'
import type { Call } from '#/contract/operation.ts'
import { after, type Soon } from './after.ts'
import type { BoundOperation } from './router.ts'
import type { WireRequest } from './wire.ts'

interface AuditedParts {
  readonly audit: AuditTrail
}

interface RunParts extends AuditedParts {
  readonly recentSignIn: Pick<RecentSignIn, 'require'>
}

/** The audit entry of a call; undefined if the operation is not audited. */
function noteOf(
  { contract: { id, audit: declared } }: BoundOperation,
  { caller, params, body }: Pick<Call, 'caller' | 'params' | 'body'>,
  { peer, localCaller }: WireRequest,
): AuditNote | undefined {
  if (declared === undefined || localCaller !== undefined || caller.kind !== 'user') {
    return undefined
  }
  const { email, userId, clientId } = caller
  return {
    action: id,
    actorType: 'user',
    actorId: userId,
    actor: email,
    clientId,
    address: peer,
    object: auditObject(declared, { params, body, email }),
    details: auditDetails(declared, body),
  }
}

/** Runs the operation. An audited one is recorded with caller, address and outcome. */
export function runAudited(
  { audit, recentSignIn }: RunParts,
  operation: BoundOperation,
  call: Call,
  request: WireRequest,
): Soon<unknown> {
  const { caller } = call
  if (request.localCaller !== undefined || caller.kind !== 'user') return operation.run(call)
  const needed = operation.contract.recentSignIn
  const perform = () =>
    after(needed && recentSignIn.require(caller, needed), () => operation.run(call))
  const note = noteOf(operation, call, request)
  return note === undefined ? perform() : audit.carryOut(note, perform)
}

interface Refused extends Pick<Call, 'caller' | 'params'> {
  readonly error: unknown
  /** Charges the call, so that a caller over the quota cannot fill the audit log. */
  readonly charge: () => Soon<void>
}

/** Counts a call of an audited operation that is rejected before its body is read, and rejects it. */
export function refuseAudited(
  { audit }: AuditedParts,
  operation: BoundOperation,
  { caller, params, error, charge }: Refused,
  request: WireRequest,
): Promise<never> {
  const note = noteOf(operation, { caller, params, body: undefined }, request)
  const count = async () => {
    if (note === undefined) return
    await charge()
    await audit.countFailure(note, error)
  }
  const refuse = () => Promise.reject(error)
  return count().then(refuse, refuse)
}
