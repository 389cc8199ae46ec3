import type { AuditNote } from '#/audit/entry.ts'
import { auditDetails, auditObject } from '#/contract/audit.ts'
import type { Call } from '#/contract/operation.ts'
import type { Soon } from '../after.ts'
import type { Passage } from '../passage.ts'

type Audited = Pick<Passage, 'context' | 'request' | 'operation' | 'caller' | 'params' | 'body'>

/** The audit entry of a call; undefined if the operation is not audited. */
function noteOf({ request, operation, caller, params, body }: Audited): AuditNote | undefined {
  const { id, audit: declared } = operation.contract
  if (declared === undefined || request.localCaller !== undefined || caller.kind !== 'user') {
    return undefined
  }
  const { email, userId, clientId } = caller
  return {
    action: id,
    actorType: 'user',
    actorId: userId,
    actor: email,
    clientId,
    address: request.peer,
    object: auditObject(declared, { params, body, email }),
    details: auditDetails(declared, body),
  }
}

/** Runs the operation. An audited one is recorded with caller, address and outcome. */
export function runAudited(passage: Audited, call: Call): Soon<unknown> {
  const { context, operation } = passage
  const note = noteOf(passage)
  return note === undefined
    ? operation.run(call)
    : context.audit.carryOut(note, () => operation.run(call))
}

/** Counts a rejected call of an audited operation, and rethrows the error. */
export async function countRefusal(
  passage: Audited,
  error: unknown,
  charge?: () => Soon<void>,
): Promise<never> {
  const note = noteOf(passage)
  if (note !== undefined) {
    try {
      await charge?.()
      await passage.context.audit.countFailure(note, error)
    } catch {
      // Over quota, nothing is counted.
    }
  }
  throw error
}
